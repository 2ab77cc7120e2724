"""What is asked of a draw by hand, for the organizer's page: the form before, the echo beside the draft after."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext as _

from tournaments.errors import Refusal
from tournaments.forms.draw_wishes import PARTS, Teams, Wishes
from tournaments.phrases.draws import CONSTRAINTS, REMEDIES, obstacle_words
from tournaments.selectors.draw_wishes import Exemption, echoes, exemption_of, obstacles_of, offered, wanted_of
from tournaments.selectors.late_entries import Changes
from tournaments.selectors.names import TeamName, team_names
from tournaments.selectors.stage_field import Due, Wanted, due_of

if TYPE_CHECKING:
    from tournaments.models import Draw, Stage, Tournament

IMPOSSIBLE = "draw_impossible_"


class Asked(NamedTuple):
    """One thing that was asked of a draw, in words, and whether it was kept."""

    part: str
    words: str
    kept: bool


class Impossible(NamedTuple):
    """What a refused draw had to keep, what stood in its way, and what would make it possible; `rule` may be broken."""

    rule: str
    kept: list[str]
    obstacles: list[str]
    remedy: str
    strict: bool


def wishes_of(event: "Tournament", stage: "Stage", draw: "Draw | None", names: Mapping[int, TeamName]) -> Wishes:
    """Return the empty form of what may be asked of the next draw, or of another one instead of this."""
    due = due_of(stage, instead_of=draw)
    numbers = {names[each.team].number: each.team for each in due.teams}
    labels = {each.team: names[each.team].in_a_list for each in due.teams}
    parts = () if due.obstacle else offered(due)
    return Wishes(due, parts, Teams(numbers, labels), tables=event.regulations.venue.tables)


def asked_before(draw: "Draw | None", due: Due) -> Wanted:
    """Return what was asked of the draw that is replaced, without the teams that are not there any more."""
    return Wanted() if draw is None else wanted_of(draw, among=(each.team for each in due.teams))


def exempted(draw: "Draw | None") -> dict[str, Any]:
    """Return what the draw that is replaced was allowed to break, for the form."""
    exemption = exemption_of(draw) if draw is not None else Exemption()
    return {"exempt": list(exemption.rules), "because": exemption.because}


def asked_words(draw: "Draw", names: Mapping[int, TeamName]) -> dict[str, Any]:
    """Return what was asked of a draw, part by part, and whether it was kept."""
    found = []
    for each in echoes(draw):
        teams = [names[team].in_a_list for team in each.teams if team in names]
        words = (_(" → ") if each.part == "seeds" else " – ").join(teams)
        if each.part == "lots":
            words = _("%(team)s: lot %(lot)s") % {"team": words, "lot": each.table}
        elif each.table:
            words = _("%(teams)s: table %(table)s") % {"teams": words, "table": each.table}
        title = str(PARTS[each.part].title) if each.part in PARTS else _("Lots by hand")
        found.append(Asked(title, words, each.kept))
    return {"asked": found}


def changes_words(event: "Tournament", changes: Changes) -> list[str]:
    """Say who plays in the next draw and did not play in the round before, and the other way round."""
    names = team_names(event, in_full=True, only=(*changes.new, *changes.gone)) if changes.new or changes.gone else {}
    said = ((_("New in this draw: %(teams)s"), changes.new), (_("No longer in it: %(teams)s"), changes.gone))
    return [words % {"teams": _("; ").join(names[team].in_a_list for team in teams)} for words, teams in said if teams]


def impossible(refused: Refusal, due: Due, wanted: Wanted, *, strict: bool, exempt: Exemption) -> Impossible | None:
    """Say what a refused draw had to keep, and what would make it possible; None where another thing was refused."""
    rule = refused.code.removeprefix(IMPOSSIBLE)
    if rule == refused.code or rule not in REMEDIES:
        return None
    found = obstacles_of(due, wanted, rule, strict=strict, exempt=exempt)
    return Impossible(
        rule,
        [str(CONSTRAINTS[name]) for name in found.never],
        [obstacle_words(code, params) for code, params in found.words],
        str(REMEDIES[rule]),
        found.by_strict,
    )
