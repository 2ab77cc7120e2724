"""What a table hands in, read by what the ruleset has it report: levels, points of the deals, a score, or who won."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from scoring.ladder import ScoringError
from scoring.matches import Decision, deal_of_points, decide_match, sum_of_deals
from scoring.ruleset import Ruleset
from tournaments.actions.at_table import SIDES
from tournaments.actions.counted import counting
from tournaments.errors import Invalid
from tournaments.models import Match, SheetOutcome
from tournaments.selectors.deals import MatchPlay, kept_play
from tournaments.selectors.results import Content
from tournaments.selectors.rulesets import ruleset_of_round
from tournaments.selectors.rulings import Lost, sides_that_lost
from tournaments.selectors.stage_facts import is_knockout

FORFEITS: Mapping[str, frozenset[int]] = {
    SheetOutcome.FORFEIT_0: frozenset({0}),
    SheetOutcome.FORFEIT_1: frozenset({1}),
    SheetOutcome.FORFEIT_BOTH: SIDES,
}
LARGEST_SCORE = 1_000_000
GIVEN = frozenset({SheetOutcome.PLAYED, SheetOutcome.FORFEIT_0, SheetOutcome.FORFEIT_1, SheetOutcome.FORFEIT_BOTH})


@dataclass(frozen=True, slots=True)
class Reported:
    """What a form says of a match that was played; which of it is needed stands in the ruleset.

    `levels` are labels of side 0 and side 1. `deal_points`: the points of both sides in each deal; None takes them
    from the deals that the table kept. On equal levels `dealer_side` would deal next, `no_deal` says that none was
    finished, and `winner` won the lots. Where only the winner is reported: `winner`, or `draw`.
    """

    levels: tuple[str, ...] | None = None
    scores: tuple[int, ...] | None = None
    deal_points: tuple[tuple[int, ...], ...] | None = None
    winner: int | None = None
    draw: bool = False
    dealer_side: int | None = None
    no_deal: bool = False

    def said(self) -> dict[str, object]:
        """Return what was given at all."""
        return {name: value for name, value in asdict(self).items() if value is not None and value is not False}

    def more(self) -> dict[str, object]:
        """Return what was given beside levels, for a fingerprint that stays as it was where nothing is."""
        return {name: value for name, value in self.said().items() if name != "levels"}


def reported(
    levels: Sequence[str] | None = None,
    *,
    scores: Sequence[int] | None = None,
    deal_points: Sequence[Sequence[int]] | None = None,
    winner: int | None = None,
    draw: bool = False,
    dealer_side: int | None = None,
    no_deal: bool = False,
) -> Reported:
    """Return the value of a form's lists."""
    for side, name in ((winner, "winner"), (dealer_side, "dealer_side")):
        if side is not None and side not in SIDES:
            raise Invalid("side_unknown", field=name)
    return Reported(
        levels=tuple(levels) if levels is not None else None,
        scores=tuple(scores) if scores is not None else None,
        deal_points=tuple(tuple(pair) for pair in deal_points) if deal_points is not None else None,
        winner=winner,
        draw=draw,
        dealer_side=dealer_side,
        no_deal=no_deal,
    )


def read_content(match: Match, outcome: str, given: Reported, ruled: Lost | None = None) -> Content:
    """Return what a sheet says, with who won and by what; refuses at its field what is missing or cannot be.

    `ruled`: who lost by rulings (`sides_that_lost`), where that has been read already.
    """
    if outcome not in GIVEN:
        raise Invalid("outcome_unknown", field="outcome")
    if outcome != SheetOutcome.PLAYED:
        if given.said():
            raise Invalid("forfeit_has_no_levels", field="levels")
        return Content(outcome)
    content = _read(match, ruleset_of_round(match.round), given)
    lost, _taken_back = ruled or sides_that_lost(match)
    if lost and content.winner not in SIDES - lost:
        named = match.sides.filter(position__in=lost).order_by("position").values_list("lot", flat=True)
        raise Invalid("match_lost_by_ruling", field="outcome", side=", ".join(named))
    if content.winner is None and is_knockout(match.round.stage):
        if given.winner is None:
            raise Invalid("knockout_needs_winner", field="winner")
        return content.decided(given.winner, "lots")
    return content


def _read(match: Match, ruleset: Ruleset, given: Reported) -> Content:
    match ruleset.match_result.reported.value:
        case "levels":
            return _levels(match, ruleset, given)
        case "deal_points":
            return _deal_points(match, ruleset, given)
        case "score":
            return _score(ruleset, given)
        case _:
            return _winner(ruleset, given)


def differs_from_deals(match: Match, content: Content, ruled: Lost | None = None) -> bool:
    """Tell whether deals and rulings of the table make something else than a sheet says.

    Other levels; a winner who lost the match by a ruling; a forfeit of a side whose ruling was taken back.
    """
    lost, taken_back = ruled or sides_that_lost(match)
    if content.outcome in FORFEITS:
        return bool(lost or taken_back) and lost != FORFEITS[content.outcome]
    if lost and content.winner not in SIDES - lost:
        return True
    if content.level_0 is None or content.level_1 is None:
        return False
    play = kept_play(match)
    return play is not None and play.state.levels != (content.level_0, content.level_1)


