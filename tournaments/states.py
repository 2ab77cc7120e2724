"""The state machines of an event, one table each. What time decides is derived in `timing`, never stored."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from tournaments.errors import Refusal


class EventState(StrEnum):
    DRAFT = "draft"
    PUBLISHED = "published"
    FINISHED = "finished"
    ARCHIVED = "archived"


class EntryState(StrEnum):
    PENDING = "pending"
    WAITING = "waiting"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class TeamState(StrEnum):
    ACTIVE = "active"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


class DrawState(StrEnum):
    DRAFT = "draft"
    CHECKED = "checked"
    RELEASED = "released"
    DISCARDED = "discarded"


class RoundState(StrEnum):
    """Running, reminder and time-up are facts of the clock; a round is released, then closed by the chief."""

    PLANNED = "planned"
    RELEASED = "released"
    CLOSED = "closed"


class SheetState(StrEnum):
    """A version of a match's result."""

    SUBMITTED = "submitted"
    CONFIRMED = "confirmed"
    CONFLICT = "conflict"
    LATE = "late"
    OFFICIAL = "official"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"


class NoticeState(StrEnum):
    WAITING = "waiting"
    DONE = "done"
    UNSENT = "unsent"
    FAILED = "failed"


class PaperState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    READY = "ready"
    FAILED = "failed"


class RunState(StrEnum):
    """The portal's work on a rehearsal."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


RUNS_AT_WORK = frozenset({RunState.QUEUED, RunState.RUNNING})

State = TypeVar("State", bound=StrEnum)
Table = Mapping[State, frozenset[State]]

EVENT: Table[EventState] = {
    EventState.DRAFT: frozenset({EventState.PUBLISHED}),
    EventState.PUBLISHED: frozenset({EventState.DRAFT, EventState.FINISHED}),
    EventState.FINISHED: frozenset({EventState.PUBLISHED, EventState.ARCHIVED}),
    EventState.ARCHIVED: frozenset(),
}
ENTRY: Table[EntryState] = {
    EntryState.PENDING: frozenset({EntryState.ACCEPTED, EntryState.WAITING, EntryState.DECLINED, EntryState.WITHDRAWN}),
    EntryState.WAITING: frozenset({EntryState.PENDING, EntryState.ACCEPTED, EntryState.DECLINED, EntryState.WITHDRAWN}),
    EntryState.ACCEPTED: frozenset({EntryState.WAITING, EntryState.DECLINED, EntryState.WITHDRAWN}),
    EntryState.DECLINED: frozenset({EntryState.ACCEPTED, EntryState.WAITING}),
    EntryState.WITHDRAWN: frozenset({EntryState.ACCEPTED, EntryState.WAITING}),
}
TEAM: Table[TeamState] = {
    TeamState.ACTIVE: frozenset({TeamState.WITHDRAWN, TeamState.DISQUALIFIED}),
    TeamState.WITHDRAWN: frozenset({TeamState.ACTIVE}),
    TeamState.DISQUALIFIED: frozenset({TeamState.ACTIVE}),
}
DRAW: Table[DrawState] = {
    DrawState.DRAFT: frozenset({DrawState.CHECKED, DrawState.DISCARDED}),
    DrawState.CHECKED: frozenset({DrawState.DRAFT, DrawState.RELEASED, DrawState.DISCARDED}),
    DrawState.RELEASED: frozenset({DrawState.DISCARDED}),
    DrawState.DISCARDED: frozenset(),
}
ROUND: Table[RoundState] = {
    RoundState.PLANNED: frozenset({RoundState.RELEASED}),
    RoundState.RELEASED: frozenset({RoundState.CLOSED}),
    RoundState.CLOSED: frozenset({RoundState.RELEASED}),
}
SHEET: Table[SheetState] = {
    SheetState.SUBMITTED: frozenset(
        {SheetState.CONFIRMED, SheetState.CONFLICT, SheetState.OFFICIAL, SheetState.SUPERSEDED, SheetState.REJECTED}
    ),
    SheetState.CONFIRMED: frozenset(
        {SheetState.CONFLICT, SheetState.OFFICIAL, SheetState.SUPERSEDED, SheetState.REJECTED}
    ),
    SheetState.CONFLICT: frozenset({SheetState.OFFICIAL, SheetState.SUPERSEDED, SheetState.REJECTED}),
    SheetState.LATE: frozenset({SheetState.OFFICIAL, SheetState.SUPERSEDED, SheetState.REJECTED}),
    SheetState.OFFICIAL: frozenset({SheetState.SUPERSEDED}),
    SheetState.SUPERSEDED: frozenset(),
    SheetState.REJECTED: frozenset(),
}


def step(table: Table[State], old: State, new: State) -> State:
    """Return `new` where the table allows the step, else refuse with `illegal_step`."""
    if new not in table[old]:
        raise Refusal("illegal_step", old=old.value, new=new.value)
    return new
