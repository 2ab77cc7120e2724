"""The facts of a notice that speak of the event as a whole: entries, divisions, days, awards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

from tournaments.events import facts as f
from tournaments.rehearsal.oracle.awards import Given, divisions_of, final_order
from tournaments.rehearsal.oracle.findings import Case, Violation
from tournaments.rehearsal.oracle.stages import order_of, source_of

AWARD_FIELDS = ("places", "share", "loser_of", "drawn")


@dataclass(frozen=True, slots=True)
class Whole:
    """The event: its stages, its document, and who gets what."""

    cases: Sequence[Case]
    document: Mapping[str, Any]
    given: Sequence[Given]

    def case(self, code: str) -> Case:
        return next(each for each in self.cases if each.row.code == code)


def check_event(fact: f.Fact, whole: Whole) -> Iterator[Violation]:
    """Yield what contradicts a fact of the whole event; nothing of any other fact."""
    judge = CHECKS.get(type(fact))
    if judge is not None:
        for words in judge(whole, fact):
            yield Violation(f"fact {fact.fact}", getattr(fact, "stage", ""), None, words)


def _entry(whole: Whole, fact: f.Entry) -> Iterator[str]:
    held = whole.document["registration"]["entry"]
    for name, value in fact.model_dump(exclude={"fact"}, exclude_none=True).items():
        if held[name] != value:
            yield f"{name} is {held[name]}, not {value}"


def _divisions(whole: Whole, fact: f.InDivisions) -> Iterator[str]:
    if divisions_of(whole.document) != list(fact.codes):
        yield f"the divisions are {divisions_of(whole.document)}"
    for case in whole.cases:
        for game in case.row.games:
            of = {case.row.seats[team].division for team in game.teams}
            if len(of) > 1 or not of <= set(fact.codes):
                yield f"{game.teams} meet in round {game.round}, of {sorted(of)}"
    if whole.cases[-1].over:
        seats = {team: seat for case in whole.cases for team, seat in case.row.seats.items()}
        for code in fact.codes:
            teams = {team for team, seat in seats.items() if seat.division == code and seat.here}
            if teams != {team for tie in final_order(whole.cases, code) for team in tie}:
                yield f"not everybody of {code} is ranked there"


def _starts(whole: Whole, fact: f.Starts) -> Iterator[str]:
    identity = whole.document["identity"]
    plan = next(plan for plan in whole.document["stages"] if plan["code"] == fact.stage)
    if plan["starts_at"] is None:
        yield "the stage has no time of its own"
        return
    at = datetime.fromisoformat(plan["starts_at"]).astimezone(ZoneInfo(identity["zone"]))
    days = (at.date() - datetime.fromisoformat(identity["day"]).date()).days
    if (days, f"{at:%H:%M}") != (fact.days, fact.at):
        yield f"it begins after {days} days at {at:%H:%M}"


def _left(whole: Whole, fact: f.Left) -> Iterator[str]:
    case = whole.case(fact.stage)
    if not case.row.closed:
        return
    played = [game for game in case.row.games if game.sheet]
    lost = {team for game in played for team in game.teams if team != game.winner}
    left = [team for team, seat in case.row.seats.items() if team not in lost and seat.active]
    nobody_missing = all(seat.active for seat in case.row.seats.values())
    each_has_a_winner = all(game.winner is not None for game in played)
    if case.full and nobody_missing and each_has_a_winner and len(left) != fact.teams:
        yield f"{len(left)} teams are left, not {fact.teams}"


def _bands(whole: Whole, fact: f.Bands) -> Iterator[str]:
    case = whole.case(fact.stage)
    source = source_of(case)
    if source is None or not case.row.rounds or case.row.rounds[0].closed:
        return  # who leaves later changes the order of the stage before, not who was put together by it
    place = {team: number for number, tie in enumerate(order_of(source)) for team in tie}
    groups: dict[int | None, list[int]] = {}
    for team, seat in case.row.seats.items():
        groups.setdefault(seat.group, []).append(place[team])
    spans = sorted((min(places), max(places)) for places in groups.values())
    if any(later[0] < earlier[1] for earlier, later in pairwise(spans)):
        yield f"the groups hold places {spans}"
    if case.full and any(len(places) != fact.size for places in groups.values()):
        yield f"the groups have {sorted(map(len, groups.values()))} teams"


def _awarded(whole: Whole, fact: f.Awarded) -> Iterator[str]:
    """The regulations hold the award as the notice has it, and it is given; to whom is judged with all awards."""
    row = next((row for row in whole.document["awards"]["rows"] if row["code"] == fact.award), None)
    if row is None:
        yield f"there is no award {fact.award}"
        return
    to = row["goes_to"]
    match to["by"]:
        case "places":
            held: object = (to["first"], to["last"])
        case "share":
            held = (to["above"], to["to"])
        case _:
            held = to["round"] if to["by"] == "best_loser" else to["count"]
    name = {"best_loser": "loser_of"}.get(to["by"], to["by"])
    said = next((each, getattr(fact, each)) for each in AWARD_FIELDS if getattr(fact, each) is not None)
    if said != (name, held) or (to.get("of") == "rest") != fact.rest:
        yield f"{fact.award} goes by {name} {held}"
    if whole.cases[-1].over:
        got = [each for each in whole.given if each.award == fact.award]
        wanted = len(divisions_of(whole.document)) if fact.each_division else 1
        if len(got) != wanted:
            yield f"{fact.award} is given {len(got)} times"


CHECKS: Mapping[type[Any], Callable[[Whole, Any], Iterator[str]]] = {
    f.Entry: _entry,
    f.InDivisions: _divisions,
    f.Starts: _starts,
    f.Left: _left,
    f.Bands: _bands,
    f.Awarded: _awarded,
}
