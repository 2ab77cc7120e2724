from dataclasses import dataclass
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scoring.matches import Bye, Forfeit, MatchResult, Outcome, Played
from scoring.points import Adjustment
from scoring.standings import Standings, rank
from scoring.tests.cast import S1

levels = st.integers(min_value=0, max_value=4)
plays = st.builds(Played, levels, levels)
forfeits = st.builds(Forfeit, st.frozensets(st.sampled_from([0, 1]), min_size=1))


@dataclass(frozen=True)
class Event:
    teams: list[int]
    results: list[MatchResult]
    byes: list[Bye]
    lots: dict[int, int]
    adjustments: list[Adjustment]
    withdrawn: list[int]

    def rank(self) -> Standings:
        return rank(
            self.teams,
            self.results,
            ruleset=S1,
            byes=self.byes,
            lots=self.lots,
            adjustments=self.adjustments,
            withdrawn=self.withdrawn,
        )


@st.composite
def events(draw: st.DrawFn, outcomes: st.SearchStrategy[Outcome] = plays | forfeits) -> Event:
    teams = list(range(1, draw(st.integers(2, 9)) + 1))
    results, byes = [], []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        seats = draw(st.permutations(teams))
        for a, b in zip(seats[::2], seats[1::2], strict=False):
            outcome = draw(st.none() | outcomes)
            if outcome is not None:
                results.append(MatchResult(number, a, b, outcome))
        if len(teams) % 2:
            byes.append(Bye(number, seats[-1]))
    some = st.lists(st.sampled_from(teams), unique=True, max_size=3)
    return Event(
        teams,
        results,
        byes,
        dict(zip(draw(some), draw(st.permutations(range(3))), strict=False)),
        [Adjustment(team, draw(st.integers(-2, 2)), "conduct") for team in draw(some)],
        draw(some),
    )


@given(st.data())
def test_the_order_in_which_facts_are_given_does_not_matter(data: st.DataObject) -> None:
    event = data.draw(events())
    shuffled = Event(
        data.draw(st.permutations(event.teams)),
        data.draw(st.permutations(event.results)),
        data.draw(st.permutations(event.byes)),
        dict(data.draw(st.permutations(list(event.lots.items())))),
        data.draw(st.permutations(event.adjustments)),
        data.draw(st.permutations(event.withdrawn)),
    )

    assert shuffled.rank() == event.rank()


@given(st.data())
def test_the_sides_of_a_match_do_not_matter(data: st.DataObject) -> None:
    event = data.draw(events(outcomes=plays))
    turned = [
        MatchResult(r.round, r.team_b, r.team_a, Played(r.outcome.level_b, r.outcome.level_a))
        for r in event.results
        if isinstance(r.outcome, Played)
    ]

    assert Event(event.teams, turned, event.byes, event.lots, event.adjustments, event.withdrawn).rank() == event.rank()


@given(events(outcomes=plays))
def test_points_of_played_matches_add_up_to_nothing(event: Event) -> None:
    rows = event.rank().rows

    assert sum(cell.points for row in rows for cell in row.rounds if cell and cell.kind == "played") == 0


@given(events())
def test_a_total_is_the_sum_of_what_the_row_shows(event: Event) -> None:
    for row in event.rank().rows:
        shown = [cell.points for cell in row.rounds if cell and cell.points is not None]

        assert row.total == sum(shown) + sum(adjustment.amount for adjustment in row.adjustments)


@given(events())
def test_every_team_has_one_row_and_its_place_counts_those_before_it(event: Event) -> None:
    rows = event.rank().rows

    assert sorted(row.team for row in rows) == event.teams
    assert rows[0].place == 1
    for number, (above, row) in enumerate(pairwise(rows), start=2):
        assert row.place in {above.place, number}
        assert (row.separated_by is None) == (row.place == above.place)


@given(events())
def test_a_separation_names_values_that_differ_in_the_right_direction(event: Event) -> None:
    for row in event.rank().rows:
        parted = row.separated_by
        if parted is None or parted.criterion == "withdrawn":
            continue
        above, own = parted.above or 0, parted.own or 0

        assert own > above if parted.criterion == "lots" else above > own


@given(events())
def test_teams_that_stayed_stand_in_order_of_their_totals_above_those_that_withdrew(event: Event) -> None:
    rows = event.rank().rows

    keys = [(row.withdrawn, -row.total, -(row.keys[1].value or 0)) for row in rows]
    assert keys == sorted(keys)
    assert {row.team for row in rows if row.withdrawn} == set(event.withdrawn)


@given(events())
def test_a_drawn_lot_for_everybody_leaves_no_tie(event: Event) -> None:
    lots = {team: number for number, team in enumerate(event.teams)}

    standings = rank(event.teams, event.results, ruleset=S1, byes=event.byes, lots=lots)

    assert [row.place for row in standings.rows] == list(range(1, len(event.teams) + 1))
    assert not any(row.tied for row in standings.rows)


@given(events())
def test_a_correction_that_is_taken_back_changes_nothing(event: Event) -> None:
    before = event.rank()
    corrected = [MatchResult(r.round, r.team_a, r.team_b, Played(4, 0)) for r in event.results]

    Event(event.teams, corrected, event.byes, event.lots, event.adjustments, event.withdrawn).rank()

    assert event.rank() == before
