"""A result in words: both pairs, their levels, who wins by how many levels, and the points of both."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.figures import Points
from tournaments.phrases.figures import figure, signed
from tournaments.states import SheetState

STATES: Mapping[str, str | Promise] = {
    SheetState.SUBMITTED: gettext_lazy("Received, not confirmed by both sides"),
    SheetState.CONFIRMED: gettext_lazy("Confirmed by both sides, waiting for the chief referee"),
    SheetState.CONFLICT: gettext_lazy("Two different results: the chief referee decides"),
    SheetState.LATE: gettext_lazy("Came after the round's close: the chief referee decides"),
    SheetState.OFFICIAL: gettext_lazy("Official"),
    SheetState.SUPERSEDED: gettext_lazy("Replaced by another version"),
    SheetState.REJECTED: gettext_lazy("Not accepted"),
}


DECIDED: Mapping[str, str | Promise] = {
    "levels": gettext_lazy("by the levels"),
    "ladder": gettext_lazy("by passing the last level"),
    "early_lead": gettext_lazy("by the lead"),
    "dealer_side": gettext_lazy("it would deal next"),
    "lots": gettext_lazy("by lot"),
    "draw": gettext_lazy("equal"),
    "next_to_lead": gettext_lazy("it would lead next"),
    "first_to_reach": gettext_lazy("it reached the level first"),
    "extra_deal": gettext_lazy("by an extra deal"),
    "better_rank": gettext_lazy("it stands better so far"),
}


@dataclass(frozen=True, slots=True)
class Side:
    """A side in words: lot, the team's number, its unit, its players, and its division where there are several."""

    position: int
    lot: str
    number: int
    unit: str
    players: tuple[str, ...]
    division: str = ""

    @property
    def names(self) -> str:
        return "/".join(self.players)

    @property
    def words(self) -> str:
        return f"{self.lot} {self.names}".strip()


def templates() -> dict[str, str]:
    """Return the sentences with their placeholders, for a page that fills them in itself."""
    return {
        "one": _win(1),
        "many": _win(2),
        "equal": _equal(),
        "equal_won": _equal_won(),
        "won": _won(),
        "drawn": _drawn(),
        "scored": _scored(),
        "scored_equal": _scored_equal(),
        "absent": _absent(),
        "both": _both(),
    }


def _win(levels: int) -> str:
    return ngettext(
        "%(winner)s reached %(winner_level)s, %(loser)s reached %(loser_level)s: %(winner_lot)s wins by"
        " %(levels)d level. %(winner_lot)s %(gain)s, %(loser_lot)s %(loss)s.",
        "%(winner)s reached %(winner_level)s, %(loser)s reached %(loser_level)s: %(winner_lot)s wins by"
        " %(levels)d levels. %(winner_lot)s %(gain)s, %(loser_lot)s %(loss)s.",
        levels,
    )


def _equal() -> str:
    return _("%(winner)s and %(loser)s both reached %(winner_level)s: equal, 0 for both.")


def _equal_won() -> str:
    return _(
        "%(winner)s and %(loser)s both reached %(winner_level)s: %(winner_lot)s wins (%(by)s)."
        " %(winner_lot)s %(gain)s, %(loser_lot)s %(loss)s."
    )


def _won() -> str:
    return _("%(winner)s wins against %(loser)s. %(winner_lot)s %(gain)s, %(loser_lot)s %(loss)s.")


def _drawn() -> str:
    return _("%(winner)s and %(loser)s drew: %(gain)s for both.")


def _scored() -> str:
    return _(
        "%(winner)s wins against %(loser)s by %(winner_score)s : %(loser_score)s."
        " %(winner_lot)s %(gain)s, %(loser_lot)s %(loss)s."
    )


def _scored_equal() -> str:
    return _("%(winner)s and %(loser)s both have %(winner_score)s: equal, %(gain)s for both.")


def decided_words(decided_by: str) -> str:
    """Say what decided a match; "" where nothing had to."""
    return str(DECIDED[decided_by]) if decided_by else ""


def won_words(winner: int | None, side: int) -> str:
    """Say in a word what a match without levels was for a side."""
    if winner is None:
        return _("drawn")
    return _("won") if winner == side else _("lost")


def _absent() -> str:
    return _("%(loser)s did not play: %(winner_lot)s %(gain)s, %(loser_lot)s %(loss)s.")


def _both() -> str:
    return _("Neither %(winner)s nor %(loser)s played: %(gain)s for both.")


@dataclass(frozen=True, slots=True)
class Said:
    """What a result says beside its labels: by how many levels, the score, who won, and by what."""

    ahead: int | None = None
    scores: tuple[int, int] | None = None
    winner: int | None = None
    decided_by: str = ""


def sentence(
    sides: tuple[Side, Side],
    outcome: str,
    levels: tuple[str | None, str | None],
    points: tuple[Points, Points] | None,
    said: Said | None = None,
) -> str:
    """Say a result in the reader's language; "" where nothing is said yet."""
    if points is None:
        return ""
    said = said or Said()
    ahead = _ahead(outcome, points, said)
    winner, loser = sides[ahead], sides[1 - ahead]
    words = {
        "winner": winner.words,
        "winner_lot": winner.lot,
        "winner_level": levels[ahead],
        "gain": signed(points[ahead]),
        "loser": loser.words,
        "loser_lot": loser.lot,
        "loser_level": levels[1 - ahead],
        "loss": signed(points[1 - ahead]),
        "levels": _levels(points, said),
        "by": str(DECIDED[said.decided_by]) if said.decided_by else "",
    }
    if said.scores is not None:
        words |= {"winner_score": figure(said.scores[ahead]), "loser_score": figure(said.scores[1 - ahead])}
    return _sentence(outcome, levels, points, said) % words


def _ahead(outcome: str, points: tuple[Points, Points], said: Said) -> int:
    if outcome == "played" and said.winner is not None:
        return said.winner
    return 1 if points[1] > points[0] or outcome == "forfeit_0" else 0


def _sentence(outcome: str, levels: tuple[str | None, str | None], points: tuple[Points, Points], said: Said) -> str:
    if outcome == "forfeit_both":
        return _both()
    if outcome in ("forfeit_0", "forfeit_1"):
        return _absent()
    if levels[0] is None:
        return _without_levels(said)
    if levels[0] == levels[1]:
        return _equal() if said.winner is None else _equal_won()
    return _win(_levels(points, said))


def _levels(points: tuple[Points, Points], said: Said) -> int:
    """Return by how many levels a side is ahead: what counts may be less, or a win alone."""
    return abs(int(points[0]) if said.ahead is None else said.ahead)


def _without_levels(said: Said) -> str:
    if said.scores is not None and said.scores[0] != said.scores[1]:
        return _scored()
    if said.winner is not None:
        return _won()
    return _scored_equal() if said.scores is not None else _drawn()
