"""The ruleset of a stage: its preset with what the event's regulations decide."""

from scoring.ruleset import Ruleset, decide, load_preset
from tournaments import regulations
from tournaments.models import Stage
from tournaments.regulations import Scoring, StagePlan


def plan_of(stage: Stage) -> StagePlan:
    """Return the stage's part of the regulations: of the version it was frozen to, else of the one in force."""
    if stage.rules is not None:
        return regulations.parse(stage.rules.document).stage
    return stage.division.tournament.regulations.stage


def ruleset_of(stage: Stage) -> Ruleset:
    """Return the rules by which the stage is counted. Give the stage with `rules` (and the event) selected."""
    ruleset = load_preset(stage.ruleset)
    decided = decisions(plan_of(stage).scoring)
    known = {entry.path: entry.value for entry in ruleset.entries()}
    return decide(ruleset, {path: value for path, value in decided.items() if known.get(path) != value})


def decisions(scoring: Scoring) -> dict[str, object]:
    """Return the organizer's decisions by their paths in a ruleset.

    What a bye counts is not among them: whoever ranks leaves byes out where they count nothing.
    """
    return {
        "match_result.forfeit_win": scoring.forfeits.winner,
        "match_result.forfeit_loss": scoring.forfeits.loser,
        "match_result.double_forfeit": scoring.forfeits.both,
        "ranking.tie_breaks": ("total", *(key.value for key in scoring.tiebreaks)),
    }
