"""The named cast of the tests: an event of 18 pairs from nine units, its organizer, chief, referees and pairs.

Rows are made directly, so that a test of one capability does not lean on the actions of another.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Any

from django.test import Client

from tournaments import regulations
from tournaments.actions import links
from tournaments.models import (
    AccessLink,
    Clock,
    Contact,
    Division,
    Entry,
    EntrySource,
    LinkScope,
    Match,
    MatchSide,
    Member,
    Membership,
    Person,
    RegulationsVersion,
    Role,
    Round,
    Stage,
    StageEntry,
    TableAssignment,
    Team,
    Tournament,
    Unit,
    User,
)
from tournaments.policy import Actor, As
from tournaments.states import EntryState, EventState, RoundState

NOW = datetime(2026, 5, 16, 1, 0, tzinfo=UTC)
UNITS = ("机电学院", "外语学院", "图书馆", "后勤集团", "附属医院", "体育部", "出版社", "化工学院", "离退休处")
LOTS = tuple(f"{letter}{number}" for number in (1, 2) for letter in "ABCDEFGHI")
ROUND_1 = ("A1 B1", "C1 D1", "E1 F1", "G1 H1", "I1 A2", "B2 C2", "D2 E2", "F2 G2", "H2 I2")
ROUND_2 = ("A1 D1", "B1 E1", "C1 F1", "G1 I1", "H1 B2", "A2 F2", "C2 G2", "D2 H2", "E2 I2")
SURNAMES = "王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘"
_numbers = count(1)


def event(slug: str = "spring-cup", *, state: EventState = EventState.PUBLISHED, **parts: Any) -> Tournament:
    """Make a published event of the S1 preset; `parts` override sections of its regulations."""
    document: dict[str, Any] = {
        "identity": {"name": "春季拖拉机赛", "name_en": "Spring Tractor Cup", "place": "工会活动中心",
                     "day": date(2026, 5, 16), "starts": time(9, 0)},
        "registration": {"pairs_per_unit": 2, "capacity": 18},
        **parts,
    }  # fmt: skip
    parsed = regulations.parse(document)
    rules = regulations.dump(parsed)
    tournament = Tournament.objects.create(slug=slug, state=state)
    tournament.rules = RegulationsVersion.objects.create(
        tournament=tournament, version=1, schema_version=1, document=rules, made_at=NOW
    )
    tournament.save(update_fields=["rules"])
    names = {each.code: each.name for each in parsed.divisions} or {"main": ""}
    division, *_others = (
        Division.objects.create(tournament=tournament, code=code, name=name, order=order)
        for order, (code, name) in enumerate(names.items())
    )
    for order, plan in enumerate(parsed.stages):
        Stage.objects.create(division=division, code=plan.code, order=order, format=plan.format, ruleset=plan.ruleset)
    return tournament


def member(tournament: Tournament, role: Role, *, account: bool = True, name: str = "") -> Membership:
    """Make a membership, with an account (password "shengji-2026") or as the bearer of a personal link."""
    user = None
    if account:
        user = User.objects.create_user(f"{role}{next(_numbers)}@example.org", "shengji-2026", name=name or role.label)
    return Membership.objects.create(tournament=tournament, user=user, role=role, name=name or role.label)


def actor(tournament: Tournament, quality: As, membership: Membership | None = None) -> Actor:
    return Actor(
        tournament.pk,
        frozenset({As.PUBLIC, quality}),
        user_id=membership.user_id if membership else None,
        membership_id=membership.pk if membership else None,
    )


def organizer(tournament: Tournament) -> Actor:
    return actor(tournament, As.ORGANIZER, member(tournament, Role.ORGANIZER))


def chief(tournament: Tournament) -> Actor:
    return actor(tournament, As.CHIEF, member(tournament, Role.CHIEF))


def referee(tournament: Tournament, tables: Sequence[int] = (), name: str = "巡台裁判") -> tuple[Membership, Actor]:
    """Make a referee without an account who has these tables."""
    membership = member(tournament, Role.REFEREE, account=False, name=name)
    for table in tables:
        TableAssignment.objects.create(membership=membership, table=table, assigned_at=NOW)
    return membership, actor(tournament, As.REFEREE, membership)


def link(tournament: Tournament, scope: LinkScope, **bearer: Any) -> tuple[AccessLink, str]:
    made, token = links.issue(tournament, scope, now=NOW, **bearer)
    AccessLink.objects.filter(pk=made.pk).update(valid_to=datetime(2100, 1, 1, tzinfo=UTC))
    return made, token


def client_of(subject: Membership | AccessLink | None) -> Client:
    """Return a browser: signed in with an account, holding a link, or of the public (None)."""
    client = Client()
    if isinstance(subject, Membership):
        assert subject.user is not None
        client.force_login(subject.user, backend="django.contrib.auth.backends.ModelBackend")
    elif isinstance(subject, AccessLink):
        session = client.session
        session["links"] = [subject.pk]
        session.save()
    return client


def unit(tournament: Tournament, name: str, order: int = 0) -> Unit:
    return Unit.objects.get_or_create(
        tournament=tournament, name_key=name.casefold(), defaults={"name": name, "order": order}
    )[0]


def person(tournament: Tournament, name: str, of: Unit | None = None, *, consent: bool = True) -> Person:
    return Person.objects.create(
        tournament=tournament, unit=of, name=name, name_key=name.casefold(), public_consent_at=NOW if consent else None
    )


def team(
    tournament: Tournament,
    first: str,
    second: str,
    *,
    unit_name: str = "",
    consent: bool = True,
    state: EntryState = EntryState.ACCEPTED,
    division: str = "",
) -> Team:
    """Make an entered pair with a number, its entry and the first player's contact; in the first division by itself."""
    of = unit(tournament, unit_name) if unit_name else None
    tournament.last_team_number += 1
    tournament.save(update_fields=["last_team_number"])
    rows = tournament.divisions.all()
    plays_in = rows.get(code=division) if division else rows[0]
    pair = Team.objects.create(tournament=tournament, division=plays_in, unit=of, number=tournament.last_team_number)
    people = [person(tournament, name, of, consent=consent) for name in (first, second)]
    for order, who in enumerate(people):
        Member.objects.create(team=pair, person=who, order=order, joined_at=NOW)
    Contact.objects.create(person=people[0], phone=f"1380000{pair.number:04}", email=f"pair{pair.number}@example.org")
    Entry.objects.create(
        tournament=tournament,
        division=plays_in,
        team=pair,
        applicant=people[0],
        state=state,
        source=EntrySource.ONLINE,
        key=f"{tournament.slug}-{pair.number}",
        fingerprint="0" * 64,
        queued_at=NOW + timedelta(seconds=pair.number),
        privacy_accepted_at=NOW,
        consent_declared_at=NOW if consent else None,
    )
    return pair


