"""Single elimination: from seats in bracket order to all matches, with places played for as deep as wanted."""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.pairing.brackets.values import BYE, BracketMatch, Part, Side
from tournaments.pairing.refusals import DrawRefused

Place = tuple[int, int]
NOWHERE: Place = (0, 0)


class Sheet:
    """Matches as they are written down: by round, numbered at the end in the order of play."""

    def __init__(self) -> None:
        self.matches: list[BracketMatch] = []

    def play(
        self, number: int, part: Part, sides: tuple[Side, Side], places: Place = NOWHERE, *, conditional: bool = False
    ) -> tuple[Side, Side]:
        """Write a match of this round down; give its winner and its loser as sides of later matches.

        A bye never wins and is never written against a bye: what would be such a match is a bye itself.
        """
        one, other = sides
        if one.is_bye and other.is_bye:
            return BYE, BYE
        key = len(self.matches) + 1
        self.matches.append(BracketMatch(key, number, part, sides, places, conditional))
        if one.is_bye or other.is_bye:
            return (other if one.is_bye else one), BYE
        return Side("winner", match=key), Side("loser", match=key)

    def settle(self, loser: Side, place: int) -> None:
        """Say which place is left for the loser of a match where nobody else lost in its round."""
        for at, match in enumerate(self.matches):
            if match.number == loser.match:
                self.matches[at] = replace(match, places=(match.places[0], place))

    def numbered(self) -> tuple[BracketMatch, ...]:
        """Give the matches in the order of rounds, within a round the deciding ones last, numbered from 1."""
        order = sorted(self.matches, key=lambda match: (match.round, match.part in {"main", "final", "reset"}))
        number = {match.number: place for place, match in enumerate(order, start=1)}
        turn = {turn: place for place, turn in enumerate(sorted({match.round for match in order}), start=1)}

        def moved(side: Side) -> Side:
            return side if side.match is None else Side(side.source, match=number[side.match])

        return tuple(
            replace(
                match,
                number=number[match.number],
                round=turn[match.round],
                sides=(moved(match.sides[0]), moved(match.sides[1])),
            )
            for match in order
        )


def bracket_of(
    seats: Sequence[Side], *, third_place: bool = False, placement: int = 0, until: int = 1
) -> tuple[BracketMatch, ...]:
    """Lay out all matches for seats in the order of the bracket: seats 0 and 1 meet first, then winners of neighbours.

    seats: 2, 4, 8 … sides, byes among them. placement: the lowest place that is played for (third_place is 4). until:
    it ends when at most so many are left. Raises DrawRefused: bad_bracket_size, bye_against_bye, nobody_goes_out.
    """
    check_seats(seats)
    if until >= len(seats):
        raise DrawRefused("nobody_goes_out", {"seats": len(seats), "until": until})
    sheet = Sheet()
    deepest = max(placement, 4 if third_place else 2) if until == 1 else 0
    _play_for(sheet, seats, 1, 1, deepest, "main", until)
    return sheet.numbered()


def check_seats(seats: Sequence[Side]) -> None:
    least = 2
    if len(seats) < least or len(seats) & (len(seats) - 1):
        raise DrawRefused("bad_bracket_size", {"seats": len(seats)})
    for one, other in zip(seats[::2], seats[1::2], strict=True):
        if one.is_bye and other.is_bye:
            raise DrawRefused("bye_against_bye")


def _play_for(
    sheet: Sheet, seats: Sequence[Side], top: int, number: int, deepest: int, part: Part, until: int = 1
) -> None:
    """Play for the places from `top` down among these seats, from this round on; losers play on for theirs."""
    losers_by_round: list[tuple[int, list[Side], Part]] = []
    alive, entrants = list(seats), sum(not side.is_bye for side in seats)
    turn = number
    while len(alive) > until:
        final = len(alive) == 2  # noqa: PLR2004 - a final has two sides
        places = (top, top + 1) if final else NOWHERE
        results = [
            sheet.play(turn, part, (one, other), places) for one, other in zip(alive[::2], alive[1::2], strict=True)
        ]
        alive = [winner for winner, _ in results]
        losers_by_round.append((turn, [loser for _, loser in results if not loser.is_bye], part))
        turn += 1
    best = top + entrants
    for turn, losers, _ in losers_by_round:
        best -= len(losers)
        if len(losers) == 1:
            sheet.settle(losers[0], best)
        elif losers and best <= deepest:
            next_part: Part = "third" if (best, len(losers)) == (3, 2) else "places"
            _play_for(sheet, spread(losers), best, turn + 1, deepest, next_part)


def spread(sides: Sequence[Side]) -> list[Side]:
    """Give seats for these sides, in the order of their strength as far as it is known, with byes to the first."""
    size = bracket_size(len(sides))
    return [sides[seed - 1] if seed <= len(sides) else BYE for seed in standard_order(size)]


def bracket_size(count: int) -> int:
    """Give the next power of two."""
    return 1 << max(1, (count - 1).bit_length())


def standard_order(size: int) -> list[int]:
    """Give the seeds in the order of the bracket: 1, 8, 4, 5, 2, 7, 3, 6 for eight, so that the best meet late."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for each in order for seed in (each, total - each)]
    return order


def downstream(bracket: Sequence[BracketMatch], number: int) -> tuple[int, ...]:
    """Name the matches that depend on this one, in the order of play."""
    reached = {number}
    for match in bracket:
        if any(side.match in reached for side in match.sides):
            reached.add(match.number)
    return tuple(sorted(reached - {number}))
