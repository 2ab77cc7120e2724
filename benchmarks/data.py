"""Events of any size, written straight into the tables: names, units, rounds, referees and, if wanted, results."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import import_module

from django.conf import settings
from django.utils import timezone

from tournaments import policy
from tournaments.actions import events, links
from tournaments.events import preset
from tournaments.models import (
    Clock,
    ClockEvent,
    Entry,
    LinkScope,
    Match,
    MatchSide,
    Member,
    Membership,
    Person,
    ResultSheet,
    Role,
    Round,
    StageEntry,
    TableAssignment,
    Team,
    Tournament,
    Unit,
)
from tournaments.states import EntryState, RoundState, SheetState

SURNAMES = "王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹"
GIVEN = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红"
A_UNIT = 2
TABLES_OF_A_REFEREE = 10


@dataclass(frozen=True, slots=True)
class Seat:
    """A match at a table, one of its teams, and the session of the referee who has the table."""

    match: int
    team: int
    round: int
    table: int
    session: str


@dataclass(frozen=True, slots=True)
class Hall:
    """An event whose last round is open."""

    event: Tournament
    seats: list[Seat]


def name(number: int) -> str:
    surname, rest = number % len(SURNAMES), number // len(SURNAMES)
    return SURNAMES[surname] + GIVEN[rest % len(GIVEN)] + (GIVEN[rest // len(GIVEN)] if number % 3 else "")


def entered(slug: str, teams: int) -> Tournament:
    """Return a published event of so many accepted pairs, two of each unit, whose list is frozen."""
    identity = {"name": "千队拖拉机赛", "place": "体育馆", "day": "2026-05-16", "starts": "09:00"}
    document = {
        **preset("s1"),
        "identity": identity,
        "registration": {"capacity": teams, "pairs_per_unit": A_UNIT},
        "venue": {"tables": max(1, teams // 2)},
    }
    event = events.create(None, slug=slug, document=document)
    events.publish(policy.system(event.pk), event)
    now, division = timezone.now(), event.divisions.get()
    names = [f"第{at}单位" for at in range(-(-teams // A_UNIT))]
    units = Unit.objects.bulk_create(
        Unit(tournament=event, name=each, name_key=each, order=at) for at, each in enumerate(names)
    )
    people = Person.objects.bulk_create(
        Person(
            tournament=event,
            unit=units[at // 2 // A_UNIT],
            name=name(at),
            name_key=name(at),
            public_consent_at=now,
        )
        for at in range(2 * teams)
    )
    made = Team.objects.bulk_create(
        Team(tournament=event, division=division, unit=units[at // A_UNIT], number=at + 1) for at in range(teams)
    )
    Member.objects.bulk_create(
        Member(team=made[at // 2], person=who, order=at % 2, joined_at=now) for at, who in enumerate(people)
    )
    Entry.objects.bulk_create(
        Entry(
            tournament=event,
            division=division,
            team=team,
            applicant=people[2 * at],
            state=EntryState.ACCEPTED,
            key=f"{slug}-{at}",
            fingerprint="0" * 64,
            queued_at=now,
            privacy_accepted_at=now,
        )
        for at, team in enumerate(made)
    )
    Tournament.objects.filter(pk=event.pk).update(last_team_number=teams, entries_frozen_at=now)
    return Tournament.objects.select_related("rules").get(pk=event.pk)


def hall(slug: str, teams: int, *, played: int) -> Hall:
    """Return an event of two released rounds, `played` of them with official results, and the seats of the next."""
    event, now = entered(slug, teams), timezone.now()
    stage = event.divisions.get().stages.get()
    stage.rules = event.rules
    stage.save(update_fields=["rules"])
    made = list(Team.objects.filter(tournament=event).order_by("number"))
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, team=team, lot=str(at)) for at, team in enumerate(made, start=1)
    )
    seats: list[Seat] = []
    for number in (1, 2):
        current = _round(event, number, now)
        order = made[number - 1 :] + made[: number - 1]
        matches = Match.objects.bulk_create(
            Match(round=current, number=at, table=at) for at in range(1, teams // 2 + 1)
        )
        MatchSide.objects.bulk_create(
            MatchSide(match=matches[at // 2], round=current, position=at % 2, team=team, lot=str(team.number))
            for at, team in enumerate(order)
        )
        if number <= played:
            _play(matches, slug, now)
        elif number == played + 1:
            sessions = _referees(event, teams // 2, now)
            seats = [
                Seat(match.pk, order[2 * at].pk, number, at + 1, sessions[at // TABLES_OF_A_REFEREE])
                for at, match in enumerate(matches)
            ]
    return Hall(event, seats)


def _round(event: Tournament, number: int, now: datetime) -> Round:
    clock = Clock.objects.create(tournament=event, seconds=7200, reminder_seconds=1800, last_deals=3)
    ClockEvent.objects.create(clock=clock, order=1, kind="started", at=now - timedelta(minutes=100))
    stage = event.divisions.get().stages.get()
    return Round.objects.create(stage=stage, number=number, state=RoundState.RELEASED, released_at=now, clock=clock)


def _play(matches: list[Match], slug: str, now: datetime) -> None:
    ResultSheet.objects.bulk_create(
        ResultSheet(
            match=match,
            version=1,
            key=f"{slug}-{match.pk}",
            fingerprint="0" * 64,
            state=SheetState.OFFICIAL,
            source="referee",
            outcome="played",
            level_0=at * 7 % 15,
            level_1=at * 11 % 13,
            observed_at=now,
            received_at=now,
            official_at=now,
        )
        for at, match in enumerate(matches)
    )


def _referees(event: Tournament, tables: int, now: datetime) -> list[str]:
    """Give every ten tables a referee with a personal link and a session; return the sessions' keys."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    sessions = []
    for first in range(0, tables, TABLES_OF_A_REFEREE):
        referee = Membership.objects.create(tournament=event, role=Role.REFEREE, name=f"裁判 {first}")
        TableAssignment.objects.bulk_create(
            TableAssignment(membership=referee, table=table, assigned_at=now)
            for table in range(first + 1, min(first + TABLES_OF_A_REFEREE, tables) + 1)
        )
        link, _token = links.issue(event, LinkScope.REFEREE, now=now, membership=referee)
        session = store()
        session["links"] = [link.pk]
        session.save()
        sessions.append(session.session_key)
    return sessions
