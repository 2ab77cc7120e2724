"""Rounds and who sits where. Rounds come to be by a release: what is read here is public, names apart."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from tournaments.errors import NotFound
from tournaments.models import Match, MatchSide, Round, SideSource, Tournament
from tournaments.phrases.sittings import area_name, sitting_words
from tournaments.regulations import Area
from tournaments.selectors.names import TeamName, team_names
from tournaments.states import RoundState

SHOWN = (RoundState.RELEASED, RoundState.CLOSED)


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side of a match; `name` is None for the empty side of a bye."""

    position: int
    team_id: int | None
    lot: str
    name: TeamName | None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A match where it is played; a bye has no table and one side.

    `sitting` is set where its round is played in several, `area` where the hall has some.
    """

    match_id: int
    number: int
    table: int | None
    sides: tuple[SideRow, ...]
    bye: bool
    sitting: int | None = None
    area: Area | None = None

    @property
    def area_name(self) -> str:
        return area_name(self.area)

    @property
    def sitting_words(self) -> str:
        return sitting_words(self.sitting)

    @property
    def division_name(self) -> str:
        """The division whose match it is; nothing where the event has but one, or nobody is known yet."""
        return next((side.name.division_name for side in self.sides if side.name is not None), "")

    @property
    def team_ids(self) -> frozenset[int]:
        return frozenset(side.team_id for side in self.sides if side.team_id is not None)


def rounds_of(tournament: Tournament) -> list[Round]:
    """Return the released and closed rounds in order, with clock and facts (two queries)."""
    return list(_shown(tournament))


def _shown(tournament: Tournament) -> QuerySet[Round]:
    rows = Round.objects.filter(stage__division__tournament=tournament, state__in=SHOWN)
    return rows.select_related("clock", "stage__rules").prefetch_related("clock__events").order_by("number", "pk")


def round_by_number(tournament: Tournament, number: int) -> Round:
    """Return a released or closed round; NotFound for every other, as for none."""
    found = _shown(tournament).filter(number=number).first()
    if found is None:
        raise NotFound
    return found


def current_of(rounds: Iterable[Round]) -> Round | None:
    """Return the first round that is not closed, else the last, else None."""
    last = None
    for last in rounds:
        if last.state != RoundState.CLOSED:
            return last
    return last


def current_round(tournament: Tournament) -> Round | None:
    return current_of(rounds_of(tournament))


def round_tables(tournament: Tournament, current: Round, *, in_full: bool) -> list[TableRow]:
    """Return the matches of a round by sitting and table, byes last (four queries)."""
    return tables_of_rounds(tournament, [current], in_full=in_full)[current.number]


def tables_of_rounds(tournament: Tournament, rounds: Iterable[Round], *, in_full: bool) -> dict[int, list[TableRow]]:
    """Return the same for several rounds, by round number, at the same cost."""
    every = {each.pk: each for each in rounds}
    numbers = {pk: each.number for pk, each in every.items()}
    venue = tournament.regulations.venue
    names = team_names(tournament, in_full=in_full)
    found: dict[int, list[TableRow]] = {number: [] for number in numbers.values()}
    for match in _matches(numbers):
        sides = tuple(_side_row(side, names) for side in match.sides.all())
        bye = any(side.source == SideSource.BYE for side in match.sides.all())
        area = venue.area_at(match.table) if match.table is not None else None
        sitting = sitting_of(every[match.round_id], match)
        row = TableRow(match.pk, match.number, match.table, sides, bye, sitting, area)
        found[numbers[match.round_id]].append(row)
    for rows in found.values():
        rows.sort(key=lambda row: (row.table is None, row.sitting or 1, row.table or 0, row.number))
    return found


def sitting_of(current: Round, match: Match) -> int | None:
    """Return which sitting of its round a match at a table is played in; None where the round has one only."""
    several = current.clock is not None and current.clock.sittings > 1
    return match.sitting if several and match.table is not None else None


def _matches(rounds: Iterable[int]) -> Iterable[Match]:
    sides = Prefetch("sides", MatchSide.objects.order_by("position"))
    return Match.objects.filter(round_id__in=list(rounds)).prefetch_related(sides).order_by("number")


def _side_row(side: MatchSide, names: dict[int, TeamName]) -> SideRow:
    name = names.get(side.team_id) if side.team_id is not None else None
    return SideRow(side.position, side.team_id, side.lot, name)


def earlier_open(current: Round) -> Round | None:
    """Return the first round before this one that is not closed."""
    earlier = Round.objects.filter(stage__division=current.stage.division_id, number__lt=current.number)
    return earlier.exclude(state=RoundState.CLOSED).order_by("number").first()
