"""Who meets whom, and who sits where."""

from collections import Counter
from collections.abc import Mapping, Sequence

from scoring.ruleset import Ruleset
from tournaments.pairing import S1_7, Constraints, DrawnMatch, DrawnRound, Entrant, FixedTable, Inputs, violations
from tournaments.transfer.vectors.errors import Unread
from tournaments.transfer.vectors.given import Given
from tournaments.transfer.vectors.words import word

CIRCLE = ("E", "S", "W", "N")
PLAYERS = 2


def pairing_table(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    """Read a round off the printed table of these rules."""
    table = _table(ruleset)
    number = given.number("round")
    if not 1 <= number <= len(table.rounds):
        raise Unread(f"who meets whom in round {number}: the table has {len(table.rounds)}")
    tables = ["-".join(pair) for pair in table.rounds[number - 1]]
    return {"tables": tables, "pairings": tables, "count": len(tables), "lots": list(table.lots)}


def _table(ruleset: Ruleset) -> FixedTable:
    if ruleset.event.draw.value != "lots_template":
        raise Unread("who meets whom: these rules have no printed table")
    return S1_7


def pairing_check(_: Ruleset, given: Given) -> Mapping[str, object]:
    """Look for what a draw may break in rounds that are given: lots of one letter count as one unit."""
    rounds = [[_pair(each) for each in _listed(tables)] for tables in given.items("rounds")]
    lots = list(dict.fromkeys(lot for each in rounds for pair in each for lot in pair))
    letters = sorted({lot[0] for lot in lots})
    inputs = Inputs(tuple(Entrant(lots.index(lot), letters.index(lot[0])) for lot in lots))
    drawn = [_drawn(number, each, lots) for number, each in enumerate(rounds, start=1)]
    flags = Counter(flag.code for flag in violations(drawn, inputs, Constraints()))
    once = all(Counter(lot for pair in each for lot in pair) == Counter(lots) for each in rounds)
    return {
        "every_lot_once_per_round": once,
        "repeat_opponents": flags["rematch"],
        "same_letter_meetings": flags["own_unit"],
        "lots": len(lots),
    }


def _drawn(number: int, pairs: Sequence[tuple[str, str]], lots: Sequence[str]) -> DrawnRound:
    matches = [
        DrawnMatch(table, (lots.index(one), lots.index(other))) for table, (one, other) in enumerate(pairs, start=1)
    ]
    return DrawnRound(number, tuple(matches))


def _listed(given: object) -> Sequence[object]:
    if not isinstance(given, list):
        raise Unread(f"which tables are {given!r}")
    return given


def _pair(given: object) -> tuple[str, str]:
    """Read "A1-B1" or a list of two lots."""
    lots = given.split("-") if isinstance(given, str) else given
    if not isinstance(lots, list) or len(lots) != PLAYERS or not all(isinstance(lot, str) and lot for lot in lots):
        raise Unread(f"which two lots meet in {given!r}")
    return lots[0].strip(), lots[1].strip()


def seating(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    """Say whether partners sit opposite each other, who draws the seats, and whether they may change."""
    table = ruleset.table
    crossed = table.seating.value in {"partners_opposite", "lots_crossed"}
    if given.has("teams"):
        crossed = crossed and all(_opposite(_listed(team)) for team in given.items("teams"))
    return {
        "crossed": crossed,
        "drawn_by": word(table.seats_drawn_by.value),
        "by_lots": table.seating.value == "lots_crossed",
        "change_during_match": table.seats_may_change.value,
    }


def _opposite(team: Sequence[object]) -> bool:
    seats = [str(seat)[:1].upper() for seat in team]
    if len(seats) != PLAYERS or not set(seats) <= set(CIRCLE):
        raise Unread(f"which seats are {list(team)!r}")
    return (CIRCLE.index(seats[0]) - CIRCLE.index(seats[1])) % len(CIRCLE) == PLAYERS
