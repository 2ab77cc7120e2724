"""Entries as they are read: who plays, who waits, and where registration stands."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from tournaments.divisionplans import plays
from tournaments.models import (
    Contact,
    Division,
    Draw,
    Entry,
    Member,
    MemberRole,
    Notice,
    NoticeKind,
    StageEntry,
    Team,
    Tournament,
    Unit,
)
from tournaments.pairing import Entrant
from tournaments.phrases.divisions import division_name
from tournaments.regulations import DivisionPlan, Format, Registration
from tournaments.selectors.names import TeamName, team_names
from tournaments.states import DrawState, EntryState, EventState, NoticeState, TeamState

COUNTED = (EntryState.ACCEPTED, EntryState.WAITING, EntryState.PENDING)
WindowState = Literal["draft", "before", "open", "closed", "frozen", "over"]


class Counts(NamedTuple):
    accepted: int
    pending: int
    waiting: int

    def used(self, settings: Registration) -> int:
        """Return how many places are taken: those not yet approved count where the regulations say so."""
        return self.accepted + (self.pending if settings.pending_uses_capacity else 0)


@dataclass(frozen=True, slots=True)
class Window:
    """Where registration stands now. Times are aware, None where that end is open."""

    state: WindowState
    opens_at: datetime | None
    closes_at: datetime | None
    capacity: int
    counts: Counts
    divisions: "tuple[DivisionPlaces, ...]" = ()

    @property
    def is_open(self) -> bool:
        return self.state == "open"

    @property
    def is_full(self) -> bool:
        """Say whether who comes now has to wait, in whichever division."""
        if not self.divisions:
            return not self.free or self.counts.waiting > 0
        return not any(each.open for each in self.divisions)

    @property
    def free(self) -> int:
        if not self.divisions:
            return max(0, self.capacity - self.counts.accepted)
        return max(each.free for each in self.divisions)


class DivisionPlaces(NamedTuple):
    """A division with its entries and its places; `shared`: with other divisions, so that `free` is all of theirs.

    `open`: how many of these somebody who comes now may still take; none where others wait.
    """

    plan: DivisionPlan
    counts: Counts
    capacity: int
    free: int
    open: int
    shared: bool

    @property
    def name(self) -> str:
        return division_name(self.plan)


class PublicEntry(NamedTuple):
    name: TeamName
    state: str
    place: int | None


def entrants(tournament: Tournament, divisions: Collection[str] = ()) -> list[Entrant]:
    """Return the teams that play, in the order of their numbers; only those of some divisions where these are named."""
    rows = Entry.objects.filter(
        tournament=tournament, state=EntryState.ACCEPTED, team__state=TeamState.ACTIVE
    ).order_by("team__number")
    if divisions:
        rows = rows.filter(team__division__code__in=divisions)
    return [Entrant(team, unit) for team, unit in rows.values_list("team_id", "team__unit_id") if team is not None]


def counts(tournament: Tournament, codes: Collection[str] = ()) -> Counts:
    """Count entries by their state; only those of some divisions where these are named."""
    rows = Entry.objects.filter(tournament=tournament)
    if codes:
        rows = rows.filter(division__code__in=codes)
    found = rows.aggregate(
        accepted=Count("pk", filter=Q(state=EntryState.ACCEPTED)),
        pending=Count("pk", filter=Q(state=EntryState.PENDING)),
        waiting=Count("pk", filter=Q(state=EntryState.WAITING)),
    )
    return Counts(found["accepted"], found["pending"], found["waiting"])


def counts_by_division(tournament: Tournament) -> dict[str, Counts]:
    """Count the entries of every division, by its code (one query)."""
    rows = Division.objects.filter(tournament=tournament).annotate(
        accepted=Count("entries", filter=Q(entries__state=EntryState.ACCEPTED)),
        pending=Count("entries", filter=Q(entries__state=EntryState.PENDING)),
        waiting=Count("entries", filter=Q(entries__state=EntryState.WAITING)),
    )
    return {row.code: Counts(row.accepted, row.pending, row.waiting) for row in rows}


def rounds_to_come(tournament: Tournament) -> int:
    """Return how many rounds the first stage will have with the teams entered so far; before any for a full list."""
    plan, settings = tournament.regulations.stage, tournament.regulations.registration
    if not plan.is_bracket and plan.format != Format.ROUND_ROBIN:
        return plan.rounds
    by_division = places_by_division(tournament)
    if not by_division:
        entered = counts(tournament).accepted
        return plan.rounds_of(entered if entered > 1 else settings.capacity)
    playing = [each for each in by_division if plays(each.plan.code, plan)]
    return max(plan.rounds_of(each.counts.accepted if each.counts.accepted > 1 else each.capacity) for each in playing)


def registration(tournament: Tournament, now: datetime) -> Window:
    settings = tournament.regulations.registration
    by_division = places_by_division(tournament)
    return Window(
        window_state(tournament, now),
        settings.opens_at,
        settings.closes_at,
        sum(pool.capacity for pool in tournament.regulations.pools),
        total(each.counts for each in by_division) if by_division else counts(tournament),
        by_division,
    )


def places_by_division(tournament: Tournament) -> tuple[DivisionPlaces, ...]:
    """Return how full each division is; nothing, without a query, where the event has but one."""
    rules = tournament.regulations
    if not rules.divisions:
        return ()
    by_code = counts_by_division(tournament)
    found = []
    for plan in rules.divisions:
        pool = rules.pool_of(plan.code)
        there = total(by_code[code] for code in pool.codes)
        free = max(0, pool.capacity - there.accepted)
        unused = 0 if there.waiting else max(0, pool.capacity - there.used(rules.registration))
        found.append(DivisionPlaces(plan, by_code[plan.code], pool.capacity, free, unused, len(pool.codes) > 1))
    return tuple(found)


def total(counted: Iterable[Counts]) -> Counts:
    return Counts(*(sum(numbers) for numbers in zip(Counts(0, 0, 0), *counted, strict=True)))


def window_state(tournament: Tournament, now: datetime) -> WindowState:
    """Return where registration stands, without counting entries."""
    settings = tournament.regulations.registration
    if tournament.state in {EventState.FINISHED, EventState.ARCHIVED}:
        return "over"
    if tournament.entries_frozen_at is not None:
        return "frozen"
    if tournament.state == EventState.DRAFT:
        return "draft"
    if settings.opens_at and now < settings.opens_at:
        return "before"
    if settings.closes_at and now >= settings.closes_at:
        return "closed"
    return "open"


def in_words(tournament: Tournament, moment: datetime | None) -> str:
    """Return a moment in the event's own time, in digits both languages read."""
    return timezone.localtime(moment, tournament.zone).strftime("%Y-%m-%d %H:%M") if moment else ""


