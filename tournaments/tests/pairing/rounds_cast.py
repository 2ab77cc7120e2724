"""Rounds by brute force: every pairing of a small field, and what it breaks."""

from functools import cache

from tournaments.pairing import Asked, Constraints, Entrant, Inputs, Standing, draw

METHODS_OF_ONE_ROUND = ("random_round", "swiss", "neighbours", "lot_order")


def field_of(*sizes, alone=0):
    """Teams 1, 2, … in units 1, 2, … of these sizes, then some of no unit."""
    units = [unit for unit, size in enumerate(sizes, start=1) for _ in range(size)]
    return tuple(Entrant(team, unit) for team, unit in enumerate([*units, *[None] * alone], start=1))


def draw_round(method, entrants, seed="1", *, met=(), had_bye=(), standing=(), asked=None, **constraints):
    standing = standing or tuple(Standing(entrant.team, lot=entrant.team) for entrant in entrants)
    inputs = Inputs(entrants, tuple(met), tuple(had_bye), tuple(standing), asked or Asked())
    return draw(method, "1", inputs, Constraints(**constraints), str(seed), 1)


def pairs_of(outcome):
    return {frozenset(match.sides) for match in outcome.rounds[0].matches}


def bye_of(outcome):
    return outcome.rounds[0].byes


@cache
def all_pairings(teams):
    """List every pairing; None stands for the bye."""
    if len(teams) % 2:
        return all_pairings((*teams, None))
    if not teams:
        return [()]
    first, rest = teams[0], teams[1:]
    return [
        ((first, other), *pairing)
        for other in rest
        for pairing in all_pairings(tuple(team for team in rest if team != other))
    ]


def broken_by(pairing, entrants, met=(), had_bye=(), forbidden=()):
    """Count forbidden pairs, rematches, meetings in a unit and second byes."""
    unit = {entrant.team: entrant.unit for entrant in entrants}
    met, forbidden = {frozenset(pair) for pair in met}, {frozenset(pair) for pair in forbidden}
    playing = [pair for pair in pairing if None not in pair]
    resting = [team for pair in pairing if None in pair for team in pair if team is not None]
    return (
        sum(frozenset(pair) in forbidden for pair in playing),
        sum(frozenset(pair) in met for pair in playing),
        sum(unit[one] is not None and unit[one] == unit[other] for one, other in playing),
        sum(team in had_bye for team in resting),
    )


def as_pairing(outcome):
    drawn = outcome.rounds[0]
    return [*(match.sides for match in drawn.matches), *((team, None) for team in drawn.byes)]
