"""Tables for the matches of a round: those asked for first, then the lowest free ones in order."""

from collections.abc import Sequence
from itertools import pairwise

from tournaments.pairing.refusals import DrawRefused
from tournaments.pairing.values import DrawnMatch, Inputs, Notice

Sides = tuple[int, int]


def check_asked(inputs: Inputs) -> None:
    """Refuse what cannot be asked of a round.

    Raises DrawRefused: unknown_team, team_twice, pair_with_itself, bad_table, table_twice, no_team_left.
    """
    asked = inputs.asked
    known = {entrant.team for entrant in inputs.entrants}
    placed: set[int] = set()
    for team in (*asked.absent, *asked.byes, *(team for fixed in asked.fixed for team in fixed[:2])):
        if team not in known:
            raise DrawRefused("unknown_team", {"team": team})
        if team in placed:
            raise DrawRefused("team_twice", {"team": team})
        placed.add(team)
    for one, other in (*asked.forbidden, *asked.wished):
        if one == other:
            raise DrawRefused("pair_with_itself", {"team": one})
    tables = [table for *_, table in (*asked.fixed, *asked.at_table)]
    if any(table < 0 for table in tables) or any(table == 0 for _, table in asked.at_table):
        raise DrawRefused("bad_table", {"table": min(tables)})
    wanted = sorted(table for _, _, table in asked.fixed if table)
    for one_table, next_table in pairwise(wanted):
        if one_table == next_table:
            raise DrawRefused("table_twice", {"table": one_table})
    if known == set(asked.absent):
        raise DrawRefused("no_team_left")


def seat(pairs: Sequence[Sides], inputs: Inputs) -> tuple[tuple[DrawnMatch, ...], tuple[Notice, ...]]:
    """Seat the drawn pairs in their order and those that were fixed; say whose table could not be kept."""
    asked = inputs.asked
    if not asked.fixed and not asked.at_table:
        return tuple([DrawnMatch(table, sides) for table, sides in enumerate(pairs, start=1)]), ()
    sides_at: dict[int, Sides] = {table: (one, other) for one, other, table in asked.fixed if table}
    waiting: list[Sides] = [(one, other) for one, other, table in asked.fixed if not table]
    wanted = dict(asked.at_table)
    notices: list[Notice] = []
    later: list[Sides] = []
    for sides in [*waiting, *pairs]:
        tables = [(team, wanted[team]) for team in sides if team in wanted]
        kept = next((table for _, table in tables if table not in sides_at), None)
        if kept is None:
            later.append(sides)
        else:
            sides_at[kept] = sides
        notices.extend(
            Notice("table_not_kept", {"team": team, "table": table}) for team, table in tables if table != kept
        )
    table = 1
    for sides in later:
        while table in sides_at:
            table += 1
        sides_at[table] = sides
    return tuple(DrawnMatch(table, sides_at[table]) for table in sorted(sides_at)), tuple(notices)
