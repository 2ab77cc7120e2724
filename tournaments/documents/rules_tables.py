"""The tables of a rule book: levels, kitty, offences, lateness; each from what scoring reads."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.kitty import digging_plays
from scoring.ruleset import Ruleset
from tournaments.phrases.rules import Line, Section, level_rows
from tournaments.phrases.rules.sections import BANDS, OFFENCES
from tournaments.phrases.rules.shapes import play_words

MULTIPLIER, LATENESS = "kitty.multiplier", "lateness.bands"
IN_THE_LEVEL_TABLE = frozenset({BANDS, "level_table.below", "level_table.above"})
LONGEST_DIGGING = 8  # cards of a digging play that has a row of its own: four pairs, two triples


@dataclass(frozen=True, slots=True)
class Source:
    """Where a line comes from: document, our reading, or the organizer; the clause, and why it is read so."""

    mark: str
    clause: str = ""
    reason: str = ""

    @property
    def words(self) -> str:
        return {
            "document": pgettext("mark of a rule", "document"),
            "reading": pgettext("mark of a rule", "our reading"),
            "organizer": pgettext("mark of a rule", "organizer"),
        }[self.mark]


Row = tuple[Sequence[str], Source | None]


@dataclass(frozen=True, slots=True)
class Table:
    """Heads and rows of words; `source` is that of the rows that have none of their own."""

    kind: str
    title: str
    heads: Sequence[str]
    rows: Sequence[Row]
    source: Source | None = None

    @property
    def has_own_sources(self) -> bool:
        return any(source is not None for _cells, source in self.rows)


def source_of(line: Line) -> Source:
    return Source(line.mark, line.clause, line.reason)


def table_of(section: Section, ruleset: Ruleset) -> tuple[Table | None, list[Line]]:
    """Return the table of a section, if it has one, and the lines that the table does not say."""
    by_path = {line.path: line for line in section.lines}
    offences = [line for line in section.lines if line.path.startswith(OFFENCES)]
    if BANDS in by_path:
        return levels(by_path[BANDS], ruleset), _without(section, IN_THE_LEVEL_TABLE)
    if MULTIPLIER in by_path:
        return kitty(by_path[MULTIPLIER], ruleset), _without(section, {MULTIPLIER})
    if offences:
        return catalogue(offences), _without(section, {line.path for line in offences})
    if LATENESS in by_path and ruleset.lateness.bands.value:
        return lateness(by_path[LATENESS]), _without(section, {LATENESS})
    return None, section.lines


def _without(section: Section, paths: Iterable[str]) -> list[Line]:
    return [line for line in section.lines if line.path not in paths]


def levels(line: Line, ruleset: Ruleset) -> Table:
    """Set the level table as scoring reads it; where its rows come from different places, each says from where."""
    table = ruleset.level_table
    words = level_rows(table)
    mixed = any(row.status != table.bands.status for row in table.rows())
    rows: list[Row] = [
        ((row.points, row.deal, row.rise), Source(row.mark, row.clause, row.reason) if mixed else None) for row in words
    ]
    heads = (_("Points of the attackers"), pgettext("on a paper", "The deal"), pgettext("on a paper", "Who rises"))
    return Table("levels", line.label, heads, rows, None if mixed else source_of(line))


def kitty(line: Line, ruleset: Ruleset) -> Table:
    """Set the multipliers of what may win the last trick, as scoring looks them up."""
    plays = digging_plays(ruleset, most=LONGEST_DIGGING)
    rows: list[Row] = [((play_words(play), f"×{times}"), None) for play, times in plays]
    heads = (_("The last trick is won with"), _("Points of the kitty"))
    return Table("kitty", line.label, heads, rows, source_of(line))


def catalogue(offences: Iterable[Line]) -> Table:
    """Set the offences with what each costs; every row has its own clause."""
    rows: list[Row] = [((line.label, line.value), source_of(line)) for line in offences]
    return Table("offences", _("Offences and what they cost"), (_("Offence"), _("What it costs")), rows)


def lateness(line: Line) -> Table:
    rows: list[Row] = [((row,), None) for row in line.rows]
    return Table("late", line.label, (_("A side that comes"),), rows, source_of(line))
