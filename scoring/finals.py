"""The final ranking of a whole event: knockouts by the round of going out, and later stages before earlier ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.ladder import ScoringError

Places = Sequence[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Knockout:
    """A match in which the loser goes out or on to play for a lower place.

    `round` orders the matches in time. `winner` is a team, or None while it is open; `both_out`: neither goes on.
    `best`: the highest place that its bracket plays for: 1, the third-place match 3, one for places 5 to 8 5.
    """

    round: int
    team_a: int
    team_b: int
    winner: int | None = None
    best: int = 1
    both_out: bool = False

    def __post_init__(self) -> None:
        if self.winner not in {None, self.team_a, self.team_b} or (self.both_out and self.winner is not None):
            raise ScoringError("winner_not_in_match", winner=self.winner)

    @property
    def teams(self) -> tuple[int, int]:
        return self.team_a, self.team_b

    def lost(self, team: int) -> bool:
        return self.both_out or (self.winner is not None and team != self.winner)


@dataclass(frozen=True, slots=True)
class Final:
    """A team in the ranking of the whole event; `stage` is the last one it played in, from 0."""

    place: int
    team: int
    stage: int
    tied: bool


def knockout_places(matches: Iterable[Knockout], teams: Iterable[int] = ()) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return each place with the teams that share it, best first, by the round in which they lost for the last time.

    A team stands where the bracket of its last match puts it: its winner at `best`, who lost in the final next, who
    lost a round earlier behind those. Teams that have not lost share the best place that they play for; `teams` are
    entrants, so that one that had only a bye is among them. A second chance needs nothing: only the last match counts.
    """
    last: dict[int, Knockout] = {}
    last_in: dict[int, dict[int, Knockout]] = {}
    for match in sorted(matches, key=lambda match: match.round):
        for team in match.teams:
            last[team] = match
            last_in.setdefault(match.best, {})[team] = match
    waiting = [team for team in teams if team not in last]
    shared: dict[int, list[int]] = {1: [*waiting]} if waiting else {}
    for team, match in last.items():
        place = match.best
        if match.lost(team):
            rivals = last_in[match.best].items()
            ahead = sum(not (theirs.lost(rival) and theirs.round <= match.round) for rival, theirs in rivals)
            place += max(ahead + (len(waiting) if place == 1 else 0), 1)
        shared.setdefault(place, []).append(team)
    return tuple((place, tuple(sorted(shared[place]))) for place in sorted(shared))


def final_ranking(stages: Sequence[Places], *, dense: bool = False) -> tuple[Final, ...]:
    """Rank an event from its stages in their order, each given as teams by place, best first.

    Whoever played in a later stage stands before all who did not; there the later stage alone decides.
    """
    placed: set[int] = set()
    found: list[Final] = []
    number = 0
    for stage in range(len(stages) - 1, -1, -1):
        for shared in stages[stage]:
            teams = [team for team in shared if team not in placed]
            if not teams:
                continue
            number += 1
            place = number if dense else len(found) + 1
            placed.update(teams)
            found += [Final(place, team, stage, len(teams) > 1) for team in sorted(teams)]
    return tuple(found)
