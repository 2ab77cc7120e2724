"""The final ranking of an event over all of its stages."""

from scoring.finals import Final, final_ranking
from tournaments.models import Round, Stage, Tournament
from tournaments.selectors.going_on import frozen
from tournaments.selectors.publications import table_in
from tournaments.selectors.rounds import SHOWN
from tournaments.selectors.rulesets import ruleset_of
from tournaments.selectors.stages import stages_of
from tournaments.selectors.standings import Table, count


def stage_table(stage: Stage) -> Table:
    """Return the standings of a stage: as it was closed with, else as it stands. Give the stage with its event."""
    publication = frozen(stage)
    return table_in(publication.snapshot) if publication is not None else count(stage.division.tournament, of=stage)


def stage_tables(tournament: Tournament) -> list[tuple[Stage, Table]]:
    """Return every stage that is drawn with its standings, in order."""
    drawn = set(
        Round.objects.filter(stage__division__tournament=tournament, state__in=SHOWN).values_list("stage", flat=True)
    )
    return [(stage, stage_table(stage)) for stage in stages_of(tournament) if stage.pk in drawn]


def final_of(tournament: Tournament) -> tuple[Final, ...]:
    """Rank the event: who played in a later stage stands before all who did not, there the later stage decides."""
    tables = stage_tables(tournament)
    if not tables:
        return ()
    dense = ruleset_of(tables[-1][0]).ranking.places.value == "dense"
    return final_ranking([table.places for _, table in tables], dense=dense)
