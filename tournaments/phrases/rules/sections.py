"""A ruleset as a page: groups of lines, each with its value, where it comes from, and what else it could be."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.ruleset import Entry, Ruleset
from scoring.ruleset.play import FollowOrder
from tournaments.phrases.languages import name_for_reader
from tournaments.phrases.rules.codes import NONE, UNITS
from tournaments.phrases.rules.labels import GROUPS, LEADS, VALUES
from tournaments.phrases.rules.offences import offence_words
from tournaments.phrases.rules.reasons import REASONS
from tournaments.phrases.rules.shapes import shape_words
from tournaments.phrases.rules.sources import MARKS, STATUSES, Mark
from tournaments.phrases.rules.tables import TableRow, level_rows
from tournaments.phrases.rules.values import value_rows
from tournaments.regulations import Timing

OFFENCES = "penalties.offences."
ORDERS = "follow.orders."
BANDS = "level_table.bands"


@dataclass(frozen=True, slots=True)
class Line:
    """A value of a ruleset in words; `rows` is the value line by line, `alternatives` are the other readings."""

    path: str
    label: str
    value: str
    rows: tuple[str, ...]
    mark: Mark
    status_words: str
    clause: str
    reason: str
    alternatives: list[str]


@dataclass(frozen=True, slots=True)
class Section:
    """A group of values. `table` holds the level table's rows, in its own section only."""

    key: str
    title: str
    lines: list[Line]
    table: list[TableRow]

    @property
    def table_line(self) -> Line | None:
        """The line that says where the level table comes from."""
        return next((line for line in self.lines if line.path == BANDS), None)


def sections(ruleset: Ruleset, timing: Timing | None = None) -> list[Section]:
    """Return the whole ruleset in words, what people look for first at the top.

    With the `timing` of an event's rounds, that is what stands there, where the rules have other times.
    """
    lines: dict[str, list[Line]] = {key: [] for key in GROUPS}
    timed = timing_rows(timing, ruleset) if timing else {}
    for entry in ruleset.entries():
        line = line_of(entry, ruleset)
        if entry.path in timed:
            line = _decided(line, timed[entry.path])
        lines[entry.path.partition(".")[0]].append(line)
    lines["identity"] = list(_identity(ruleset))
    table = level_rows(ruleset.level_table)
    return [
        Section(key, str(title), lines[key], table if key == "level_table" else []) for key, title in GROUPS.items()
    ]


def timing_rows(timing: Timing, ruleset: Ruleset) -> dict[str, str]:
    """Return what the times of the rounds are by path, where they are not those of the ruleset."""
    clock = ruleset.round_clock
    minutes = {
        "round_clock.minutes": (timing.round_seconds, clock.minutes.value),
        "round_clock.reminder_minutes": (timing.reminder_seconds, clock.reminder_minutes.value),
    }
    rows = {
        path: str(UNITS[path]) % {"n": minutes_words(seconds)} if seconds else str(NONE[path])
        for path, (seconds, written) in minutes.items()
        if seconds != (written or 0) * 60
    }
    if timing.last_deals != clock.deals_from_the_reminder:
        words = _("%(deals)d, the deal in hand included") % {"deals": timing.last_deals}
        rows["round_clock.last_deals"] = words if timing.last_deals else str(NONE["round_clock.last_deals"])
    return rows


def minutes_words(seconds: int) -> str:
    """Return a length as minutes, or minutes and seconds: 120, 1:30."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02}" if rest else str(minutes)


def _decided(line: Line, value: str) -> Line:
    """Return a line with the organizer's value; what it was stands among the other readings."""
    status, reason = str(STATUSES["organizer"]), str(REASONS["organizer_decided"])
    others = [line.value, *line.alternatives]
    return Line(line.path, line.label, value, (value,), "organizer", status, line.clause, reason, others)


def line_of(entry: Entry, ruleset: Ruleset) -> Line:
    rows = value_rows(entry.path, entry.value, ruleset)
    return Line(
        entry.path,
        label_of(entry.path, entry.value),
        _("; ").join(rows),
        tuple(rows),
        MARKS[entry.status],
        str(STATUSES[entry.status]),
        entry.clause,
        str(REASONS[entry.reason]) if entry.reason else "",
        [_other(entry.path, other, rows, ruleset) for other in entry.alternatives],
    )


def _other(path: str, value: object, rows: list[str], ruleset: Ruleset) -> str:
    """Say another reading: of a table only the rows that are not the same."""
    others = value_rows(path, value, ruleset)
    return _("; ").join([row for row in others if row not in rows] or others)


def label_of(path: str, value: object = None) -> str:
    """Return what a value is called; KeyError for a path that does not exist.

    `value` names a lead that has no name of its own in the catalogue of what is followed.
    """
    if path.startswith(OFFENCES):
        return offence_words(path.removeprefix(OFFENCES))
    if path.startswith(ORDERS):
        key = path.removeprefix(ORDERS)
        if key not in LEADS and isinstance(value, FollowOrder):
            return _("Following %(lead)s") % {"lead": shape_words(value.lead)}
        return str(LEADS[key])
    return str(VALUES[path])


def title_of(ruleset: Ruleset) -> str:
    """Return the ruleset's title in the reader's language."""
    return name_for_reader(ruleset.identity.title_zh, ruleset.identity.title_en)


def _identity(ruleset: Ruleset) -> Iterator[Line]:
    identity = ruleset.identity
    held: tuple[tuple[str, str, object], ...] = (
        ("identity.document", _("Document"), identity.document),
        ("identity.version", _("Version"), identity.version),
        ("identity.parent", _("Made from"), identity.parent),
        ("identity.effective", _("In force from"), identity.effective),
        ("identity.digest", _("Check sum of its text"), identity.digest),
    )
    for path, label, value in held:
        if value:
            yield Line(path, label, str(value), (str(value),), "document", str(STATUSES["explicit"]), "", "", [])
