"""What the clock announces to the hall, each thing once: a row with a unique key, written together with its log entry.

Nothing is sent anywhere: pages and screens read the row. So there is no moment between sending and marking.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tournaments.actions.log import lock_event, record
from tournaments.models import Clock, Notice, NoticeKind, Tournament
from tournaments.policy import system
from tournaments.selectors.clock import facts_of, plan_of
from tournaments.states import NoticeState, RoundState
from tournaments.timing import Alert, AlertKind, due_alerts

ON_TIME = timedelta(seconds=5)
ACTIONS = {AlertKind.REMINDER: "clock.reminded", AlertKind.TIME_UP: "clock.timed_up"}


def announce_due(now: datetime | None = None) -> int:
    """Announce every reminder and time-up that has come; return how many were announced now.

    Two workers at once, or one killed at any point, announce each once: the event's lock orders them and the key
    is unique. Where no round is open this is one query.
    """
    moment = now or timezone.now()
    return sum(_announce(clock, moment) for clock in _started_clocks() if _due(clock, moment))


def _started_clocks() -> list[Clock]:
    rows = Clock.objects.filter(rounds__state=RoundState.RELEASED, events__isnull=False).distinct()
    return list(rows.prefetch_related("events", "notices"))


def _due(clock: Clock, now: datetime) -> list[Alert]:
    """Return the alerts that have come and were not announced."""
    announced = {notice.dedupe_key for notice in clock.notices.all()}
    alerts = due_alerts(plan_of(clock), facts_of(clock.events.all()), now)
    return [alert for alert in alerts if _key(clock, alert) not in announced]


def _key(clock: Clock, alert: Alert) -> str:
    return f"clock:{clock.pk}:{alert.key}"


@transaction.atomic
def _announce(clock: Clock, now: datetime) -> int:
    event = lock_event(clock.tournament_id)
    fresh = Clock.objects.filter(pk=clock.pk, rounds__state=RoundState.RELEASED).distinct()
    due = [(row, alert) for row in fresh.prefetch_related("events", "notices") for alert in _due(row, now)]
    for row, alert in due:
        _write(event, row, alert, now=now)
    return len(due)


def _write(event: Tournament, clock: Clock, alert: Alert, *, now: datetime) -> None:
    notice = Notice.objects.create(
        tournament=event,
        kind=NoticeKind(alert.kind.value),
        dedupe_key=_key(clock, alert),
        state=NoticeState.DONE,
        clock=clock,
        late=alert.late > ON_TIME,
        due_at=alert.due_at,
        done_at=now,
    )
    data = {"clock": clock.pk, "key": alert.key, "late": notice.late}
    record(system(event.pk), event, ACTIONS[alert.kind], clock, now=now, data=data)
