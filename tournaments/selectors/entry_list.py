"""The organizer's list of entries: every pair in full, what is odd about it, filtered and searched."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from tournaments import folding
from tournaments.models import Contact, Entry, Member, MemberRole, Team, Tournament
from tournaments.regulations import DivisionPlan
from tournaments.selectors import entries, units
from tournaments.selectors.names import TeamName, team_names
from tournaments.states import EntryState, TeamState


class Row(NamedTuple):
    """An entry with its pair's names in full and its contact masked; `state` is the team's once it left."""

    entry: Entry
    name: TeamName
    state: str
    place: int | None
    phone: str
    email: str
    warnings: Collection[str]


@dataclass(frozen=True, slots=True)
class EntryList:
    """All entries by number; how many there are in each state; units that look alike."""

    rows: list[Row]
    by_state: Mapping[str, int]
    alike: list[units.Likeness]

    def of_division(self, plan: DivisionPlan) -> "EntryList":
        """Return the list of one division; what looks alike stands in all of them."""
        rows = [row for row in self.rows if row.name.division == plan]
        return EntryList(rows, Counter(row.state for row in rows), self.alike)

    @property
    def odd(self) -> list[Row]:
        return [row for row in self.rows if row.warnings]

    def shown(self, *, state: str, search: str) -> list[Row]:
        """Return the rows of a state ("odd" for those with warnings, "" for all) in which the words are found."""
        rows = self.odd if state == "odd" else [row for row in self.rows if not state or row.state == state]
        words = folding.fold(search)
        return [row for row in rows if words in _text(row)] if words else rows


def _text(row: Row) -> str:
    return folding.fold(" ".join([str(row.name.number), row.name.unit, *row.name.players]))


def state_of(entry: Entry, team: Team) -> str:
    """Return the one word for where a pair stands: the entry's, or the team's once it left after the freeze."""
    left = entry.state == EntryState.ACCEPTED and team.state != TeamState.ACTIVE
    return f"team_{team.state}" if left else entry.state


def entry_list(tournament: Tournament) -> EntryList:
    """Return the whole list (six queries, however long it is)."""
    names = team_names(tournament, in_full=True)
    found = Entry.objects.filter(tournament=tournament).select_related("team", "applicant__contact")
    places = entries.places_in_queue(tournament)
    of_units = units.rows(tournament)
    warnings = _duplicates(tournament)
    over = {row.unit.pk for row in of_units if row.over}
    rows = []
    for entry in found.order_by("team__number"):
        team = entry.team
        if team is None:
            continue
        contact = _contact(entry)
        if team.unit_id in over and entry.state in entries.COUNTED:
            warnings[team.pk].add("over_quota")
        rows.append(
            Row(
                entry,
                names[team.pk],
                state_of(entry, team),
                places.get(entry.pk),
                entries.masked_phone(contact.phone) if contact else "",
                entries.masked_email(contact.email) if contact else "",
                sorted(warnings[team.pk]),
            )
        )
    return EntryList(rows, Counter(row.state for row in rows), units.alike([row.unit for row in of_units]))


def _contact(entry: Entry) -> Contact | None:
    """Return the contact that was fetched with the entry; a purged one is None."""
    return getattr(entry.applicant, "contact", None)


def _duplicates(tournament: Tournament) -> dict[int, set[str]]:
    """Say which teams share a person: the same name in one unit, or with the same telephone or address."""
    playing = Member.objects.filter(
        team__tournament=tournament, left_at=None, role=MemberRole.PLAYER, team__entry__state__in=entries.COUNTED
    )
    contact = "team__entry__applicant__contact"
    by_name: dict[str, list[tuple[int, int | None, str, str]]] = defaultdict(list)
    fields = ("person__name_key", "team_id", "team__unit_id", f"{contact}__phone", f"{contact}__email")
    for name, team, unit, phone, email in playing.values_list(*fields):
        by_name[name].append((team, unit, phone or "", email or ""))
    found: dict[int, set[str]] = defaultdict(set)
    for same in by_name.values():
        for first, second in combinations(same, 2):
            if first[0] != second[0] and any(a and a == b for a, b in zip(first[1:], second[1:], strict=True)):
                found[first[0]].add("duplicate_person")
                found[second[0]].add("duplicate_person")
    return found
