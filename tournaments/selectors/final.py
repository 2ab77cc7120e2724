"""The final ranking of an event over all of its stages."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.finals import Final, final_ranking
from tournaments.models import Round, Stage, Team, Tournament
from tournaments.selectors.going_on import frozen
from tournaments.selectors.publications import public_stage_table, table_in
from tournaments.selectors.rounds import SHOWN
from tournaments.selectors.rulesets import ruleset_of
from tournaments.selectors.shown import shows_releases, shows_standings
from tournaments.selectors.stages import drawn_stages, stages_of
from tournaments.selectors.standings import Table, count, released
from tournaments.stagechains import ranking_order


def stage_table(stage: Stage) -> Table:
    """Return the standings of a stage: as it was closed with, else as it stands. Give the stage with its event."""
    publication = frozen(stage)
    return table_in(publication.snapshot) if publication is not None else count(stage.division.tournament, of=stage)


def public_stage_tables(tournament: Tournament) -> list[tuple[Stage, Table]]:
    """Return every stage that is drawn with what everybody sees of its standings, in order."""
    return [(stage, public_stage_table(stage)) for stage in drawn_stages(tournament)]


def public_final_of(tournament: Tournament, division: str | None = None) -> tuple[Final, ...]:
    """Rank the event as `final_of` does, where everybody may see it: nothing as long as a part of it is not shown.

    Where only released versions are shown, every drawn stage must have one.
    """
    if not shows_releases(tournament):
        return ()
    if not shows_standings(tournament) and any(released(tournament, each) is None for each in drawn_stages(tournament)):
        return ()
    return final_of(tournament, division)


def stage_tables(tournament: Tournament) -> list[tuple[Stage, Table]]:
    """Return every stage that is drawn with its standings, in order."""
    drawn = set(
        Round.objects.filter(stage__division__tournament=tournament, state__in=SHOWN).values_list("stage", flat=True)
    )
    return [(stage, stage_table(stage)) for stage in stages_of(tournament) if stage.pk in drawn]


def final_of(tournament: Tournament, division: str | None = None) -> tuple[Final, ...]:
    """Rank the event: who played in a later stage stands before all who did not, there the later stage decides.

    Every division is ranked by itself, one after the other; or the one with this code alone. `stage` counts the drawn
    stages.
    """
    tables = stage_tables(tournament)
    if not tables:
        return ()
    ranked = ranked_by_division(tournament, tables)
    return tuple(final for code, finals in ranked if division in {None, code} for final in finals)


def ranked_by_division(
    tournament: Tournament, tables: Sequence[tuple[Stage, Table]]
) -> Iterator[tuple[str, tuple[Final, ...]]]:
    """Yield the ranking of each division by these standings of stages with its code, "" where there is but one."""
    rules = tournament.regulations
    dense = ruleset_of(tables[-1][0]).ranking.places.value == "dense"
    rank_of = {code: place for place, code in enumerate(ranking_order(rules.stages))}
    order = sorted(range(len(tables)), key=lambda at: rank_of.get(tables[at][0].code, at))
    places = [tables[at][1].places for at in order]
    if not rules.divisions:
        yield "", _ranked(places, order, dense=dense)
        return
    teams: dict[str, set[int]] = {each.code: set() for each in rules.divisions}
    for team, code in Team.objects.filter(tournament=tournament).values_list("pk", "division__code"):
        teams.setdefault(code, set()).add(team)
    for code, here in teams.items():
        own = [[tuple(team for team in level if team in here) for level in levels] for levels in places]
        yield code, _ranked(own, order, dense=dense)


def _ranked(places: Sequence[Sequence[tuple[int, ...]]], order: Sequence[int], *, dense: bool) -> tuple[Final, ...]:
    found = final_ranking(places, dense=dense)
    return tuple(replace(each, stage=order[each.stage]) for each in found)
