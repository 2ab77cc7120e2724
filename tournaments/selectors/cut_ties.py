"""Ties that only lots part, in the stage that was played last: places that are shared, and those over a cut."""

from dataclasses import dataclass

from tournaments.models import Stage, StageEntry, Tournament
from tournaments.pairing.tie_lots import drawing_of
from tournaments.selectors.going_on import open_ties
from tournaments.selectors.standings import Table, count


@dataclass(frozen=True, slots=True)
class Undecided:
    """Ties by place, as if no lot had been drawn; `over_the_cut`: those that no place shows (across groups, knockouts).

    `lots`: what teams drew, by team.
    """

    table: Table
    by_place: tuple[tuple[int, ...], ...]
    over_the_cut: tuple[tuple[int, ...], ...]
    lots: dict[int, int]

    def drawn(self, teams: tuple[int, ...]) -> dict[int, int]:
        """Return the lots that these teams drew together; nothing where they did not."""
        found = {team: self.lots[team] for team in teams if team in self.lots}
        together = len(found) == len(teams) and len({drawing_of(lot) for lot in found.values()}) == 1
        return found if together else {}


def undecided(tournament: Tournament) -> Undecided:
    """Return every tie of the last stage that has rounds."""
    table = count(tournament, with_lots=False)
    stage = Stage.objects.select_related("division", "rules").get(pk=table.stage_id)
    stage.division.tournament = tournament
    rows = StageEntry.objects.filter(stage=stage, drawn_lot__isnull=False).values_list("team_id", "drawn_lot")
    lots = {team: lot for team, lot in rows if lot is not None}
    return Undecided(table, tuple(table.ties()), tuple(open_ties(stage, table)), lots)
