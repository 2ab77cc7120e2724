"""A whole site to walk through: events in every state, one browser for every role, and what must never get out.

Names hold markup, contacts hold canaries, so that a page that forgets to escape or to mask is seen.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tournaments.actions import clocks, deals, draws, entries, results, rulings
from tournaments.actions.at_table import Page
from tournaments.models import (
    AccessLink,
    Contact,
    Entry,
    LinkScope,
    Match,
    Membership,
    Paper,
    PaperKind,
    Person,
    ResultSheet,
    Role,
    Ruling,
    Team,
    Tournament,
    Unit,
    User,
)
from tournaments.selectors.papers import path_of
from tournaments.states import EntryState, EventState, PaperState
from tournaments.tests import cast
from tournaments.tests.results.hall import match_at, send

SLUG, OTHER, HIDDEN, UNDRAWN = "spring-cup", "autumn-cup", "hidden-cup", "early-cup"
PHONE, MAIL = "19912345678", "canary.bird@secret.example"
UNNAMED = ("藏名甲", "藏名乙")
PROBES = (
    "<xss-probe>甲</xss-probe>",
    '"><xss-probe x="',
    "'><xss-probe x='",
    '" onprobe="1',
    "' onprobe='1",
    "</script><xss-probe>",
    "</title></textarea></style><xss-probe>",
    "{{ 7|add:7 }}{% now 'Y' %}",
    "javascript:probe()//乙",
    "&lt;xss-probe&gt;\\u003cxss-probe\\u003e",
    "%(team)s %s {0} {team}",
)


def shut(response: HttpResponse) -> None:
    """Close the file that an answer would stream: `close()` of the answer itself ends the test's connection."""
    for close in response._resource_closers if response.streaming else ():
        close()


@dataclass(slots=True)
class World:
    """The events, and the browser of each role."""

    browsers: dict[str, Client] = field(default_factory=dict)
    arguments: dict[str, object] = field(default_factory=dict)
    event: Tournament = field(default_factory=Tournament)

    def ask(self, role: str, method: str, address: str, data: dict[str, Any] | None = None) -> HttpResponse:
        """Send one request and take back whatever it did: rows, cookies."""
        browser = self.browsers[role]
        cookies = browser.cookies.copy()
        json = {"content_type": "application/json"} if address.startswith("/api/") and method != "get" else {}
        with transaction.atomic():
            response: HttpResponse = getattr(browser, method)(address, data or {}, **json)
            shut(response)
            transaction.set_rollback(True)
        browser.cookies = cookies
        return response


def build() -> World:
    event = cast.event(
        SLUG,
        identity={"name": PROBES[0], "name_en": PROBES[1], "organizer": PROBES[5], "place": PROBES[3],
                  "address": PROBES[6], "notice": PROBES[5], "day": date(2026, 5, 16), "starts": time(9, 0)},
    )  # fmt: skip
    cast.eighteen(event)
    _name_like_attackers(event)
    world = World(event=event)
    people = {role: cast.member(event, role) for role in (Role.DESK, Role.CHIEF, Role.ORGANIZER, Role.AUDITOR)}
    organizer = cast.actor(event, cast.As.ORGANIZER, people[Role.ORGANIZER])
    referee, _its_actor = cast.referee(event, [1, 2, 3], name=PROBES[1])
    neighbour, _its_actor = cast.referee(event, [4, 5], name=PROBES[4])
    _play(event, organizer)
    other = cast.event(OTHER)
    elsewhere, _its_actor = cast.referee(other, [1])
    cast.event(HIDDEN, state=EventState.DRAFT)
    _undrawn()
    first, second = Team.objects.filter(tournament=event).order_by("number")[:2]
    bearers: dict[str, Membership | AccessLink | None] = {
        "anon": None,
        "team": cast.link(event, LinkScope.TEAM, team=first)[0],
        "team2": cast.link(event, LinkScope.TEAM, team=second)[0],
        "ref": cast.link(event, LinkScope.REFEREE, membership=referee)[0],
        "ref2": cast.link(event, LinkScope.REFEREE, membership=neighbour)[0],
        "refX": cast.link(other, LinkScope.REFEREE, membership=elsewhere)[0],
        "screen": cast.link(event, LinkScope.SCREEN, label=PROBES[3])[0],
        "desk": people[Role.DESK],
        "chief": people[Role.CHIEF],
        "org": people[Role.ORGANIZER],
        "audit": people[Role.AUDITOR],
        "orgX": cast.member(other, Role.ORGANIZER),
    }
    world.browsers = {role: cast.client_of(bearer) for role, bearer in bearers.items()}
    admin = User.objects.create_superuser("admin@example.org", "shengji-2026")
    world.browsers["admin"] = Client()
    world.browsers["admin"].force_login(admin, backend="django.contrib.auth.backends.ModelBackend")
    world.arguments = _arguments(event, referee, people[Role.DESK])
    return world


