"""A pair as it sees itself by its private link, and as the organizer sees it."""

from dataclasses import dataclass
from typing import NamedTuple

from tournaments.errors import NotFound
from tournaments.models import (
    AccessLink,
    Contact,
    Entry,
    Match,
    Member,
    Notice,
    NoticeKind,
    StageEntry,
    Team,
    Tournament,
)
from tournaments.phrases.divisions import division_name
from tournaments.phrases.sittings import sitting_words
from tournaments.selectors import entries
from tournaments.selectors.access import live_links
from tournaments.selectors.entry_list import state_of
from tournaments.selectors.names import TeamName, team_names
from tournaments.selectors.rounds import sitting_of
from tournaments.states import RoundState


class Meeting(NamedTuple):
    """A released match of a pair; a bye has no table and no opponent."""

    round: int
    table: int | None
    opponent: TeamName | None
    sitting_words: str = ""


@dataclass(frozen=True, slots=True)
class OwnTeam:
    """Everything about one pair but what is purged; `division` in words, "" where the event has but one."""

    team: Team
    entry: Entry
    state: str
    place: int | None
    members: list[Member]
    former: list[Member]
    contact: Contact | None
    lot: str
    meetings: list[Meeting]
    division: str = ""

    @property
    def phone(self) -> str:
        return entries.masked_phone(self.contact.phone) if self.contact else ""

    @property
    def email(self) -> str:
        return entries.masked_email(self.contact.email) if self.contact else ""


def by_number(tournament: Tournament, number: int, *, opponents_in_full: bool) -> OwnTeam:
    """Return the pair with this number; NotFound without one."""
    team = Team.objects.filter(tournament=tournament, number=number).select_related("unit", "division").first()
    entry = Entry.objects.filter(team=team).first() if team else None
    if team is None or entry is None:
        raise NotFound
    entry.tournament, entry.division = tournament, team.division
    members = list(team.members.select_related("person").order_by("order", "pk"))
    lot, meetings = _play(tournament, team, opponents_in_full=opponents_in_full)
    return OwnTeam(
        team,
        entry,
        state_of(entry, team),
        entries.place_in_queue(entry),
        [member for member in members if member.left_at is None],
        [member for member in members if member.left_at is not None],
        entries.contact_of(entry),
        lot,
        meetings,
        division_name(tournament.regulations.division(team.division.code)),
    )


def _play(tournament: Tournament, team: Team, *, opponents_in_full: bool) -> tuple[str, list[Meeting]]:
    """Return the lot and the matches of a pair, of released rounds only."""
    released = Match.objects.filter(sides__team=team).exclude(round__state=RoundState.PLANNED)
    matches = list(released.select_related("round__clock").prefetch_related("sides").order_by("round__number"))
    if not matches:
        return "", []
    opponents = {
        match.pk: next((side.team_id for side in match.sides.all() if side.team_id not in {team.pk, None}), None)
        for match in matches
    }
    names = team_names(tournament, in_full=opponents_in_full, only={one for one in opponents.values() if one})
    lot = StageEntry.objects.filter(team=team).values_list("lot", flat=True).first() or ""
    return lot, [
        Meeting(m.round.number, m.table, names.get(opponents[m.pk] or 0), sitting_words(sitting_of(m.round, m)))
        for m in matches
    ]


def numbers_of(tournament: Tournament, team_ids: frozenset[int]) -> list[int]:
    """Return the numbers of the teams whose links a browser holds, newest first."""
    held = Team.objects.filter(tournament=tournament, pk__in=team_ids)
    return list(held.order_by("-number").values_list("number", flat=True))


def messages_of(entry: Entry) -> list[Notice]:
    """Return what was written to the applicant, newest first."""
    return list(Notice.objects.filter(entry=entry, kind=NoticeKind.MAIL).order_by("-due_at", "-pk"))


def has_link(team: Team) -> bool:
    return AccessLink.objects.filter(live_links(), team=team).exists()
