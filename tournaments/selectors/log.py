"""The log of an event: its entries page by page, and whether its chain holds."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Q

from tournaments.models import AuditEntry, Tournament
from tournaments.selectors.chain import GENESIS, digest, note_digest

ROWS = 100
# What an area of the filter shows, by the first word of an action's code.
AREAS = {
    "event": ("event.", "link.", "unit"),
    "entry": ("entry.", "entries.", "consent.", "contact.", "team.", "member."),
    "draw": ("draw.", "match."),
    "clock": ("clock.", "round."),
    "result": ("result.", "deal.", "ruling.", "lateness.", "standings.", "lots.", "paper."),
    "referee": ("referee.", "table.", "member.added", "member.removed"),
}


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry; `who` is a name where the actor has one, `reason` is gone where the note was purged."""

    sequence: int
    at: datetime
    role: str
    who: str
    action: str
    subject: str
    subject_id: int | None
    data: dict[str, object]
    reason: str

    @property
    def record(self) -> str:
        """Return everything that the entry holds, as it is chained."""
        return json.dumps({"subject": self.subject, "id": self.subject_id, **self.data}, ensure_ascii=False)


class LogPage(NamedTuple):
    page: "Page[AuditEntry]"
    rows: list[LogRow]


class Break(NamedTuple):
    """The first entry that does not fit: what is wrong, a code of `phrases.log.BREAKS`, and its number."""

    code: str
    sequence: int


def rows(tournament: Tournament, *, area: str = "", page: int = 1) -> LogPage:
    """Return a page of the log, newest first (two queries)."""
    entries = AuditEntry.objects.filter(tournament=tournament).select_related("user", "membership", "note", "link")
    if area in AREAS:
        entries = entries.filter(_starts_with(AREAS[area]))
    found = Paginator(entries.order_by("-sequence"), ROWS).get_page(page)
    return LogPage(found, [_row(entry) for entry in found.object_list])


def _row(entry: AuditEntry) -> LogRow:
    who = entry.user.get_full_name() if entry.user else entry.membership.name if entry.membership else ""
    if not who and entry.link:
        who = entry.link.label
    return LogRow(
        entry.sequence,
        entry.at,
        entry.role,
        who,
        entry.action,
        entry.subject,
        entry.subject_id,
        entry.data,
        entry.note.text if entry.note else "",
    )


def _starts_with(beginnings: tuple[str, ...]) -> Q:
    condition = Q(pk__in=[])
    for beginning in beginnings:
        condition |= Q(action__startswith=beginning)
    return condition


def first_break(tournament: Tournament) -> Break | None:
    """Return the first entry at which the chain is broken; None where all of it holds."""
    return next(_breaks(tournament), None)


def _breaks(tournament: Tournament) -> Iterator[Break]:
    previous = GENESIS
    entries = AuditEntry.objects.filter(tournament=tournament).select_related("note").order_by("sequence")
    for expected, entry in enumerate(entries.iterator(chunk_size=500), start=1):
        if entry.sequence != expected:
            yield Break("missing", expected)
        if entry.previous != previous or entry.hash != digest(entry.previous, entry):
            yield Break("altered", entry.sequence)
        if entry.note is not None and entry.note_digest != note_digest(entry.note.text, entry.note.address):
            yield Break("note_altered", entry.sequence)
        previous = entry.hash


def length(tournament: Tournament) -> int:
    return AuditEntry.objects.filter(tournament=tournament).count()