def has_draw(tournament: Tournament, *states: DrawState) -> bool:
    return Draw.objects.filter(stage__division__tournament=tournament, state__in=states).exists()


def plays_already(tournament: Tournament, team: Team, other: str = "") -> bool:
    """Say whether a team, or a stage of its division or of the other one, is drawn or has a draft."""
    if StageEntry.objects.filter(team=team).exists():
        return True
    drawn = Draw.objects.filter(stage__division__tournament=tournament).exclude(state=DrawState.DISCARDED)
    plans = [tournament.regulations.plan(code) for code in drawn.values_list("stage__code", flat=True)]
    return any(plays(code, plan) for plan in plans for code in (team.division.code, other))


def entered_by_unit(
    tournament: Tournament, unit: Unit | None, *, but: int | None = None, codes: Collection[str] = ()
) -> int:
    """Count a unit's entries that are accepted, pending or waiting; those merged into it are among them.

    Only those of some divisions where these are named; `but`: a team that is not counted.
    """
    if unit is None:
        return 0
    same = Entry.objects.filter(tournament=tournament, team__unit=unit, state__in=COUNTED)
    if codes:
        same = same.filter(division__code__in=codes)
    return (same if but is None else same.exclude(team_id=but)).count()


def of_contact(found: QuerySet[Entry], *, phone: str, email: str) -> QuerySet[Entry]:
    """Narrow entries to those made with this telephone or this address."""
    whose = Q(pk__in=[])
    if phone:
        whose |= Q(applicant__contact__phone=phone)
    if email:
        whose |= Q(applicant__contact__email__iexact=email)
    return found.filter(whose)


def place_in_queue(entry: Entry) -> int | None:
    """Return the place on the waiting list, from 1; None for an entry that does not wait. Give it with its division."""
    if entry.state != EntryState.WAITING:
        return None
    ahead = Q(queued_at__lt=entry.queued_at) | Q(queued_at=entry.queued_at, pk__lte=entry.pk)
    waiting = Entry.objects.filter(ahead, tournament_id=entry.tournament_id, state=EntryState.WAITING)
    if codes := entry.tournament.regulations.pool_of(entry.division.code).codes:
        waiting = waiting.filter(division__code__in=codes)
    return waiting.count()


def places_in_queue(tournament: Tournament) -> dict[int, int]:
    """Return the place of every waiting entry by its id, from 1, among those who wait for the same places."""
    waiting = Entry.objects.filter(tournament=tournament, state=EntryState.WAITING).order_by("queued_at", "pk")
    queues: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for entry_id, code in waiting.values_list("pk", "division__code"):
        queues[tournament.regulations.pool_of(code).codes].append(entry_id)
    return {entry_id: place for queue in queues.values() for place, entry_id in enumerate(queue, start=1)}


def players(team: Team) -> list[Member]:
    """Return who plays in a team now."""
    present = team.members.filter(left_at=None, role=MemberRole.PLAYER).select_related("person")
    return list(present.order_by("order", "pk"))


def public_entries(tournament: Tournament, *, in_full: bool) -> list[PublicEntry]:
    """Return the pairs that are in or wait, by unit and number; no contact, and masked where consent is missing."""
    names = team_names(tournament, in_full=in_full)
    places = places_in_queue(tournament)
    shown = Entry.objects.filter(
        tournament=tournament, state__in=(EntryState.ACCEPTED, EntryState.WAITING), team__state=TeamState.ACTIVE
    ).order_by("team__unit__order", "team__unit_id", "team__number")
    return [PublicEntry(names[entry.team_id], entry.state, places.get(entry.pk)) for entry in shown if entry.team_id]


def masked_phone(phone: str) -> str:
    """Return 138****1234 for a number, and less of a short one."""
    digits = phone.replace(" ", "").replace("-", "")
    if len(digits) < 8:  # noqa: PLR2004 of so few digits three would tell too much
        return f"{digits[:1]}****" if digits else ""
    return f"{digits[:3]}****{digits[-4:]}"


def masked_email(email: str) -> str:
    name, at, domain = email.partition("@")
    return f"{name[:1]}***{at}{domain}" if at else ""


def unsent_mails(tournament: Tournament) -> list[Notice]:
    """Return the messages that nobody received by mail, newest first: the organizer passes them on by hand."""
    missed = Notice.objects.filter(
        tournament=tournament, kind=NoticeKind.MAIL, state__in=(NoticeState.UNSENT, NoticeState.FAILED)
    ).select_related("entry__team")
    return list(missed.order_by("-due_at", "-pk"))


def contact_of(entry: Entry) -> Contact | None:
    return Contact.objects.filter(person_id=entry.applicant_id).first()
