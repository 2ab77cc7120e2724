"""Whatever ranks, in whatever order, under whatever formula: the standings are a function of the facts (P5)."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from scoring.explanations import explain
from scoring.matches import Bye, Dealt, DealWon, Forfeit, MatchResult, Missed, Outcome, Played, Scored, Void, Won
from scoring.points import Adjustment
from scoring.ruleset import Criterion, Ruleset
from scoring.standings import Standings, rank
from scoring.tests.cast import S1
from scoring.tests.events import N01, N06, N08, N19, N27, N30, SCORES

LAST = ("lots", "shared")
FREE: tuple[Criterion, ...] = tuple(each for each in get_args(Criterion) if each not in LAST)
LOWEST_FIRST = {"fewer_penalties", "first_to_reach", "extra_deal", "card_cut", "lots"}
small = st.integers(0, 3)
played = st.builds(Played, small, small)
deals = st.builds(DealWon, st.sampled_from([0, 1]), small)
OUTCOMES: list[tuple[Ruleset, st.SearchStrategy[Outcome]]] = [
    *((ruleset, played) for ruleset in (S1, N01, N06, N19, N27)),
    (N08, st.builds(Won, st.sampled_from([0, 1, None]))),
    (N30, st.builds(Dealt, st.lists(deals, max_size=3).map(tuple))),
    (SCORES, st.builds(Scored, small, small)),
]
unplayed = st.builds(Forfeit, st.frozensets(st.sampled_from([0, 1]), min_size=1)) | st.just(Void())


@dataclass(frozen=True)
class Event:
    ruleset: Ruleset
    teams: list[int]
    results: list[MatchResult]
    facts: dict[str, Any]

    def rank(self) -> Standings:
        return rank(self.teams, self.results, ruleset=self.ruleset, **self.facts)


@st.composite
def events(draw: st.DrawFn) -> Event:
    ruleset, outcomes = draw(st.sampled_from(OUTCOMES))
    teams = list(range(1, draw(st.integers(2, 7)) + 1))
    results, byes, missed = [], [], []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        seats = draw(st.permutations(teams))
        for a, b in zip(seats[::2], seats[1::2], strict=False):
            results.append(MatchResult(number, a, b, draw(outcomes | unplayed), own_unit=draw(st.booleans())))
        if len(teams) % 2:
            draw(st.sampled_from([byes, missed])).append((number, seats[-1]))
    some = st.lists(st.sampled_from(teams), unique=True)
    chain = draw(st.lists(st.sampled_from(FREE), unique=True, min_size=1, max_size=5))
    outside = st.dictionaries(st.sampled_from(teams), small)
    names = ("fewer_penalties", "first_to_reach", "dealer_side", "extra_deal", "card_cut", "lots")
    return Event(
        ruleset,
        teams,
        results,
        {
            "criteria": (*chain, *draw(st.sampled_from([(), ("lots",), ("shared",)]))),
            "byes": [Bye(*each) for each in byes],
            "missed": [Missed(*each) for each in missed],
            "adjustments": [Adjustment(team, draw(st.integers(-2, 2)), "conduct") for team in draw(some)],
            "withdrawn": draw(some.map(lambda teams: teams[:2])),
            "recorded": {name: draw(outside) for name in names},
        },
    )


@given(events(), st.data())
def test_the_order_of_entry_does_not_matter(event: Event, data: st.DataObject) -> None:
    lists = {
        name: data.draw(st.permutations(event.facts[name])) for name in ("byes", "missed", "adjustments", "withdrawn")
    }
    recorded = {
        name: dict(data.draw(st.permutations(list(figures.items()))))
        for name, figures in event.facts["recorded"].items()
    }

    shuffled = Event(
        event.ruleset,
        data.draw(st.permutations(event.teams)),
        data.draw(st.permutations(event.results)),
        {**event.facts, **lists, "recorded": recorded},
    )

    assert shuffled.rank() == event.rank()


@given(events())
def test_which_side_a_team_sat_on_does_not_matter(event: Event) -> None:
    turned = [replace(r, team_a=r.team_b, team_b=r.team_a, outcome=turn(r.outcome)) for r in event.results]

    assert replace(event, results=turned).rank() == event.rank()


def turn(outcome: Outcome) -> Outcome:
    if isinstance(outcome, Played):
        return Played(outcome.level_b, outcome.level_a)
    if isinstance(outcome, Scored):
        return Scored(outcome.score_b, outcome.score_a)
    if isinstance(outcome, Won):
        return Won(None if outcome.winner is None else 1 - outcome.winner)
    if isinstance(outcome, Dealt):
        return Dealt(
            tuple(replace(deal, winner=None if deal.winner is None else 1 - deal.winner) for deal in outcome.deals)
        )
    return Forfeit(frozenset(1 - side for side in outcome.by)) if isinstance(outcome, Forfeit) else outcome


@given(events())
def test_every_place_is_parted_from_the_one_above_by_values_in_the_right_direction(event: Event) -> None:
    rows = event.rank().rows

    assert sorted(row.team for row in rows) == event.teams
    for above, row in pairwise(rows):
        by = row.separated_by
        assert (by is None) == (above.place == row.place)
        if by is None or by.criterion == "withdrawn":
            continue
        if by.criterion == "first_to_reach" and by.own is None:
            assert by.above is not None
        else:
            better, worse = by.above or 0, by.own or 0
            assert better < worse if by.criterion in LOWEST_FIRST else better > worse


@given(events())
def test_what_is_said_to_have_left_neighbours_equal_did(event: Event) -> None:
    standings = event.rank()

    for row in standings.rows:
        for neighbour in (explain(standings, row.team).above, explain(standings, row.team).below):
            for compared in neighbour.equal_in if neighbour else ():
                assert (compared.own or 0) == (compared.other or 0)


@given(events())
def test_a_formula_that_is_zero_sum_is_so_in_every_match_that_was_played(event: Event) -> None:
    """P6."""
    if not event.ruleset.match_result.is_zero_sum:
        return
    cells = [cell for row in event.rank().rows for cell in row.rounds if cell and cell.kind == "played"]

    assert sum(cell.points or 0 for cell in cells) == 0
