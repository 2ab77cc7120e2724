"""What a change would move, in the words and rows of a page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.phrases import corrections as words
from tournaments.phrases.figures import figure
from tournaments.phrases.stages import stage_name
from tournaments.selectors.names import TeamName, names_for

if TYPE_CHECKING:
    from tournaments.actions.results import Preview, Way
    from tournaments.models import Tournament
    from tournaments.policy import Actor
    from tournaments.selectors.moves import GoingMove, Moved, Put, RankMove, SeatMove, TableMove


@dataclass(frozen=True, slots=True)
class Rank:
    team: TeamName
    move: "RankMove"
    points: str
    new_points: str
    up: bool
    down: bool


@dataclass(frozen=True, slots=True)
class RankTable:
    """The moves within a stage; `title` is empty for the stage of the match itself."""

    title: str
    rows: list[Rank]


@dataclass(frozen=True, slots=True)
class Seat:
    move: "SeatMove"
    team: TeamName | None
    new_team: TeamName | None


@dataclass(frozen=True, slots=True)
class AtTable:
    move: "TableMove"
    teams: list[TeamName]
    new_teams: list[TeamName]


@dataclass(frozen=True, slots=True)
class Going:
    stage: str
    enters: list[TeamName]
    leaves: list[TeamName]
    stayed: list[TeamName]
    instead: list[TeamName]


@dataclass(frozen=True, slots=True)
class WayView:
    """One way to save a change: its name and what it means, and everything that it moves."""

    code: str
    title: str
    help: str
    moved: "Moved"
    ranks: list[RankTable]
    seats: list[Seat]
    put_aside: list["Put"]
    put_back: list["Put"]
    tables: list[AtTable]
    going: list[Going]
    stands: str


def ways_of(event: "Tournament", actor: "Actor", preview: "Preview") -> list[WayView]:
    """Return every way with its moves, names as the one who asks may see them."""
    names = names_for(event, actor)
    stages = {plan.code: stage_name(plan) for plan in event.regulations.stages}
    return [_way(way, names, stages) for way in preview.ways]


def _way(way: "Way", names: Mapping[int, TeamName], stages: Mapping[str, str]) -> WayView:
    moved = way.moved
    later = list(dict.fromkeys(move.stage for move in moved.later_ranks))
    ranks = [RankTable("", _ranks(moved.ranks, names))] if moved.ranks else []
    ranks += [
        RankTable(stages[code], _ranks((move for move in moved.later_ranks if move.stage == code), names))
        for code in later
    ]
    return WayView(
        way.code,
        words.title_of(way.consequence, way.advancing),
        words.help_of(way.consequence, way.advancing),
        moved,
        ranks,
        [Seat(each, _name(names, each.team), _name(names, each.new_team)) for each in moved.seats],
        [each for each in moved.put if not each.back],
        [each for each in moved.put if each.back],
        [AtTable(each, _named(names, each.teams), _named(names, each.new_teams)) for each in moved.tables],
        [_going(each, names, stages) for each in moved.going],
        _(", ").join(str(number) for number in moved.stands),
    )


def _ranks(moves: Iterable["RankMove"], names: Mapping[int, TeamName]) -> list[Rank]:
    return [
        Rank(
            names[move.team],
            move,
            figure(Fraction(move.points)),
            figure(Fraction(move.new_points)),
            up=move.new_place < move.place,
            down=move.new_place > move.place,
        )
        for move in moves
    ]


def _going(move: "GoingMove", names: Mapping[int, TeamName], stages: Mapping[str, str]) -> Going:
    groups = (_named(names, teams) for teams in (move.enters, move.leaves, move.stayed, move.instead))
    return Going(stages[move.stage], *groups)


def _named(names: Mapping[int, TeamName], teams: Iterable[int]) -> list[TeamName]:
    return [names[team] for team in teams]


def _name(names: Mapping[int, TeamName], team: int | None) -> TeamName | None:
    return names[team] if team is not None else None
