"""The record of rulings: what was ruled so far, lines to write by hand, and what every offence costs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.penalties import Effect
from scoring.ruleset import LevelTable
from tournaments.documents.frame import Line, line, moment, page
from tournaments.documents.kit import Part
from tournaments.documents.rules_tables import LATENESS, Table, table_of
from tournaments.phrases.figures import signed
from tournaments.phrases.rules import effect_words, offence_words, sections
from tournaments.phrases.rules.sections import OFFENCES
from tournaments.selectors.paper_head import Head
from tournaments.selectors.paper_rules import Ruled, RulingRecord

LINES, FEWEST_LINES = 10, 4  # to write by hand: as many as a first page holds, and after what is printed


@dataclass(frozen=True, slots=True)
class Entry:
    """A ruling in words; `day` is "" on the day of the event, `notes` are its reason and that of its reversal."""

    day: str
    time: str
    where: str
    deal: str
    team: Line
    offence: str
    effect: str
    clause: str
    notes: Sequence[str]
    referee: str
    reversed: bool


def lay_out(content: RulingRecord, missing: str) -> list[Part]:
    table = content.ruleset.level_table
    entries = [_entry(each, table, content.head) for each in content.rulings]
    html = page(
        "pdf/ruling_record.html",
        content.head,
        content.stamp,
        title=_("Record of rulings"),
        missing=missing,
        entries=entries,
        lines=range(max(FEWEST_LINES, LINES - len(entries))),
        tables=list(_tables(content)),
    )
    return [Part(html, max(1, len(entries)))]


def _tables(content: RulingRecord) -> Iterator[Table]:
    """Give the catalogue, and the steps of lateness where the rules have some."""
    for section in sections(content.ruleset):
        if any(each.path == LATENESS or each.path.startswith(OFFENCES) for each in section.lines):
            table, _others = table_of(section, content.ruleset)
            if table is not None:
                yield table


def _entry(ruled: Ruled, table: LevelTable, head: Head) -> Entry:
    offence = offence_words(ruled.offence)
    if ruled.claimed:
        offence = _("%(offence)s (claimed: %(claimed)s)") % {
            "offence": offence,
            "claimed": offence_words(ruled.claimed),
        }
    if ruled.cards > 1:
        cards = ngettext("%(cards)d card", "%(cards)d cards", ruled.cards) % {"cards": ruled.cards}
        offence = f"{offence} · {cards}"
    notes = [ruled.note] if ruled.note else []
    if ruled.reversed is not None:
        notes.append(_("Taken back: %(reason)s") % {"reason": ruled.reversed})
    day, _space, time = moment(ruled.at, head.zone).partition(" ")
    return Entry(
        "" if day == head.day.isoformat() else day,
        time,
        f"{ruled.round}-{ruled.table:02}" if ruled.round and ruled.table else "",
        str(ruled.deal or ""),
        line(ruled.name, ruled.lot),
        offence,
        _effect(ruled.effect, ruled.clause, table) if ruled.effect else signed(ruled.value),
        ruled.clause,
        notes,
        ruled.referee,
        ruled.reversed is not None,
    )


def _effect(effect: Mapping[str, Any], clause: str, table: LevelTable) -> str:
    return effect_words(Effect(clause=clause, **effect), table)
