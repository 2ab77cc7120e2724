"""Awards in words: what they are called, to whom they go, and how ties at their ends are settled."""

from collections.abc import Iterator, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.award_giving import Given
from tournaments.awards import Award, Awards, BestLoser, ByLot, Places, Share
from tournaments.divisionplans import DivisionPlan
from tournaments.phrases.divisions import division_name
from tournaments.phrases.languages import name_for_reader

KINDS: Mapping[str, str | Promise] = {
    "places": gettext_lazy("By places: from – to"),
    "share": gettext_lazy("By a share of the ranking: above – to percent"),
    "share_rest": gettext_lazy("By a share of those without another award: above – to percent"),
    "best_loser": gettext_lazy("The best loser of a round: which round"),
    "drawn": gettext_lazy("Drawn by lot among all: how many"),
    "drawn_rest": gettext_lazy("Drawn by lot among those without another award: how many"),
}
TIES: Mapping[str, str | Promise] = {
    "all": gettext_lazy("All who share the place get the better award"),
    "fewer": gettext_lazy("None of them gets it: they come under the next award"),
    "lots": gettext_lazy("Lots decide"),
}
ROUNDINGS: Mapping[str, str | Promise] = {
    "nearest": gettext_lazy("To the nearest whole team"),
    "up": gettext_lazy("Up"),
    "down": gettext_lazy("Down"),
}
SETTLED: Mapping[str, str | Promise] = {
    "all": gettext_lazy("Equal at the end of this award: all of them get it."),
    "fewer": gettext_lazy("Equal at the end of this award: none of them gets it."),
    "lots": gettext_lazy("Equal at the end of this award: lots decided."),
    "open": gettext_lazy("Equal at the end of this award: the lots are still to be drawn."),
}


def award_name(award: Award) -> str:
    """Return what the award is called in the reader's language; where that has no name, in the other."""
    return name_for_reader(award.name, award.name_en)


def title_of(award: Award, division: DivisionPlan | None) -> str:
    """Return an award's name over its list, with the division where it is given in each."""
    return " · ".join(filter(None, (award_name(award), division_name(division))))


def goes_to_words(award: Award) -> str:
    """Say to whom an award goes."""
    to = award.goes_to
    match to:
        case Places():
            return _places(to)
        case Share():
            return _share(to)
        case BestLoser():
            return _("The best loser of round %(round)s") % {"round": to.round}
        case ByLot():
            words = (
                ngettext("One team drawn by lot", "%(number)s teams drawn by lot", to.count)
                if to.of == "all"
                else ngettext(
                    "One team drawn by lot among those without another award",
                    "%(number)s teams drawn by lot among those without another award",
                    to.count,
                )
            )
            return words % {"number": to.count}


def _places(to: Places) -> str:
    if to.first == to.last:
        return _("Place %(place)s") % {"place": to.first}
    return _("Places %(first)s–%(last)s") % {"first": to.first, "last": to.last}


def _share(to: Share) -> str:
    halves = {
        (0, 50): _("The upper half of those without another award"),
        (50, 100): _("The lower half of those without another award"),
    }
    if to.of == "rest":
        if (to.above, to.to) in halves:
            return halves[to.above, to.to]
        words = _("%(above)s–%(to)s%% of those without another award")
    elif not to.above:
        words = _("The first %(to)s%% of the ranking")
    else:
        words = _("%(above)s–%(to)s%% of the ranking")
    return words % {"above": to.above, "to": to.to}


def award_rules(awards: Awards) -> Iterator[str]:
    """Say which awards there are, to whom they go, and what becomes of a tie where one ends."""
    for row in awards.rows:
        yield _("%(award)s: %(whom)s.") % {"award": award_name(row), "whom": goes_to_words(row)}
    if awards.rows:
        yield _("Where several share the place at which an award ends: %(rule)s.") % {"rule": TIES[awards.ties]}


def settled_words(given: Given) -> str:
    """Say what was done about a tie at an award's end; of a prize that is drawn, that it still has to be."""
    if given.reason == "drawn" and given.tie == "open":
        return _("Still to be drawn.")
    return str(SETTLED.get(given.tie, ""))
