"""What the portal counts of every stage, as figures for the oracle."""

from collections.abc import Sequence
from fractions import Fraction

from scoring.stages import places_of
from scoring.standings import Standings
from tournaments.models import Tournament
from tournaments.rehearsal.oracle.awards import Given
from tournaments.rehearsal.oracle.findings import Counted
from tournaments.selectors.awards import award_list
from tournaments.selectors.stages import stages_of
from tournaments.selectors.standings import Table, count


def counted_of(tournament: Tournament) -> list[Counted]:
    """Count every stage anew, in order."""
    return [counted(count(tournament, of=stage)) for stage in stages_of(tournament)]


def given_in(tournament: Tournament) -> list[Given]:
    """Return the awards that the portal gives, in order; none before there is a list."""
    found = award_list(tournament)
    given = found.given if found is not None else ()
    return [Given(each.award, each.division, tuple(winner.team for winner in each.teams)) for each in given]


def counted(table: Table) -> Counted:
    shown = [group.standings for group in table.groups] or [table.standings]
    return Counted(
        places=table.places,
        groups={group.group_id: places_of(group.standings) for group in table.groups},
        points=_points(shown),
        totals={row.team: Fraction(row.total) for each in shown for row in each.rows},
    )


def _points(shown: Sequence[Standings]) -> dict[tuple[int, int], Fraction]:
    return {
        (row.team, number): Fraction(cell.points)
        for each in shown
        for row in each.rows
        for number, cell in zip(each.rounds, row.rounds, strict=True)
        if cell is not None and cell.points is not None
    }
