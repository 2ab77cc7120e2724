"""The level table, the multipliers of the kitty and the steps of lateness, row by row in words."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.kitty import TRIPLE, Component, digging_plays
from scoring.lateness import LateStep
from scoring.ruleset import Band, LateBand, LevelTable, Row, Ruleset, Tail
from scoring.ruleset.deal import ByKind, PerCard, Power
from tournaments.phrases.rules.reasons import REASONS
from tournaments.phrases.rules.shapes import play_words
from tournaments.phrases.rules.sources import MARKS, STATUSES, Mark

Multiplier = PerCard | ByKind | Power
MINUS = "\N{MINUS SIGN}"
LONGEST_DIGGING = 6  # cards of a digging play that has a row of its own: three pairs, two triples


class TableRow(NamedTuple):
    """A row of the level table: the attackers' points, what becomes of the deal, who rises by how many, its source."""

    points: str
    deal: str
    rise: str
    mark: Mark = "document"
    status_words: str = ""
    clause: str = ""
    reason: str = ""

    def __str__(self) -> str:
        return _("%(points)s: %(deal)s, %(rise)s") % self._asdict()


def level_rows(table: LevelTable) -> list[TableRow]:
    """Return the level table as it is printed, from the fewest points up."""
    return [_row(row) for row in table.rows()]


def _row(row: Row) -> TableRow:
    rise = rise_words(row.levels, held=row.deal_held)
    if row.step is not None:
        further = _("%(levels)s for every %(step)d points further")
        rise = _("%(first)s, then %(further)s") % {
            "first": rise,
            "further": further % {"levels": more_levels(row.delta), "step": row.step},
        }
    reason = str(REASONS[row.reason]) if row.reason else ""
    source = (MARKS[row.status], str(STATUSES[row.status]), row.clause, reason)
    return TableRow(span_words(row.lowest, row.highest), deal_words(held=row.deal_held), rise, *source)


def band_words(band: Band) -> str:
    """Return a band of a level table in one line."""
    points, rise = span_words(band.lowest, band.highest), rise_words(band.levels, held=band.deal_held)
    return str(TableRow(points, deal_words(held=band.deal_held), rise))


def deal_words(*, held: bool) -> str:
    return _("the deal is held") if held else _("the deal changes sides")


def span_words(lowest: int | None, highest: int | None) -> str:
    """Return a span of points: ≤ 0, 5–55, ≥ 300."""
    if lowest is None:
        return f"≤ {number(highest)}"
    if highest is None:
        return f"≥ {number(lowest)}"
    if lowest == highest:
        return number(lowest)
    joint = "–" if lowest >= 0 else " … "
    return f"{number(lowest)}{joint}{number(highest)}"


def number(value: int | None) -> str:
    return str(value).replace("-", MINUS)


def rise_words(levels: int, *, held: bool) -> str:
    if not levels:
        return _("nobody rises")
    if held:
        return ngettext("dealer side rises %(levels)d", "dealer side rises %(levels)d", levels) % {"levels": levels}
    return ngettext("attackers rise %(levels)d", "attackers rise %(levels)d", levels) % {"levels": levels}


def more_levels(levels: int) -> str:
    return ngettext("%(levels)d level more", "%(levels)d levels more", levels) % {"levels": levels}


def tail_words(tail: Tail) -> str:
    return _("%(levels)s for every %(step)d points, a started step counts") % {
        "levels": more_levels(tail.delta),
        "step": tail.step,
    }


def multiplier_rows(ruleset: Ruleset) -> list[str]:
    """Return what the kitty counts for each kind of digging play that the decks allow, and how it goes on."""
    rows = [times_words(play, times) for play, times in digging_plays(ruleset, most=LONGEST_DIGGING)]
    return [*rows, *_further(ruleset.kitty.multiplier.value, ruleset.deck.decks.value)]


def times_words(play: Component, times: int) -> str:
    return _("%(shape)s ×%(factor)d") % {"shape": play_words(play), "factor": times}


def _further(rule: Multiplier, decks: int) -> Iterator[str]:
    if isinstance(rule, PerCard):
        yield _("longer ones: ×%(factor)d for each card") % {"factor": rule.factor}
    elif isinstance(rule, Power):
        yield _("longer ones: ×%(base)d again for each card") % {"base": rule.base}
    else:
        yield _("each further pair +%(further)d") % {"further": rule.pair_further}
        if decks >= TRIPLE and rule.triple_tractor is not None:
            yield _("each further triple +%(further)d") % {"further": rule.triple_further}


def late_rows(bands: tuple[LateBand, ...]) -> list[str]:
    """Return a sentence for each step of lateness; a step with another source than the table names it."""
    rows, after = [], 0
    for band in bands:
        row = _("%(minutes)s: %(effect)s") % {"minutes": _minutes(after, band.minutes), "effect": late_effect(band)}
        rows.append(_("%(row)s (%(source)s)") % {"row": row, "source": STATUSES[band.status]} if band.status else row)
        after = band.minutes or after
    return rows


def _minutes(after: int, up_to: int | None) -> str:
    if up_to is None:
        return _("more than %(minutes)d minutes late") % {"minutes": after}
    if not after:
        return _("up to %(minutes)d minutes late") % {"minutes": up_to}
    return _("%(first)d to %(last)d minutes late") % {"first": after + 1, "last": up_to}


def late_effect(band: LateBand | LateStep) -> str:
    """Return what coming late costs, by the rules or for one who did."""
    if band.effect == "points":
        return _("%(points)d points against it in the first deal") % {"points": band.points}
    if band.effect == "standing_points":
        words = ngettext("%(points)d point off its total", "%(points)d points off its total", band.points)
        return words % {"points": band.points}
    if band.effect == "deal_forfeited":
        return _("the first deal is not played and the others rise %(levels)d") % {"levels": band.levels}
    if band.effect == "match_forfeited":
        return _("the match is forfeited")
    if band.violations:
        return _("warning, noted as a violation")
    return _("warning")
