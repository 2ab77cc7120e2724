"""A result in words: both pairs, their levels, who wins by how many levels, and the points of both."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.phrases.figures import signed
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


@dataclass(frozen=True, slots=True)
class Side:
    """A side in words: lot, the team's number, its unit and its players."""

    position: int
    lot: str
    number: int
    unit: str
    players: tuple[str, ...]

    @property
    def names(self) -> str:
        return "/".join(self.players)

    @property
    def words(self) -> str:
        return f"{self.lot} {self.names}".strip()


def templates() -> dict[str, str]:
    """Return the sentences with their placeholders, for a page that fills them in itself."""
    return {"one": _win(1), "many": _win(2), "equal": _equal(), "absent": _absent(), "both": _both()}


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


def _absent() -> str:
    return _("%(loser)s did not play: %(winner_lot)s %(gain)s, %(loser_lot)s %(loss)s.")


def _both() -> str:
    return _("Neither %(winner)s nor %(loser)s played: %(gain)s for both.")


def sentence(
    sides: tuple[Side, Side], outcome: str, levels: tuple[str | None, str | None], points: tuple[int, int] | None
) -> str:
    """Say a result in the reader's language; "" where nothing is said yet."""
    if points is None:
        return ""
    ahead = 1 if points[1] > points[0] or outcome == "forfeit_0" else 0
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
        "levels": abs(points[0]),
    }
    if outcome == "forfeit_both":
        return _both() % words
    if outcome in ("forfeit_0", "forfeit_1"):
        return _absent() % words
    return (_win(abs(points[0])) if points[0] != points[1] else _equal()) % words