def _name_like_attackers(event: Tournament) -> None:
    people = list(Person.objects.filter(tournament=event).order_by("pk"))
    for person, name in zip(people, PROBES, strict=False):
        person.name = name
    for person, name in zip(people[-2:], UNNAMED, strict=True):
        person.name, person.public_consent_at = name, None
    Person.objects.bulk_update(people, ["name", "public_consent_at"])
    units = list(Unit.objects.filter(tournament=event).order_by("pk"))
    for unit, name in zip(units, PROBES, strict=False):
        unit.name = name
    Unit.objects.bulk_update(units, ["name"])
    Contact.objects.filter(person__tournament=event).update(phone=PHONE, email=MAIL)
    Entry.objects.filter(tournament=event).update(note=PROBES[5])


def _play(event: Tournament, organizer: cast.Actor) -> None:
    """Draw, start the first round, and leave tables official, submitted, disputed, forfeited and open."""
    entries.freeze(organizer, event)
    draw = draws.make(organizer, event)
    draws.check(organizer, event, draw.pk)
    draws.release(organizer, event, draw.pk)
    clocks.start(organizer, event, 1)
    send(organizer, event, match_at(event, 2), "9", "6")
    send(organizer, event, match_at(event, 3), "7", "A", confirmed_sides=(0,))
    send(organizer, event, match_at(event, 4), "5", "6")
    send(organizer, event, match_at(event, 4), "6", "5")
    match = match_at(event, 5)
    results.forfeit(organizer, event, match_id=match.pk, absent=[0], reason=PROBES[5], key="absent-at-five")
    first = Page(match_at(event, 1).pk, 1, 1)
    deals.record_deal(organizer, event, deals.DealForm(1, dealer=0, points=40), page=first, key="deal-one-at-one")
    warned = rulings.Ruled(1, "decision", effect="warning", note=PROBES[5])
    rulings.rule(organizer, event, warned, match_id=first.match_id, key="warning-at-one")


def _undrawn() -> Tournament:
    """An event with a checked draw that is not released."""
    event = cast.event(UNDRAWN)
    cast.team(event, "张早", "李早", unit_name="早起社")
    cast.team(event, "王早", "赵早", unit_name="晚睡社")
    cast.team(event, "钱早", "孙早", unit_name="午休社", state=EntryState.WAITING)
    organizer = cast.organizer(event)
    entries.freeze(organizer, event)
    draw = draws.make(organizer, event)
    draws.check(organizer, event, draw.pk)
    return event


def _arguments(event: Tournament, referee: Membership, desk: Membership) -> dict[str, object]:
    """Return a value for every argument of an address, by its name: things that really are there."""
    match = Match.objects.get(round__stage__division__tournament=event, round__number=1, table=1)
    stage = event.divisions.get().stages.get()
    return {
        "slug": event.slug,
        "number": 1,
        "table": 1,
        "match_id": match.pk,
        "sheet_id": ResultSheet.objects.filter(match__round__stage=stage, state="conflict").earliest("pk").pk,
        "draw_id": stage.draws.get().pk,
        "stage_id": stage.pk,
        "membership_id": referee.pk,
        "staff_id": desk.pk,
        "link_id": AccessLink.objects.get(tournament=event, scope=LinkScope.REFEREE, membership=referee).pk,
        "unit": Unit.objects.filter(tournament=event).earliest("pk").pk,
        "member": Team.objects.get(tournament=event, number=1).members.earliest("pk").pk,
        "paper_id": _paper(event).pk,
        "ruling_id": Ruling.objects.get(tournament=event, match=match).pk,
        "lot": stage.stage_entries.get(team__number=1).lot,
    }


