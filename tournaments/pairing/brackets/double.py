"""Double elimination: out with the second loss; the winner of the losers' side comes to the final, twice if need be."""

from collections.abc import Sequence

from tournaments.pairing.brackets.single import Sheet, check_seats
from tournaments.pairing.brackets.values import BracketMatch, Side


def double_bracket_of(seats: Sequence[Side], *, reset_final: bool = True) -> tuple[BracketMatch, ...]:
    """Lay out all matches for seats in the order of the bracket.

    The losers of a round of the main side enter against those who are left on the losers' side, every other time from
    the far end, so that two who met do not meet again soon. reset_final: a second final where the first is won by the
    side that had lost before. Second is who loses the last final, third who loses the last match of the losers' side.
    """
    check_seats(seats)
    sheet = Sheet()
    alive = list(seats)
    turn = 1
    below: list[Side] = []
    while len(alive) > 1:
        results = [sheet.play(turn, "main", (one, other)) for one, other in zip(alive[::2], alive[1::2], strict=True)]
        alive = [winner for winner, _ in results]
        fallen = [loser for _, loser in results]
        if not below:
            below, turn = fallen, turn + 1
            below = _meet(sheet, turn, below)
        else:
            entering = fallen[::-1] if len(fallen) > 1 and turn % 4 else fallen
            turn += 1
            mixed = [side for pair in zip(entering, below, strict=True) for side in pair]
            below = _meet(sheet, turn, mixed, last=len(mixed) == 2)  # noqa: PLR2004 - a match has two sides
            if len(below) > 1:
                turn += 1
                below = _meet(sheet, turn, below)
    _finals(sheet, turn, alive[0], below[0], reset_final=reset_final)
    return sheet.numbered()


def _meet(sheet: Sheet, turn: int, sides: Sequence[Side], *, last: bool = False) -> list[Side]:
    """Play a round of the losers' side; who has nobody to play goes on without a match."""
    if len(sides) == 1:
        return list(sides)
    winners: list[Side] = []
    for one, other in zip(sides[::2], sides[1::2], strict=True):
        if one.is_bye or other.is_bye:
            winners.append(other if one.is_bye else one)
        else:
            winners.append(sheet.play(turn, "losers", (one, other), (0, 3) if last else (0, 0))[0])
    return winners


def _finals(sheet: Sheet, turn: int, best: Side, challenger: Side, *, reset_final: bool) -> None:
    places = (0, 0) if reset_final else (1, 2)
    winner, loser = sheet.play(turn + 1, "final", (best, challenger), places)
    if reset_final:
        sheet.play(turn + 2, "reset", (winner, loser), (1, 2), conditional=True)
