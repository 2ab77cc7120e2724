"""The fast way of a large field against the exact matching of the whole."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from tournaments.pairing import Asked, Constraints, Entrant, Inputs, Standing, draw
from tournaments.pairing.randomness import Chance
from tournaments.pairing.rounds import methods
from tournaments.pairing.rounds.exact import pair_exactly
from tournaments.pairing.rounds.field import field_of_round
from tournaments.pairing.rounds.tiers import Tiers, broken_by


class Event:
    """A played event: results by chance, rounds by the portal."""

    def __init__(self, teams, *, seed, unit=None, spread=1, method="swiss"):
        self.source, self.spread, self.method = Random(seed), spread, method  # noqa: S311 the same event every time
        self.entrants = tuple(Entrant(team, None if unit is None else team // unit) for team in range(teams))
        self.score, self.met, self.had_bye = [0] * teams, [], []
        self.constraints = Constraints(bye_rule="lowest_score")

    def inputs(self):
        standing = tuple(Standing(team, score, lot=team + 1) for team, score in enumerate(self.score))
        return Inputs(self.entrants, tuple(self.met), tuple(self.had_bye), standing, Asked())

    def play(self, outcome):
        for match in outcome.rounds[0].matches:
            one, other = match.sides
            self.met.append((one, other))
            if self.spread == 1:
                self.score[self.source.choice(match.sides)] += 1
            else:
                difference = self.source.randint(-self.spread, self.spread)
                self.score[one] += difference
                self.score[other] -= difference
        self.had_bye += outcome.rounds[0].byes

    def draw(self, seed):
        return draw(self.method, "1", self.inputs(), self.constraints, str(seed), 1)


def gaps(outcome, score):
    return sum(abs(score[match.sides[0]] - score[match.sides[1]]) for match in outcome.rounds[0].matches)


@pytest.mark.parametrize("teams", [18, 41, 64, 99, 200])
@pytest.mark.parametrize("spread", [1, 13])
@pytest.mark.parametrize("unit", [None, 2, 6])
def test_the_fast_way_has_the_gaps_of_the_exact_one(monkeypatch, teams, spread, unit):
    event = Event(teams, seed=teams + spread, unit=unit, spread=spread)
    ways = Counter()
    for number in range(1, 3 if teams == 200 else 7):
        monkeypatch.setattr(methods, "SMALL", 4)
        fast = event.draw(number)
        monkeypatch.setattr(methods, "SMALL", 300)
        exact = event.draw(number)
        ways[fast.way] += 1

        assert exact.way == "matching"
        assert gaps(fast, event.score) == gaps(exact, event.score)
        assert [event.score[team] for team in fast.rounds[0].byes] == [
            event.score[team] for team in exact.rounds[0].byes
        ]
        assert fast.flags == exact.flags == fast.warnings == exact.warnings == ()
        event.play(fast)

    assert set(ways) <= {"quick", "zones"}


@pytest.mark.parametrize("method", ["neighbours", "lot_order"])
@pytest.mark.parametrize("teams", [40, 61])
def test_neighbours_far_down_a_long_list_are_as_near_as_the_exact_way_has_them(monkeypatch, method, teams):
    event = Event(teams, seed=teams, unit=2, method=method)
    for number in range(1, 5):
        field = field_of_round(
            event.inputs(), event.constraints, Chance(method, "1", str(number)),
            "lot" if method == "lot_order" else "score", by_place=True,
        )  # fmt: skip
        fast = methods.find_near
        monkeypatch.setattr(methods, "SMALL", 4)
        found = fast(field, event.inputs(), event.constraints, Chance("a", "1", "1"))
        whole = pair_exactly(Tiers.of(field, event.inputs(), event.constraints), Chance("a", "1", "2"))

        assert found.way in {"quick", "zones", "matching"}
        assert sum(other - one for one, other in found.pairs) == sum(other - one for one, other in whole)
        assert not broken_by(field, found.pairs).any_fault
        event.play(event.draw(number))


@pytest.mark.parametrize("spread", [1, 13])
def test_nine_rounds_of_a_thousand_teams_are_faultless_and_proved(spread):
    event = Event(1001, seed=5, unit=3, spread=spread)
    for number in range(1, 10):
        outcome = event.draw(number)

        assert outcome.flags == outcome.warnings == ()
        assert outcome.way in {"quick", "zones"}
        event.play(outcome)


def test_a_unit_of_more_than_half_of_a_large_field_meets_itself_as_seldom_as_it_must():
    entrants = tuple(Entrant(team, 1 if team < 240 else None) for team in range(400))

    for method in ("random_round", "swiss"):
        outcome = draw(method, "1", Inputs(entrants), Constraints(), "5", 1)

        assert Counter(flag.code for flag in outcome.flags) == {"own_unit": 40}


def test_two_units_of_nearly_half_of_a_large_field_need_not_meet_themselves():
    event = Event(400, seed=3, unit=199, spread=13)
    for number in range(1, 4):
        outcome = event.draw(number)

        assert outcome.flags == ()
        event.play(outcome)


def test_tiers_hold_a_thousand_teams_in_a_hundred_and_twenty_bits():
    """No sum of a lower tier reaches one of a higher tier."""
    teams = 1000
    inputs = Inputs(
        tuple(Entrant(team, team // 2) for team in range(teams)),
        met=tuple((team, (team + step) % teams) for step in (1, 1, 3, 5) for team in range(teams)),
        standing=tuple(Standing(team, 30 * team) for team in range(teams)),
        asked=Asked(forbidden=((0, 9),), wished=((0, 7),)),
    )
    field = field_of_round(inputs, Constraints(), Chance("swiss", "1", "1"), "score")

    tiers = Tiers.of(field, inputs, Constraints())

    pairs = teams // 2
    widest_gap = pairs * 30 * (teams - 1) * tiers.gap
    order = [tiers.forbidden, tiers.rematch, tiers.own_unit, tiers.again, tiers.no_wish, tiers.gap, tiers.near]
    assert sum(pairs * weight for weight in order[:5]) + widest_gap < 1 << 121
    assert widest_gap + pairs * teams * tiers.near + (pairs << tiers.chance_bits) < tiers.no_wish
    assert pairs * (tiers.no_wish + tiers.gap) < tiers.again
    assert all(pairs * lower < higher for higher, lower in pairwise(order[:5]))
