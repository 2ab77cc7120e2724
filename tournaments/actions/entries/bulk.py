"""Entering many pairs in one act: what `register` makes for one is made for all, a table of the database at a time."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from django.utils import timezone

from tournaments.actions import links, mail, rows
from tournaments.actions.entries.applications import PLAYERS, Application, division_code, person_key, unit_key
from tournaments.actions.log import record_all
from tournaments.errors import Refusal
from tournaments.models import Contact, Entry, EntrySource, Member, Person, Team, Tournament, Unit
from tournaments.policy import Actor
from tournaments.selectors import entries
from tournaments.states import EntryState

Value = TypeVar("Value")


def enter_all(actor: Actor, event: Tournament, applications: Mapping[str, Application], *, language: str) -> None:
    """Enter the organizer's pairs under their keys, in their order, behind those that are there.

    None of the keys may be in use. The event must be locked, the actor permitted.
    """
    now = timezone.now()
    if entries.window_state(event, now) == "over":
        raise Refusal("event_over")
    pairs = list(applications.values())
    numbers = _numbers(event, len(pairs))
    units = _units(event, pairs)
    codes, divisions = _divisions(event, pairs)
    teams = rows.store(Team, tournament_id=event.pk, division_id=divisions, unit_id=units, number=numbers)
    applicants = _make_players(event, pairs, teams, units, language=language, now=now)
    places = _places(event, codes)
    states = [EntryState.ACCEPTED if place is None else EntryState.WAITING for place in places]
    made = rows.store(
        Entry,
        tournament_id=event.pk,
        division_id=divisions,
        team_id=teams,
        applicant_id=applicants,
        state=states,
        source=EntrySource.LIST,
        key=list(applications),
        fingerprint=[pair.fingerprint for pair in pairs],
        queued_at=now,
        consent_declared_at=[now if pair.consent else None for pair in pairs],
        note=[pair.note for pair in pairs],
    )
    tokens = links.issue_to_teams(event, teams, now=now)
    said = [
        {"team": number, "state": state, "by": EntrySource.LIST} for number, state in zip(numbers, states, strict=True)
    ]
    record_all(actor, event, "entry.made", Entry, list(zip(made, said, strict=True)), now=now)
    received = [
        mail.Received(entry, state, number, pair.players, pair.email, place, token, code)
        for entry, state, number, pair, place, token, code in zip(
            made, states, numbers, pairs, places, tokens, codes, strict=True
        )
    ]
    mail.tell_received(event, received, language=language, now=now)


def _numbers(event: Tournament, pairs: int) -> list[int]:
    """Take the next numbers of teams."""
    first = event.last_team_number + 1
    event.last_team_number += pairs
    event.save(update_fields=["last_team_number"])
    return list(range(first, first + pairs))


def _make_players(
    event: Tournament,
    pairs: Sequence[Application],
    teams: Sequence[int],
    units: Sequence[int | None],
    *,
    language: str,
    now: datetime,
) -> list[int]:
    """Make the players of every team; return the first of each, who has the contact."""
    names = [name for pair in pairs for name in pair.players]
    people = rows.store(
        Person,
        tournament_id=event.pk,
        unit_id=_twice(units),
        name=names,
        name_key=[person_key(name) for name in names],
        public_consent_at=_twice([now if pair.consent else None for pair in pairs]),
    )
    orders = list(range(PLAYERS)) * len(teams)
    rows.store(Member, team_id=_twice(teams), person_id=people, order=orders, joined_at=now)
    applicants = people[::PLAYERS]
    phones, emails = [pair.phone for pair in pairs], [pair.email for pair in pairs]
    rows.store(Contact, person_id=applicants, phone=phones, email=emails, language=language)
    return applicants


def _twice(values: Sequence[Value]) -> list[Value]:
    """Return what a pair has for each of its players."""
    return [value for value in values for _player in range(PLAYERS)]


def _units(event: Tournament, pairs: Sequence[Application]) -> list[int | None]:
    """Return the unit of each pair, for a merged one what it became; a new name makes a listed unit."""
    there = Unit.objects.filter(tournament=event).values_list("name_key", "pk", "merged_into_id", "order")
    ids = {key: pk for key, pk, _into, _order in there}
    became = {pk: into for _key, pk, into, _order in there if into is not None}
    new: dict[str, str] = {}
    for pair in pairs:
        if pair.unit_name and (key := unit_key(pair.unit_name)) not in ids:
            new.setdefault(key, pair.unit_name)
    if new:
        last = max((order for *_unit, order in there), default=0)
        orders = list(range(last + 1, last + 1 + len(new)))
        made = rows.store(Unit, tournament_id=event.pk, name=list(new.values()), name_key=list(new), order=orders)
        ids |= zip(new, made, strict=True)
    return [_root(ids[unit_key(pair.unit_name)], became) if pair.unit_name else None for pair in pairs]


def _root(unit: int, became: Mapping[int, int]) -> int:
    while unit in became:
        unit = became[unit]
    return unit


def _divisions(event: Tournament, pairs: Sequence[Application]) -> tuple[list[str], list[int]]:
    """Return the division of each pair, by its code and its id."""
    rows = dict(event.divisions.order_by("order", "pk").values_list("code", "pk"))
    plans = event.regulations.divisions
    named = {each.division for each in pairs} if plans else {""}
    known = {name: division_code(plans, name) if plans else next(iter(rows)) for name in named}
    codes = [known[each.division if plans else ""] for each in pairs]
    return codes, [rows[code] for code in codes]


def _places(event: Tournament, codes: Sequence[str]) -> list[int | None]:
    """Return where each pair stands on the waiting list of its division, from 1; None where there is a place for it."""
    settings, found = event.regulations.registration, list[int | None]([None] * len(codes))
    for pool in event.regulations.pools:
        counts = entries.counts(event, pool.codes)
        room = 0 if counts.waiting else max(0, pool.capacity - counts.used(settings))
        mine = [at for at, code in enumerate(codes) if not pool.codes or code in pool.codes]
        for place, at in enumerate(mine[room:], start=counts.waiting + 1):
            found[at] = place
    return found