def _paper(event: Tournament) -> Paper:
    """A ready draw table with names in full."""
    paper = Paper.objects.create(
        tournament=event,
        kind=PaperKind.DRAW,
        language="zh-hans",
        state=PaperState.READY,
        file=f"{event.slug}-draw.pdf",
        requested_at=cast.NOW,
        live_version=Tournament.objects.get(pk=event.pk).live_version,
    )
    path_of(paper).parent.mkdir(parents=True, exist_ok=True)
    path_of(paper).write_bytes(b"%PDF-1.7")
    return paper


@dataclass(frozen=True, slots=True)
class Address:
    """One entry of the URLconf."""

    name: str
    route: str
    arguments: tuple[str, ...]


def addresses() -> list[Address]:
    """List every named address of the site but the admin's, from the URLconf itself."""
    return [address for address in _walk(get_resolver().url_patterns, "") if not address.route.startswith("admin/")]


def _walk(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[Address]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route)
        else:
            yield Address(pattern.name or route, route, tuple(pattern.pattern.converters))


SPECIAL: dict[str, dict[str, object]] = {
    "event-section": {"code": "identity"},
    "manage-stage": {"code": "main"},
    "standings-stage": {"code": "main"},
    "manage-stage-format": {"code": "main"},
    "manage-stage-move": {"code": "main"},
    "manage-stage-remove": {"code": "main"},
    "event-state": {"verb": "finish"},
    "manage-ruleset-choose": {"ruleset": "s2"},
    "manage-ruleset-group": {"group": "kitty"},
    "ruleset": {"ruleset": "s1"},
    "manage-draw-act": {"verb": "uncheck"},
    "going-on-act": {"verb": "reopen"},
    "manage-round-act": {"verb": "pause"},
    "manage-standings-lots": {"key": "none"},
    "manage-standings-extra-deal": {"key": "none"},
    "manage-standings-card-cut": {"key": "none"},
    "manage-standings-draw-lots": {"key": "none"},
    "team-do": {"deed": "leave"},
    "styleguide_frame": {"frame": "event"},
    "password_reset_confirm": {"uidb64": "MQ", "token": "abc-def"},
}
BODIES: dict[str, dict[str, object]] = {
    "team-do": {"reason": "不来了"},
    "staff-add": {"email": "new@example.org", "role": "desk"},
    "event-state": {"reason": "还有一场"},
    "manage-paper-make": {"kind": "draw", "language": "zh-hans", "round": ""},
}


def route_to(address: Address, world: World, slug: str = SLUG) -> str:
    """Return the address with arguments that exist in the world; another event's slug keeps all ids."""
    known = {**world.arguments, "slug": slug, **SPECIAL.get(address.name, {})}
    if address.name == "staff-remove":
        known["membership_id"] = known["staff_id"]
    return reverse(address.name, kwargs={name: known[name] for name in address.arguments})


def body_of(address: Address, world: World) -> dict[str, object]:
    """Return what is posted there: a whole form for the API, else what lets the action begin."""
    if address.name not in API_BODIES:
        return BODIES.get(address.name, {"typed": "nothing"})
    shown = {"match": world.arguments["match_id"], "round": 1, "table": 1}
    if address.name == "api-rulings-reverse":
        shown = {"ruling": world.arguments["ruling_id"]}
    return {"key": "a-key-of-the-phone", **shown, **API_BODIES[address.name]}


API_BODIES: dict[str, dict[str, object]] = {
    "api-results": {
        "levels": ["9", "6"],
        "observed_at": datetime.now(UTC).isoformat(),
        "confirmed_sides": [0, 1],
    },
    "api-deals": {"number": 2, "dealer": 2, "points": 120},
    "api-deals-remove": {"number": 1, "reason": "记错了"},
    "api-rulings": {"side": 0, "offence": "slow_play", "deal": 2},
    "api-rulings-reverse": {"reason": "录像为证"},
    "api-arrivals": {"side": 0},
    "api-lateness": {"side": 0},
}