def pair_names(index: int) -> tuple[str, str]:
    first, second = (SURNAMES[(2 * index + place) % len(SURNAMES)] for place in (0, 1))
    return f"{first}一{index:02}", f"{second}二{index:02}"


def eighteen(tournament: Tournament) -> list[Team]:
    """Enter two pairs of each of the nine units; pair i has lot LOTS[i] in `drawn`."""
    order = [(place % 9, place) for place in range(18)]
    return [team(tournament, *pair_names(place), unit_name=UNITS[letter]) for letter, place in order]


def drawn(tournament: Tournament) -> dict[str, Team]:
    """Enter 18 pairs and release both rounds of the printed table; returns the team of each lot."""
    by_lot = dict(zip(LOTS, eighteen(tournament), strict=True))
    stage = Stage.objects.get(division__tournament=tournament)
    stage.rules = tournament.rules
    stage.save(update_fields=["rules"])
    Tournament.objects.filter(pk=tournament.pk).update(entries_frozen_at=NOW)
    for lot, pair in by_lot.items():
        StageEntry.objects.create(stage=stage, team=pair, lot=lot)
    for number, meetings in enumerate((ROUND_1, ROUND_2), start=1):
        clock = Clock.objects.create(tournament=tournament, seconds=7200, reminder_seconds=1800, last_deals=3)
        current = Round.objects.create(
            stage=stage, number=number, state=RoundState.RELEASED, released_at=NOW, clock=clock
        )
        for table, meeting in enumerate(meetings, start=1):
            match = Match.objects.create(round=current, number=table, table=table)
            for position, lot in enumerate(meeting.split()):
                MatchSide.objects.create(match=match, round=current, position=position, team=by_lot[lot], lot=lot)
    return by_lot