def _levels(match: Match, ruleset: Ruleset, given: Reported) -> Content:
    _refuse_others(given, "levels")
    if given.levels is None or len(given.levels) != len(SIDES):
        raise Invalid("levels_needed", field="levels")
    ladder = ruleset.ladder
    positions = []
    for side, label in enumerate(given.levels):
        try:
            positions.append(ladder.position(label))
        except ScoringError as error:
            lowest, highest = ladder.labels()[0], ladder.label(ladder.highest_position)
            raise Invalid(error.code, field=f"level_{side}", level=label, lowest=lowest, highest=highest) from error
    first, second = positions
    play = kept_play(match) if first == second and given.dealer_side is None else None
    if play is not None and play.state.levels != (first, second):
        play = None
    decision = decided(ruleset, (first, second), given, play)
    return _decided(Content(SheetOutcome.PLAYED.value, first, second), decision, given)


def decided(ruleset: Ruleset, levels: tuple[int, int], given: Reported, play: MatchPlay | None) -> Decision:
    """Say who won, by what; on equal levels the form, or the deals that the table kept, say who would deal next."""
    lead = ruleset.levels.early_win.value
    early = lead is not None and abs(levels[0] - levels[1]) >= lead
    dealer_side = given.dealer_side
    if dealer_side is None and play is not None:
        dealer_side = play.dealer_side
    elif dealer_side is None and not given.no_deal and levels[0] == levels[1]:
        if ruleset.match_result.equal_at_time.value == "dealer_side":
            raise Invalid("dealer_side_needed", field="dealer_side")
        dealer_side = 0  # a draw or lots, whoever would deal
    if given.no_deal and play is None:
        dealer_side = None
    with counting():
        return decide_match(
            ruleset,
            levels,
            reason="early_lead" if early else "time",
            dealer_side=dealer_side,
            favoured=given.winner,
        )


def _decided(content: Content, decision: Decision, given: Reported) -> Content:
    winner = decision.winner
    if winner is None and decision.decided_by != "draw":
        if given.winner is None:
            code = "lots_winner_needed" if decision.decided_by == "lots" else "decider_needed"
            raise Invalid(code, field="winner")
        winner = given.winner
    return content.decided(winner, decision.decided_by)


def _deal_points(match: Match, ruleset: Ruleset, given: Reported) -> Content:
    """Add up the deals; levels are those of the deals that the table kept, where levels count."""
    _refuse_others(given, "deal_points")
    play = kept_play(match)
    pairs = given.deal_points
    if pairs is None and play is not None:
        pairs = tuple(play.points_of_deals())
    if not pairs or any(len(pair) != len(SIDES) for pair in pairs):
        raise Invalid("deal_points_needed", field="deal_points")
    scores = _sum_of_deals(ruleset, pairs)
    if max(map(abs, scores)) > LARGEST_SCORE:
        raise Invalid("score_too_large", field="deal_points", most=LARGEST_SCORE)
    levels: tuple[int | None, int | None] = (None, None)
    if ruleset.match_result.kind.value == "level_difference":
        if play is None:
            raise Invalid("deal_points_needed", field="deal_points")
        levels = play.state.levels
    content = Content(
        SheetOutcome.PLAYED.value, *levels, deal_points=tuple((pair[0], pair[1]) for pair in pairs),
        score_0=scores[0], score_1=scores[1],
    )  # fmt: skip
    return _by_score(ruleset, content, given, play)


def _sum_of_deals(ruleset: Ruleset, pairs: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Add up card points, or the points that the ruleset gives for deals, with those of a sweep."""
    table = ruleset.match_result.deal_points.value
    if table is not None:
        with counting():
            return sum_of_deals(table, [deal_of_points(table, pair) for pair in pairs])
    unit = ruleset.level_table.point_unit.value
    for points in (points for pair in pairs for points in pair):
        if points % unit:
            raise Invalid("points_not_in_unit", field="deal_points", points=points, unit=unit)
    return sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)


def _score(ruleset: Ruleset, given: Reported) -> Content:
    _refuse_others(given, "scores")
    if given.scores is None or len(given.scores) != len(SIDES):
        raise Invalid("score_needed", field="scores")
    if max(map(abs, given.scores)) > LARGEST_SCORE:
        raise Invalid("score_too_large", field="scores", most=LARGEST_SCORE)
    content = Content(SheetOutcome.PLAYED.value, score_0=given.scores[0], score_1=given.scores[1])
    return _by_score(ruleset, content, given, None)


def _by_score(ruleset: Ruleset, content: Content, given: Reported, play: MatchPlay | None) -> Content:
    """Let the higher figure win; what decides equal levels decides equal scores."""
    first, second = content.figures
    start = ruleset.ladder.start_position
    if first != second:
        return content.decided(int(first < second), "levels")
    return _decided(content, decided(ruleset, (start, start), given, play), given)


def _winner(ruleset: Ruleset, given: Reported) -> Content:
    _refuse_others(given, "winner")
    if given.draw == (given.winner is not None):
        raise Invalid("winner_needed", field="winner")
    if given.draw and ruleset.match_result.equal_at_time.value != "draw":
        raise Invalid("no_draw_here", field="winner")
    return Content(SheetOutcome.PLAYED.value).decided(given.winner, "draw" if given.draw else "")


def _refuse_others(given: Reported, wanted: str) -> None:
    """Refuse a form of another kind than the ruleset has its tables hand in."""
    for name in ("levels", "scores", "deal_points"):
        if name != wanted and getattr(given, name) is not None:
            raise Invalid("reported_otherwise", field=name)
    if wanted != "winner" and given.draw:
        raise Invalid("reported_otherwise", field="winner")
