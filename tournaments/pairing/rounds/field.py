"""The field of one round as the pairing sees it: who is to be paired, in which order, and what stands between two."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from tournaments.pairing.asked import Standing
from tournaments.pairing.constraints import ByeRule, Constraints
from tournaments.pairing.randomness import Chance
from tournaments.pairing.refusals import DrawRefused
from tournaments.pairing.values import Inputs

Pair = tuple[int, int]
Pairs = list[Pair]
NOBODY: Final = -1
Key = TypeVar("Key", int, tuple[int, ...])


@dataclass(slots=True)
class RoundField:
    """The teams to be paired by place (0 the best), and what is known of them.

    level: what two partners should have in common, never rising from place to place (all 0 where nothing). met, apart
    and wished hold pairs of teams in either order. had: byes had, by team. ordered: whether the order of places means
    anything. wish_for_bye: 0 for the team that should have the bye, 1 for the next, by place. A place equal to the
    number of teams is the bye.
    """

    teams: list[int]
    level: list[int]
    unit: list[int]
    met: set[Pair]
    apart: set[Pair]
    wished: set[Pair]
    had: Counter[int]
    ordered: bool
    wish_for_bye: list[int] = field(default_factory=list)

    @property
    def bye(self) -> int:
        """The place of the bye, or NOBODY with an even number of teams."""
        return len(self.teams) if len(self.teams) % 2 else NOBODY

    @property
    def places(self) -> int:
        return len(self.teams) + len(self.teams) % 2

    def parted(self, one: int, other: int) -> bool:
        """Tell whether two places that are no bye break a constraint by meeting."""
        if self.unit[one] == self.unit[other]:
            return True
        pair = (self.teams[one], self.teams[other])
        if pair in self.met or pair[::-1] in self.met:
            return True
        return bool(self.apart) and (pair in self.apart or pair[::-1] in self.apart)

    def first_for_bye(self) -> list[int]:
        """Give the places that should have the bye, the last first: of those with the fewest byes the first by the rule
        and all that are equal to it. [NOBODY] with an even number.
        """
        if self.bye == NOBODY:
            return [NOBODY]
        had, teams = self.had, self.teams
        if not had:
            first_wish = min(self.wish_for_bye)
            return [place for place in range(len(teams) - 1, -1, -1) if self.wish_for_bye[place] == first_wish]
        wish = [(had[team], wish) for team, wish in zip(teams, self.wish_for_bye, strict=True)]
        first = min(wish)
        return [place for place in range(len(teams) - 1, -1, -1) if wish[place] == first]


def field_of_round(
    inputs: Inputs, constraints: Constraints, chance: Chance, ranked: str, *, by_place: bool = False
) -> RoundField:
    """Lay out the teams that are still to be paired: not absent, without a bye or an opponent given beforehand.

    ranked: "score" (by score, then keys; equal ones by the seed), "lot" (by lot) or "" (as the seed has it). by_place:
    partners should be near in place rather than in score.
    """
    taken = {*inputs.asked.absent, *inputs.asked.byes, *(team for fixed in inputs.asked.fixed for team in fixed[:2])}
    unit_of = {entrant.team: entrant.unit for entrant in inputs.entrants}
    teams = [team for team in unit_of if team not in taken] if taken else list(unit_of)
    standing = {each.team: each for each in inputs.standing}
    chance.shuffle(teams)
    score = _rank(teams, standing, ranked)
    level = [-place for place in range(len(teams))] if by_place else score
    made = RoundField(
        teams=teams,
        level=level,
        unit=_units(teams, unit_of, apart=constraints.no_own_unit != "off"),
        met=set(inputs.met) if constraints.no_rematch != "off" else set(),
        apart=set(inputs.asked.forbidden) if constraints.forbidden != "off" else set(),
        wished=set(inputs.asked.wished) if constraints.wished != "off" else set(),
        had=Counter(inputs.had_bye) if constraints.one_bye != "off" else Counter(),
        ordered=bool(ranked),
    )
    if len(teams) % 2:
        made.wish_for_bye = _bye_order(made, constraints.bye_rule, standing, inputs.plan.seeds, chance)
    return made


def _rank(teams: list[int], standing: Mapping[int, Standing], ranked: str) -> list[int]:
    """Sort shuffled teams in place, so that chance decides between equals; give the level of each."""
    nothing = Standing(0)
    if ranked == "score":
        scores = {team: standing.get(team, nothing).score for team in teams}
        if any(each.keys for each in standing.values()):
            teams.sort(key=lambda team: standing.get(team, nothing).keys, reverse=True)
        teams.sort(key=scores.__getitem__, reverse=True)
        return [scores[team] for team in teams]
    if ranked == "lot":
        _refuse_bad_lots(teams, standing)
        teams.sort(key=lambda team: standing[team].lot)
    return [0] * len(teams)


def _refuse_bad_lots(teams: Iterable[int], standing: Mapping[int, Standing]) -> None:
    seen: dict[int, int] = {}
    for team in teams:
        lot = standing[team].lot if team in standing else 0
        if lot < 1:
            raise DrawRefused("team_without_lot", {"team": team})
        if lot in seen:
            raise DrawRefused("lot_twice", {"lot": lot, "team": team})
        seen[lot] = team


def _units(teams: Sequence[int], unit_of: Mapping[int, int | None], *, apart: bool) -> list[int]:
    """Number the units from 0 up; a team alone gets a number of its own below that."""
    numbers: dict[int, int] = {}
    units: list[int] = []
    for place, team in enumerate(teams):
        unit = unit_of[team] if apart else None
        units.append(-1 - place if unit is None else numbers.setdefault(unit, len(numbers)))
    return units


def _bye_order(
    made: RoundField, rule: ByeRule, standing: Mapping[int, Standing], seeds: Sequence[int], chance: Chance
) -> list[int]:
    """Say for every place how late it comes to the bye: 0 comes first.

    The lucky one is drawn beforehand where who meets whom depends on more than chance. Of teams equal in score and keys
    any may rest, unless partners are to be near in place: then the last of them.
    """
    teams, nothing = made.teams, Standing(0)
    count = len(teams)
    by_place = made.level == [-place for place in range(count)]
    if rule == "random":
        return chance.shuffled(range(count)) if made.ordered else [0] * count
    if rule == "lowest_score":
        found = [standing.get(team, nothing) for team in teams]
        if not by_place and not any(each.keys for each in found):
            return _ranks([each.score for each in found])
        return _ranks([(each.score, *each.keys, *((-place,) * by_place)) for place, each in enumerate(found)])
    if rule == "highest_lot":
        _refuse_bad_lots(teams, standing)
        return _ranks([(-standing[team].lot,) for team in teams])
    place_of = {team: place for place, team in enumerate(seeds)}
    lucky = chance.shuffled(range(count)) if made.ordered else [0] * count
    return _ranks([(place_of.get(team, len(seeds)), luck) for team, luck in zip(teams, lucky, strict=True)])


def _ranks(keys: Sequence[Key]) -> list[int]:
    """Number the places from 0 by their keys, equal keys alike."""
    number = {key: rank for rank, key in enumerate(sorted(set(keys)))}
    return [number[key] for key in keys]
