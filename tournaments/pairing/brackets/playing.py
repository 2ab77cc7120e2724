"""Who sits where in a bracket after some of its matches: derived anew from the bracket and what was decided."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.pairing.brackets.values import BracketMatch, Side

OPEN: Final = None
NOBODY: Final = 0
Seat = int | None
NOT_NEEDED: Final = (NOBODY, NOBODY)


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided of a match: the side that won (0 or 1), or None where neither goes on."""

    winner: int | None


def seats_now(
    bracket: Sequence[BracketMatch],
    decided: Mapping[int, Decided],
    *,
    out: Container[int] = (),
    fixed: Mapping[tuple[int, int], int] | None = None,
) -> dict[int, tuple[Seat, Seat]]:
    """Return both sides of every match by its number: a team, OPEN while it is not known, NOBODY where none will come.

    Whoever has NOBODY as opponent goes on without playing; NOBODY never wins, and of two of them nobody goes on. Teams
    in `out` come to no match that is not decided. `fixed`: who sits at (match, side) whatever the bracket says. A
    conditional match has NOBODY on both sides until it is known to be needed.
    """
    seats: dict[int, tuple[Seat, Seat]] = {}
    for match in bracket:
        one, other = (
            _seat(match, side, position, seats, decided, out, fixed or {}) for position, side in enumerate(match.sides)
        )
        kept = any((match.number, position) in (fixed or {}) for position in (0, 1))
        seats[match.number] = (one, other) if kept or _is_needed(match, decided) else NOT_NEEDED
    return seats


def winner_of(seats: tuple[Seat, Seat], decided: Decided | None) -> Seat:
    """Return who goes on from a match."""
    if NOBODY in seats:
        return seats[1] if seats[0] == NOBODY else seats[0]
    if decided is None:
        return OPEN
    return NOBODY if decided.winner is None else seats[decided.winner]


def loser_of(seats: tuple[Seat, Seat], decided: Decided | None) -> Seat:
    """Return who lost a match; NOBODY where it was not played."""
    if NOBODY in seats:
        return NOBODY
    if decided is None:
        return OPEN
    return NOBODY if decided.winner is None else seats[1 - decided.winner]


def _seat(
    match: BracketMatch,
    side: Side,
    position: int,
    seats: Mapping[int, tuple[Seat, Seat]],
    decided: Mapping[int, Decided],
    out: Container[int],
    fixed: Mapping[tuple[int, int], int],
) -> Seat:
    if (match.number, position) in fixed:
        return fixed[match.number, position]
    if side.is_bye:
        return NOBODY
    team = side.team
    if side.match is not None:
        goes_on = winner_of if side.source == "winner" else loser_of
        team = goes_on(seats[side.match], decided.get(side.match))
    gone = team and team in out and match.number not in decided
    return NOBODY if gone else team


def _is_needed(match: BracketMatch, decided: Mapping[int, Decided]) -> bool:
    """A second final is played where the first was won by its second side, who had lost before."""
    if not match.conditional:
        return True
    first = decided.get(match.sides[0].match or 0)
    return first is not None and first.winner == 1


def plays_for(bracket: Sequence[BracketMatch]) -> dict[int, int]:
    """Return the highest place that each match's winner can still come to, by the number of the match."""
    onward = {side.match: match for match in bracket for side in match.sides if side.source == "winner"}
    found: dict[int, int] = {}
    for match in reversed(bracket):
        after = onward.get(match.number)
        found[match.number] = found[after.number] if after is not None and not match.places[0] else match.places[0] or 1
    return found
