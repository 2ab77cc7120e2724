"""Round robin by the circle: everybody meets everybody, once or twice; with an odd number one sits out each round."""

from collections.abc import Sequence

from tournaments.pairing.refusals import DrawRefused
from tournaments.pairing.values import DrawnMatch, DrawnRound


def round_robin(teams: Sequence[int], *, double: bool = False, first_table: int = 1) -> tuple[DrawnRound, ...]:
    """Give rounds numbered from 1 with tables from `first_table` on; nobody stays at one table or on one side.

    Of two sides each team has either as often as the other, or once more. double: all again with the sides exchanged.
    Raises DrawRefused("group_of_one"), ("team_twice").
    """
    least = 2
    if len(teams) < least:
        raise DrawRefused("group_of_one", {"teams": len(teams)})
    if len(set(teams)) < len(teams):
        raise DrawRefused("team_twice", {"team": next(team for team in teams if list(teams).count(team) > 1)})
    places: list[int | None] = [*teams, *([None] if len(teams) % 2 else [])]
    single = [_round(places, turn) for turn in range(len(places) - 1)]
    rounds = [*single, *([(other, one) for one, other in pairs] for pairs in single)] if double else single
    return tuple(_seat(pairs, number, first_table) for number, pairs in enumerate(rounds, start=1))


def _round(places: Sequence[int | None], turn: int) -> list[tuple[int | None, int | None]]:
    *ring, last = places
    first = (last, ring[turn]) if turn % 2 else (ring[turn], last)
    others = [(ring[(turn + step) % len(ring)], ring[(turn - step) % len(ring)]) for step in range(1, len(places) // 2)]
    at = turn % (len(others) + 1)
    return [*others[:at], first, *others[at:]]


def _seat(pairs: Sequence[tuple[int | None, int | None]], number: int, first_table: int) -> DrawnRound:
    playing = [(one, other) for one, other in pairs if one is not None and other is not None]
    byes = tuple(team for pair in pairs if None in pair for team in pair if team is not None)
    return DrawnRound(
        number, tuple(DrawnMatch(table, sides) for table, sides in enumerate(playing, start=first_table)), byes
    )
