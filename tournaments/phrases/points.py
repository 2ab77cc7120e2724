"""What a match counts, in sentences, for every formula that a ruleset can have; examples are counted, not written."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.figures import Points
from scoring.matches import Played, differential
from scoring.ruleset import Ruleset
from scoring.ruleset.match import BY_DIFFERENCE, DealPoints, Grade, MatchScore, ResultPoints
from tournaments.phrases.figures import figure, signed

EXAMPLE = ("9", "6")


def points_rules(ruleset: Ruleset, *, bracket: bool = False) -> Iterator[str]:
    """Say what a match counts, and that the points of all rounds are added; or that who wins goes on in a bracket."""
    if bracket:
        yield _("Who wins a match goes on in the bracket.")
        return
    score = ruleset.match_result
    table = score.deal_points.value
    if score.points.value is not None:
        yield _of_who_won(score, score.points.value)
    if score.kind.value in BY_DIFFERENCE:
        yield from _of_levels(ruleset)
    elif table is not None:
        yield from _of_deals(table)
    elif score.kind.value == "score":
        yield _("What a table hands in are the points of both sides, and they count as they are.")
    if score.own_unit.value is not None:
        yield _("A meeting of two pairs of one unit counts %(points)s for both.") % {
            "points": figure(score.own_unit.value)
        }
    yield _("The points of all rounds are added.")


def _of_who_won(score: MatchScore, points: ResultPoints) -> str:
    said = {"win": figure(points.win), "draw": figure(points.draw), "loss": figure(points.loss)}
    if "draw" in {score.equal_at_time.value, score.equal_before_first_deal.value}:
        return _("In each match it counts who won: %(win)s for a win, %(draw)s for a draw, %(loss)s for a loss.") % said
    return _("In each match it counts who won: %(win)s for a win, %(loss)s for a loss.") % said


def _of_levels(ruleset: Ruleset) -> Iterator[str]:
    score = ruleset.match_result
    yield (
        _("The difference of levels at the end of a round counts.")
        if score.points.value is None
        else _("To that comes the difference of levels at the end of a round.")
    )
    if score.base.value:
        yield _("Both sides begin with %(points)s.") % {"points": figure(score.base.value)}
    each = {"points": figure(score.factor.value)}
    if score.zero_sum.value:
        yield (
            _("For each level of difference the side ahead gets %(points)s, and the side behind loses as much.") % each
        )
    else:
        yield _("For each level of difference the side ahead gets %(points)s, the side behind nothing.") % each
    largest = score.largest.value
    if largest is not None:
        yield ngettext(
            "At most %(number)s level of difference counts.",
            "At most %(number)s levels of difference count.",
            largest,
        ) % {"number": largest}
    yield _example(ruleset)


def _example(ruleset: Ruleset) -> str:
    """Count a match of 9 against 6, or of the third level against the first where the ladder has other ones."""
    labels = ruleset.ladder.labels()
    high, low = EXAMPLE if set(EXAMPLE) <= set(labels) else (labels[min(2, len(labels) - 1)], labels[0])
    first, second = differential(ruleset, Played(labels.index(high), labels.index(low)))
    said = {"high": high, "low": low, "first": _told(ruleset, first), "second": _told(ruleset, second)}
    return _("%(high)s against %(low)s gives %(first)s and %(second)s.") % said


def _told(ruleset: Ruleset, points: Points) -> str:
    """Say points with their sign where what one side gains the other loses."""
    return signed(points) if ruleset.match_result.is_zero_sum else figure(points)


def _of_deals(table: DealPoints) -> Iterator[str]:
    least, *higher = table.grades
    yield _("Each deal counts: %(win)s points for the side that wins it, %(loss)s for the other.") % _grade(least)
    for grade in higher:
        yield ngettext(
            "If the winner rises %(levels)s level or more: %(win)s and %(loss)s.",
            "If the winner rises %(levels)s levels or more: %(win)s and %(loss)s.",
            grade.levels,
        ) % _grade(grade)
    if table.sweep is not None and table.sweep_loss is not None:
        yield _("A side that wins all of several deals gets %(win)s instead, the other %(loss)s.") % {
            "win": figure(table.sweep),
            "loss": figure(table.sweep_loss),
        }


def _grade(grade: Grade) -> dict[str, object]:
    return {"levels": grade.levels, "win": figure(grade.win), "loss": figure(grade.loss)}
