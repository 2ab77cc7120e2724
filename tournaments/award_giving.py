"""Who gets which award: rankings, matches lost and a seed in; award, teams and a reason out. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any, Literal

from tournaments.awards import Award, Awards, BestLoser, ByLot, Places, Share
from tournaments.pairing.randomness import Chance

DRAWN_METHOD, LOTS_METHOD, VERSION = "drawn_prizes", "lots_of_an_award", "1"
Tie = tuple[int, ...]
Settled = Literal["", "all", "fewer", "lots", "open"]


@dataclass(frozen=True, slots=True)
class Lost:
    """A match that a team lost: by how much it was behind, and what it had itself (levels or points).

    `stage` is its code, `round` counts from 1 in the stage.
    """

    team: int
    stage: str
    round: int
    behind: Fraction = Fraction(0)
    own: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Ranked:
    """The ranking of a division: teams by place, those that share one together, and the matches that they lost."""

    ranking: Sequence[Tie]
    lost: Sequence[Lost] = ()

    @property
    def teams(self) -> list[int]:
        return [team for tie in self.ranking for team in tie]


def to_json(divisions: Mapping[str, Ranked]) -> dict[str, dict[str, list[list[object]]]]:
    """Return rankings as JSON that `from_json` reads back: what a drawing is kept with."""
    return {
        "divisions": {code: [list(tie) for tie in ranked.ranking] for code, ranked in divisions.items()},
        "lost": {
            code: [[each.team, each.stage, each.round, str(each.behind), str(each.own)] for each in ranked.lost]
            for code, ranked in divisions.items()
        },
    }


def from_json(data: Mapping[str, Any]) -> dict[str, Ranked]:
    """Return the rankings that a drawing was made from."""
    return {
        code: Ranked(
            [tuple(tie) for tie in ranking],
            [
                Lost(team, stage, number, Fraction(behind), Fraction(own))
                for team, stage, number, behind, own in data["lost"][code]
            ],
        )
        for code, ranking in data["divisions"].items()
    }


@dataclass(frozen=True, slots=True)
class Winner:
    """A team with its place in the ranking of its division."""

    team: int
    place: int


@dataclass(frozen=True, slots=True)
class Given:
    """An award and its teams, best first. `tie`: how a tie where the award ends was settled, "" where there was none.

    all, fewer and lots as declared; open: lots, or the drawing of the prize, are still to come. `tied` are the teams
    that it was about.
    """

    award: str
    division: str
    reason: Literal["places", "share", "best_loser", "drawn"]
    teams: tuple[Winner, ...]
    tie: Settled = ""
    tied: Tie = ()


@dataclass(frozen=True, slots=True)
class _Piece:
    """Teams that share a place, with the positions they take up, and whether lots put them there."""

    teams: Tie
    first: int
    last: int


def give(
    awards: Awards, divisions: Mapping[str, Ranked], *, seed: str = "", drawn: Mapping[str, Sequence[int]]
) -> list[Given]:
    """Return every award with its teams, in the order of the rows, those of each division apart.

    `divisions`: rankings by code, "" alone where an event has one. `seed` is that of the lots, "" before the drawing;
    `drawn` the teams of the prizes that were drawn, by the awards' codes.
    """
    found: list[Given] = []
    for row in awards.rows:
        if isinstance(row.goes_to, ByLot):
            found.append(_of_drawing(row, divisions, drawn.get(row.code)))
            continue
        for code, ranked in divisions.items():
            if row.division in {"", code}:
                found.append(_Giving(awards, code, ranked, seed).given(row))
    return found


def draw_prizes(awards: Awards, divisions: Mapping[str, Ranked], seed: str) -> dict[str, list[int]]:
    """Draw the prizes that go by lot: award code → teams in the order drawn.

    The teams are put in the order of their ids before; who was drawn once is not drawn for another prize as long as
    there are others. The lots of ties come from the same seed.
    """
    chance, found = Chance(DRAWN_METHOD, VERSION, seed), dict[str, list[int]]()
    for row in awards.drawn:
        pool = sorted(_pool(awards, row, divisions, seed))
        before = {team for teams in found.values() for team in teams}
        shuffled = chance.shuffled(pool)
        ordered = [team for team in shuffled if team not in before] + [team for team in shuffled if team in before]
        found[row.code] = ordered[: row.goes_to.count] if isinstance(row.goes_to, ByLot) else []
    return found


def _pool(awards: Awards, row: Award, divisions: Mapping[str, Ranked], seed: str) -> Iterator[int]:
    for code, ranked in divisions.items():
        if row.division in {"", code}:
            giving = _Giving(awards, code, ranked, seed)
            of_rest = isinstance(row.goes_to, ByLot) and row.goes_to.of == "rest"
            yield from giving.rest() if of_rest else ranked.teams


def _of_drawing(row: Award, divisions: Mapping[str, Ranked], teams: Sequence[int] | None) -> Given:
    """Return what was drawn; who left since is not called up any more."""
    if teams is None:
        return Given(row.code, row.division, "drawn", (), "open")
    places: dict[int, int] = {}
    for ranked in divisions.values():
        places |= _places_of(ranked.ranking)
    winners = tuple(Winner(team, places[team]) for team in teams if team in places)
    return Given(row.code, row.division, "drawn", winners)


def _pieces(ranking: Sequence[Tie]) -> list[_Piece]:
    found, first = [], 1
    for tie in ranking:
        if tie:
            found.append(_Piece(tuple(tie), first, first + len(tie) - 1))
            first += len(tie)
    return found


def _places_of(ranking: Sequence[Tie]) -> dict[int, int]:
    return {team: piece.first for piece in _pieces(ranking) for team in piece.teams}


@dataclass(frozen=True, slots=True)
class _Giving:
    """The awards of one division."""

    awards: Awards
    division: str
    ranked: Ranked
    seed: str

    def given(self, row: Award) -> Given:
        match row.goes_to:
            case Places():
                return self._between(row, self.ranked.ranking, row.goes_to.first, row.goes_to.last)
            case Share():
                return self._share(row, row.goes_to)
            case BestLoser():
                return self._best_loser(row, row.goes_to)
        raise ValueError(row.goes_to)

    def rest(self) -> list[int]:
        """Return who gets no award by place, by a share of all or as the best loser."""
        named: set[int] = set()
        for row in self.awards.rows:
            to = row.goes_to
            own = isinstance(to, Places | BestLoser) or (isinstance(to, Share) and to.of == "all")
            if own and row.division in {"", self.division}:
                named |= {winner.team for winner in self.given(row).teams}
        return [team for team in self.ranked.teams if team not in named]

    def _share(self, row: Award, share: Share) -> Given:
        ranking: Sequence[Tie] = self.ranked.ranking
        if share.of == "rest":
            rest = set(self.rest())
            ranking = [tuple(team for team in tie if team in rest) for tie in ranking]
        teams = sum(map(len, ranking))
        return self._between(row, ranking, self._whole(teams * share.above) + 1, self._whole(teams * share.to))

    def _whole(self, hundredths: int) -> int:
        match self.awards.rounding:
            case "up":
                return ceil(Fraction(hundredths, 100))
            case "down":
                return hundredths // 100
        return floor(Fraction(hundredths, 100) + Fraction(1, 2))

    def _between(self, row: Award, ranking: Sequence[Tie], first: int, last: int) -> Given:
        """Give an award to the positions from first to last."""
        pieces = _pieces(ranking)
        places = _places_of(self.ranked.ranking)
        over = next((piece for piece in pieces if piece.first <= last < piece.last), None)
        across = [piece for piece in pieces if piece.first < first <= piece.last or piece == over]
        tie: Settled = self.awards.ties if over is not None else ""
        tied = over.teams if over is not None else ()
        if self.awards.ties == "lots" and across:
            tied = tuple(team for piece in across for team in piece.teams)
            tie = "lots" if self.seed else "open"
            pieces = [one for piece in pieces for one in (self._parted(piece) if piece in across else [piece])]
        wanted = [piece for piece in pieces if first <= self._counts_at(piece) <= last]
        winners = tuple(Winner(team, places[team]) for piece in wanted for team in piece.teams)
        reason: Literal["places", "share"] = "places" if isinstance(row.goes_to, Places) else "share"
        return Given(row.code, self.division, reason, winners, tie, tied)

    def _counts_at(self, piece: _Piece) -> int:
        """Return the position by which those who share a place are counted: the first of theirs, or the last."""
        return piece.last if self.awards.ties == "fewer" else piece.first

    def _parted(self, piece: _Piece) -> list[_Piece]:
        """Part a tie by lots; before the drawing nobody of it has a position."""
        if not self.seed:
            return []
        drawn = self._chance(f"{piece.first}").shuffled(sorted(piece.teams))
        return [_Piece((team,), at, at) for at, team in enumerate(drawn, start=piece.first)]

    def _chance(self, what: str) -> Chance:
        return Chance(f"{LOTS_METHOD}:{self.division}:{what}", VERSION, self.seed)

    def _best_loser(self, row: Award, wanted: BestLoser) -> Given:
        lost = [each for each in self.ranked.lost if (each.stage, each.round) == (wanted.stage, wanted.round)]
        places = _places_of(self.ranked.ranking)
        lost = [each for each in lost if each.team in places]
        best = min(((each.behind, -each.own) for each in lost), default=None)
        teams = tuple(sorted(each.team for each in lost if (each.behind, -each.own) == best))
        chosen: Tie = teams
        tie: Settled = ""
        if len(teams) > 1:
            tie = self.awards.ties
            if tie == "fewer":
                chosen = ()
            elif tie == "lots":
                tie = "lots" if self.seed else "open"
                chosen = (self._chance(row.code).shuffled(list(teams))[0],) if self.seed else ()
        winners = tuple(Winner(team, places[team]) for team in sorted(chosen, key=places.__getitem__))
        return Given(row.code, self.division, "best_loser", winners, tie, teams if tie else ())
