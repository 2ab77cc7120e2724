"""The list of awards (获奖名单): from released standings alone, and from the prizes as they were drawn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import groupby
from operator import attrgetter

from tournaments.award_giving import Given, Lost, Ranked, give
from tournaments.awards import Awards, BestLoser
from tournaments.models import AwardDraw, Publication, PublicationKind, Round, SheetOutcome, Stage, Team, Tournament
from tournaments.selectors.final import ranked_by_division
from tournaments.selectors.publications import table_in
from tournaments.selectors.rounds import SHOWN
from tournaments.selectors.shown import shows_releases
from tournaments.selectors.stage_facts import Meeting, facts_of, winner_at
from tournaments.selectors.stage_field import due_of
from tournaments.selectors.stages import stages_of
from tournaments.states import EventState, RoundState, TeamState

WHOLE = "stage_is_drawn_whole"


@dataclass(frozen=True, slots=True)
class AwardList:
    """Every award with its teams. `draw`: the drawing that counts, None where there was none or it was of other prizes.

    `to_draw`: something hangs on a drawing that has still to be made. `released_at` is that of the standings.
    """

    given: tuple[Given, ...]
    draw: AwardDraw | None
    to_draw: bool
    released_at: datetime


def award_list(tournament: Tournament) -> AwardList | None:
    """Return who gets what; None before the final standings of the last stage are released, or without awards."""
    awards = tournament.regulations.awards
    fields = rankings(tournament) if awards.rows else None
    if fields is None:
        return None
    draw = draw_of(tournament)
    seed, drawn = (draw.seed, draw.outcome) if draw is not None else ("", {})
    given = tuple(give(awards, fields, seed=seed, drawn=drawn))
    released_at = max(row.released_at for row in _newest(stages_of(tournament)).values())
    return AwardList(given, draw, any(each.tie == "open" for each in given), released_at)


def public_award_list(tournament: Tournament) -> AwardList | None:
    """Return what everybody may see: nothing while standings are kept for the ceremony, or a drawing is to come."""
    found = award_list(tournament) if shows_releases(tournament) else None
    return None if found is None or found.to_draw else found


def draw_of(tournament: Tournament) -> AwardDraw | None:
    """Return the newest drawing, as long as the prizes that it drew are those of the regulations."""
    draw = draws_of(tournament)[-1:]
    if not draw:
        return None
    then = Awards.model_validate(draw[0].inputs["awards"])
    return draw[0] if _prizes(then) == _prizes(tournament.regulations.awards) else None


def _prizes(awards: Awards) -> dict[str, tuple[str, object]]:
    """Return how many are drawn from whom, by the code of the prize."""
    return {row.code: (row.division, row.goes_to) for row in awards.drawn}


def draws_of(tournament: Tournament) -> list[AwardDraw]:
    """Return every drawing of prizes, the first one first."""
    return list(AwardDraw.objects.filter(tournament=tournament).select_related("membership").order_by("version"))


def rankings(tournament: Tournament) -> dict[str, Ranked] | None:
    """Return the released final ranking of each division by its code ("" of an event that has but one).

    Who has left is not in it. None as long as a stage has no released standings, or still has rounds to play.
    """
    stages = stages_of(tournament)
    versions = _newest(stages)
    if len(versions) < len(stages) or not all(_is_over(tournament, stage) for stage in stages):
        return None
    tables = [(stage, table_in(versions[stage.pk].snapshot)) for stage in stages]
    here = set(Team.objects.filter(tournament=tournament, state=TeamState.ACTIVE).values_list("pk", flat=True))
    lost = _lost(tournament, stages)
    found = {}
    for code, finals in ranked_by_division(tournament, tables):
        by_place = [tuple(each.team for each in tie) for _, tie in groupby(finals, key=attrgetter("place"))]
        ranking = [own for tie in by_place if (own := tuple(team for team in tie if team in here))]
        teams = {team for tie in ranking for team in tie}
        found[code] = Ranked(ranking, [each for each in lost if each.team in teams])
    return found


def _newest(stages: Sequence[Stage]) -> dict[int, Publication]:
    rows = Publication.objects.filter(stage__in=stages, kind=PublicationKind.STANDINGS).order_by("version")
    return {row.stage_id: row for row in rows}


def _is_over(tournament: Tournament, stage: Stage) -> bool:
    """Say whether no round of a stage is to come: standings can be released after any round."""
    if stage.closed_at is not None or tournament.state in {EventState.FINISHED, EventState.ARCHIVED}:
        return True
    still_open = Round.objects.filter(stage=stage).exclude(state=RoundState.CLOSED).exists()
    return not still_open and due_of(stage).obstacle == WHOLE


def _lost(tournament: Tournament, stages: Sequence[Stage]) -> list[Lost]:
    """Return the matches lost in the rounds of which the best loser gets an award."""
    wanted = {
        (row.goes_to.stage, row.goes_to.round)
        for row in tournament.regulations.awards.rows
        if isinstance(row.goes_to, BestLoser)
    }
    return [each for stage in stages for each in _lost_in(stage, {at for code, at in wanted if code == stage.code})]


def _lost_in(stage: Stage, wanted: set[int]) -> Iterator[Lost]:
    if not wanted:
        return
    rounds = Round.objects.filter(stage=stage, state__in=SHOWN).order_by("number").values_list("pk", "number")
    numbers: Mapping[int, int] = dict(rounds)
    at = {number: place for place, number in enumerate(numbers.values(), start=1) if place in wanted}
    for meeting in facts_of(stage, numbers, set(numbers.values())).meetings:
        if meeting.round in at:
            yield from _loser(meeting, stage.code, at[meeting.round])


def _loser(meeting: Meeting, stage: str, number: int) -> Iterator[Lost]:
    """Yield who lost a match that was played; who did not come is no best loser."""
    content = meeting.content
    winner = winner_at(content) if content is not None and content.outcome == SheetOutcome.PLAYED else None
    if content is None or winner is None:
        return
    figures = next(
        (pair for pair in ((content.level_0, content.level_1), (content.score_0, content.score_1)) if None not in pair),
        (0, 0),
    )
    own, other = (Fraction(figures[side] or 0) for side in (1 - winner, winner))
    yield Lost(meeting.teams[1 - winner], stage, number, other - own, own)
