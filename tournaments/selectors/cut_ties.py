"""Ties of the stage that was played last, and what parts them: an extra deal, a cut of the cards, lots."""

from dataclasses import dataclass

from tournaments.models import Stage, Tournament
from tournaments.pairing.tie_records import Step, recorded_in, steps
from tournaments.selectors.going_on import open_ties
from tournaments.selectors.rulesets import ruleset_of
from tournaments.selectors.stage_facts import records_of
from tournaments.selectors.standings import Table, count


@dataclass(frozen=True, slots=True)
class Undecided:
    """What equal teams decide among themselves, in its order, whether it is recorded or not.

    `by_place`: those who share a place as if nothing were recorded, then those of them who are still equal;
    `over_the_cut`: ties that no place shows (across groups, knockouts).
    """

    stage: Stage
    table: Table
    by_place: tuple[Step, ...]
    over_the_cut: tuple[Step, ...]

    @property
    def all(self) -> tuple[Step, ...]:
        return (*self.over_the_cut, *self.by_place)


def undecided(tournament: Tournament) -> Undecided:
    """Return every tie of the last stage that has rounds."""
    table = count(tournament, with_lots=False)
    stage = Stage.objects.select_related("division", "rules").get(pk=table.stage_id)
    stage.division.tournament = tournament
    chain, records = recorded_in(ruleset_of(stage).ranking.tie_breaks.value), records_of(stage)
    return Undecided(
        stage,
        table,
        tuple(step for tie in table.ties() for step in steps(tie, chain, records)),
        tuple(step for tie in open_ties(stage, table) for step in steps(tie, chain, records)),
    )
