"""Why a team stands where it stands: what was compared with its neighbours, in order, from the standings alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from scoring.figures import Points
from scoring.ruleset import Criterion
from scoring.standings import Row, Standings
from scoring.tiebreaks import Note, Separation


@dataclass(frozen=True, slots=True)
class Compared:
    """A criterion that did not part two teams; the note says why it compared nothing, or that it went in a circle."""

    criterion: Criterion
    own: Points | None
    other: Points | None
    note: Note | None


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A team next in the standings, what parts it from this one, and the criteria before that which left them equal."""

    team: int
    by: Separation
    equal_in: tuple[Compared, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    team: int
    place: int
    shared_with: tuple[int, ...]
    above: Neighbour | None
    below: Neighbour | None


def explain(standings: Standings, team: int) -> Explanation:
    """Say what put a team on its place; ScoringError `unknown_team`. The neighbours are those beyond a shared place."""
    rows, own = standings.rows, standings.row(team)
    tied = [at for at, row in enumerate(rows) if (row.place, row.withdrawn) == (own.place, own.withdrawn)]
    first, after = tied[0], tied[-1] + 1
    return Explanation(
        team,
        own.place,
        tuple(rows[at].team for at in tied if rows[at].team != team),
        _neighbour(rows[first - 1], own, rows[first]) if first else None,
        _neighbour(rows[after], own, rows[after]) if after < len(rows) else None,
    )


def _neighbour(other: Row, own: Row, lower: Row) -> Neighbour | None:
    """`lower` is the first row of the lower place: it holds what parted the two."""
    by = lower.separated_by
    return None if by is None else Neighbour(other.team, by, tuple(_before(by, own, other)))


def _before(by: Separation, own: Row, other: Row) -> Iterator[Compared]:
    if by.criterion == "withdrawn":
        return
    for mine, theirs in takewhile(
        lambda keys: keys[0].criterion != by.criterion, zip(own.keys, other.keys, strict=True)
    ):
        yield Compared(mine.criterion, mine.value, theirs.value, mine.note)
