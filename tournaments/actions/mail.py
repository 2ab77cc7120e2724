"""Mail: written into the outbox with its cause, delivered by a worker outside any transaction."""

import re
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from smtplib import SMTPException
from time import monotonic
from typing import NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import F, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from tournaments.actions.notices import Mail, queue_mail, queue_mails
from tournaments.models import Contact, Entry, Notice, NoticeKind, Tournament
from tournaments.phrases.divisions import division_name
from tournaments.selectors import entries, links
from tournaments.selectors.events import event_name
from tournaments.states import EntryState, NoticeState

LEASE = timedelta(minutes=2)
BATCH = 20
MOST_ATTEMPTS = 6
FIRST_WAIT = timedelta(seconds=30)
LINK_SECRET = re.compile(r"#[A-Za-z0-9_-]{16,}")
ELLIPSIS = "#…"
# What is each one's own in a text for many; no name holds a control character.
GAPS = tuple(f"\x1a{name}\x1a" for name in ("player_1", "player_2", "number", "place", "token", "division"))
GAP = re.compile("|".join(GAPS))


class Received(NamedTuple):
    """An entry that was made with others, and what its confirmation says; `place` None where it does not wait.

    `division` is a code.
    """

    entry_id: int
    state: EntryState
    number: int
    players: Sequence[str]
    recipient: str
    place: int | None
    token: str
    division: str


def tell(entry: Entry, cause: str, *, now: datetime, token: str = "", reason: str = "") -> Notice | None:
    """Write what became of an entry to the one who applied, in the language it was applied in.

    Returns None where there is no address to write to and nothing to copy to a telephone either.
    """
    contact = Contact.objects.filter(person_id=entry.applicant_id).first()
    if contact is None or entry.team is None:
        return None
    event = entry.tournament
    with translation.override(contact.language):
        text = _text(
            event,
            cause,
            entry=entry,
            number=entry.team.number,
            players=[member.person.name for member in entries.players(entry.team)],
            place=entries.place_in_queue(entry),
            reason=reason,
            link=links.address(token) if token else "",
            division=_division(event, entry),
        )
    subject, body = _parted(text)
    return queue_mail(
        event,
        dedupe_key=_dedupe_key(entry.pk, cause, now),
        recipient=contact.email,
        subject=subject,
        body=body,
        now=now,
        entry=entry,
    )


def _division(event: Tournament, entry: Entry) -> str:
    """Return the division that an entry is for in words, nothing (and no query) where the event has but one."""
    rules = event.regulations
    return division_name(rules.division(entry.division.code)) if rules.divisions else ""


def tell_received(event: Tournament, received: Sequence[Received], *, language: str, now: datetime) -> None:
    """Tell many at once that their entry was received, as `tell` does: one text for each state, filled for each."""
    texts = {}
    for state in {each.state for each in received}:
        with translation.override(language):
            texts[state] = _text(
                event,
                "received",
                entry=Entry(state=state),
                players=GAPS[:2],
                number=GAPS[2],
                place=GAPS[3],
                link=links.address(GAPS[4]),
                reason="",
                division=GAPS[5] if event.regulations.divisions else "",
            )
    with translation.override(language):
        names = {plan.code: division_name(plan) for plan in event.regulations.divisions}
    mails = [_filled(each, texts[each.state], names.get(each.division, ""), now) for each in received]
    queue_mails(event, mails, now=now)


def _filled(each: Received, text: str, division: str, now: datetime) -> Mail:
    own = dict(zip(GAPS, (*each.players, each.number, each.place, each.token, division), strict=True))
    subject, body = _parted(GAP.sub(lambda gap: str(own[gap[0]]), text))
    return Mail(each.entry_id, _dedupe_key(each.entry_id, "received", now), each.recipient, subject, body)


def _text(event: Tournament, cause: str, **said: object) -> str:
    """Return a mail in the language that is active: its subject and, below it, its body."""
    context = said | {
        "event_name": event_name(event),
        "identity": event.regulations.identity,
        "event_url": f"{settings.PUBLIC_URL}{reverse('event', args=[event.slug])}",
    }
    return render_to_string(f"emails/entry_{cause}.txt", context)


def _parted(text: str) -> tuple[str, str]:
    subject, _, body = text.strip().partition("\n")
    return subject.strip(), body.strip() + "\n"


def _dedupe_key(entry_id: int, cause: str, now: datetime) -> str:
    return f"entry-{entry_id}-{cause}-{now.timestamp():.6f}"


def deliver_due(now: datetime) -> int:
    """Send what is due and return how many were sent.

    Each mail is claimed for two minutes by compare-and-set, so two workers do not send it twice. Without a mail
    server or an address it is set unsent at once and stays readable; a failure is tried again, later each time.
    """
    began = monotonic()
    real = Notice.objects.filter(tournament__rehearsal_of=None)  # a rehearsal's are never due: this is the second lock
    due = list(real.filter(_due(now)).order_by("due_at", "pk").values_list("pk", flat=True)[:BATCH])
    # A slow server makes the batch long: the lease of each mail counts from its own claim.
    return sum(_deliver(notice_id, now + timedelta(seconds=monotonic() - began)) for notice_id in due)


def _due(now: datetime) -> Q:
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    return free & Q(kind=NoticeKind.MAIL, state=NoticeState.WAITING, due_at__lte=now)


def _deliver(notice_id: int, now: datetime) -> bool:
    token = secrets.token_hex(16)
    claim = Notice.objects.filter(_due(now), pk=notice_id)
    if not claim.update(claim_token=token, claimed_until=now + LEASE, attempts=F("attempts") + 1):
        return False
    mine = Notice.objects.filter(pk=notice_id, claim_token=token, state=NoticeState.WAITING)
    notice = mine.first()
    if notice is None:
        return False
    if not settings.MAIL_CONFIGURED or not notice.recipient:
        error = "no_recipient" if not notice.recipient else "no_mail_server"
        mine.update(state=NoticeState.UNSENT, claimed_until=None, done_at=now, error=error)
        return False
    try:
        EmailMessage(notice.subject, notice.body, to=[notice.recipient]).send()
    except (SMTPException, OSError) as error:
        _put_off(notice, token, now, error)
        return False
    # What was sent needs no secret any more: the copy that stays here loses it.
    mine.update(
        state=NoticeState.DONE, claimed_until=None, done_at=now, error="", body=LINK_SECRET.sub(ELLIPSIS, notice.body)
    )
    return True


def _put_off(notice: Notice, token: str, now: datetime, error: Exception) -> None:
    """Let the mail be tried again later, or give it up after the last attempt."""
    given_up = notice.attempts >= MOST_ATTEMPTS
    Notice.objects.filter(pk=notice.pk, claim_token=token).update(
        state=NoticeState.FAILED if given_up else NoticeState.WAITING,
        claimed_until=None,
        due_at=now + FIRST_WAIT * 4 ** (notice.attempts - 1),
        error=error.__class__.__name__[:200],
    )
