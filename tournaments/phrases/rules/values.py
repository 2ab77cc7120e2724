"""The values of a ruleset as people read them."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from scoring.ruleset import Offence, Ruleset, Tail
from scoring.ruleset.deal import ByKind, PerCard, Power
from scoring.ruleset.levels import FailureRule, JackRule
from scoring.ruleset.match import DealPoints, ResultPoints
from scoring.ruleset.play import FollowOrder
from scoring.ruleset.ranking import Unplayed
from tournaments.phrases.figures import figure, signed
from tournaments.phrases.rules.codes import CODES, JACKS, NONE, OPPONENTS, UNITS, UNPLAYED
from tournaments.phrases.rules.offences import effect_words
from tournaments.phrases.rules.shapes import shape_words, tuple_words
from tournaments.phrases.rules.tables import band_words, late_rows, multiplier_rows, number, tail_words

Rows = list[str]

SIGNED = frozenset({"match_result.forfeit_win", "match_result.forfeit_loss", "match_result.double_forfeit"})
IN_ORDER = frozenset({"ranking.tie_breaks", "comparison.ruff_classes"})


def value_words(path: str, value: object, ruleset: Ruleset) -> str:
    """Return a value in one line."""
    return _("; ").join(value_rows(path, value, ruleset))


def value_rows(path: str, value: object, ruleset: Ruleset) -> Rows:
    """Return a value line by line: most have one, tables and lists have more. `ruleset` is the whole it belongs to."""
    if value is None or value in ((), frozenset()):
        return [str(NONE.get(path, NONE[""]))]
    if path in OF_PATH:
        return OF_PATH[path](value, ruleset)
    if type(value) in OF_TYPE:
        return OF_TYPE[type(value)](value, ruleset)
    return [_plain(path, value)]


def _plain(path: str, value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        written = signed(value) if path in SIGNED else number(value)
        return str(UNITS[path]) % {"n": written} if path in UNITS else written
    if isinstance(value, Fraction):
        return figure(value)
    if isinstance(value, tuple):
        joint = _(" → ") if path in IN_ORDER else _("; ")
        return joint.join(code_words(path, code) for code in value)
    return code_words(path, str(value))


def code_words(path: str, code: str) -> str:
    """Return the words for a code; levels and ranks, which have none, as they are."""
    return str(CODES.get(path, {}).get(code, code))


def _ladder(value: Any, _ruleset: Ruleset) -> Rows:
    return [" ".join(value)]


def _must_play(value: Any, ruleset: Ruleset) -> Rows:
    return [" ".join(level for level in ruleset.levels.ladder.value if level in value)]


def _bands(value: Any, _ruleset: Ruleset) -> Rows:
    return [band_words(band) for band in value]


def _late(value: Any, _ruleset: Ruleset) -> Rows:
    return late_rows(value)


def _order(value: FollowOrder, _ruleset: Ruleset) -> Rows:
    return [_(" → ").join(shape_words(shape) for shape in value.order)]


def _cross_beats(value: Any, _ruleset: Ruleset) -> Rows:
    return [
        _("%(play)s beats %(beaten)s") % {"play": shape_words(each.play), "beaten": shape_words(each.beats)}
        for each in value
    ]


def _card_points(value: Any, _ruleset: Ruleset) -> Rows:
    return [_(", ").join(_("%(rank)s counts %(points)d") % {"rank": c.rank, "points": c.points} for c in value)]


def _ranks(value: Any, _ruleset: Ruleset) -> Rows:
    return [" ".join(value)]


def _widths(value: Any, _ruleset: Ruleset) -> Rows:
    return [_(", ").join(tuple_words(width) for width in value)]


def _unplayed(value: tuple[Unplayed, ...], _ruleset: Ruleset) -> Rows:
    return [_("%(round)s: %(counts)s") % {"round": UNPLAYED[row.kind], "counts": _counts(row)} for row in value]


def _counts(row: Unplayed) -> str:
    said = []
    if row.wins is not None:
        said.append(_("wins %(n)s") % {"n": number(row.wins)})
    if row.net_levels is not None:
        said.append(_("net levels %(n)s") % {"n": signed(row.net_levels)})
    if row.levels_risen is not None:
        said.append(_("levels risen %(n)s") % {"n": number(row.levels_risen)})
    if row.opponents is not None:
        said.append(_("among opponents' points %(n)s") % {"n": OPPONENTS[row.opponents]})
    return _(", ").join(said) if said else _("as usual")


OF_PATH: Mapping[str, Callable[[Any, Ruleset], Rows]] = {
    "ranking.unplayed": _unplayed,
    "levels.ladder": _ladder,
    "levels.must_play": _must_play,
    "level_table.bands": _bands,
    "lateness.bands": _late,
    "comparison.cross_beats": _cross_beats,
    "cards.point_values": _card_points,
    "cards.permanent_trumps": _ranks,
    "deck.removed_ranks": _ranks,
    "components.tractor_widths": _widths,
}


def _offence(value: Offence, ruleset: Ruleset) -> Rows:
    return [effect_words(value, ruleset.level_table)]


def _multiplier(value: PerCard | ByKind | Power, ruleset: Ruleset) -> Rows:
    ruled = ruleset.kitty.multiplier.model_copy(update={"value": value})
    kitty = ruleset.kitty.model_copy(update={"multiplier": ruled})
    return multiplier_rows(ruleset.model_copy(update={"kitty": kitty}))


def _tail(value: Tail, _ruleset: Ruleset) -> Rows:
    return [tail_words(value)]


def _jack_rule(value: JackRule, _ruleset: Ruleset) -> Rows:
    words = _("a dealer side at %(level)s whose kitty is dug goes back to %(falls_to)s (dug with %(card)s)")
    return [words % {"level": value.level, "falls_to": value.falls_to, "card": JACKS[value.cards]}]


def _failure_rule(value: FailureRule, _ruleset: Ruleset) -> Rows:
    words = _("a side that lost the deal %(attempts)d times while dealing at %(level)s goes back to %(falls_to)s")
    return [words % {"attempts": value.attempts, "level": value.level, "falls_to": value.falls_to}]


def _result_points(value: ResultPoints, _ruleset: Ruleset) -> Rows:
    words = _("won %(win)s, drawn %(draw)s, lost %(loss)s")
    return [words % {"win": number(value.win), "draw": number(value.draw), "loss": number(value.loss)}]


def _deal_points(value: DealPoints, _ruleset: Ruleset) -> Rows:
    words = _("winner rises %(levels)d or more: winner %(win)s, loser %(loss)s")
    rows = [words % {"levels": g.levels, "win": number(g.win), "loss": number(g.loss)} for g in value.grades]
    if value.sweep is not None:
        sweep = _("all deals won: %(win)s instead, the other side %(loss)s")
        rows.append(sweep % {"win": number(value.sweep), "loss": number(value.sweep_loss)})
    return rows


OF_TYPE: Mapping[type, Callable[[Any, Ruleset], Rows]] = {
    FollowOrder: _order,
    Offence: _offence,
    PerCard: _multiplier,
    ByKind: _multiplier,
    Power: _multiplier,
    Tail: _tail,
    JackRule: _jack_rule,
    FailureRule: _failure_rule,
    ResultPoints: _result_points,
    DealPoints: _deal_points,
}
