"""The oracle finds awards that went to others, and facts of the whole event that do not hold."""

from dataclasses import replace

import pytest

from tournaments.events import facts as f
from tournaments.rehearsal.oracle.awards import Given
from tournaments.rehearsal.oracle.findings import Counted
from tournaments.rehearsal.oracle.judge import judge
from tournaments.tests.rehearsal.test_oracle import document, stage

PLACES = ((1,), (2, 3), (4,))
ENTRY = {"kind": "pair", "least": 2, "most": 2, "partners": "own"}


def row(code, **goes_to):
    return {"code": code, "division": "", "goes_to": goes_to}


def held(*rows, ties="all", **parts):
    awards = {"rows": list(rows), "ties": ties, "rounding": "nearest"}
    return {**document(), "awards": awards, "registration": {"entry": ENTRY}, **parts}


def codes(whole, given=(), facts=(), *, over=True, places=PLACES):
    teams = [team for tie in places for team in tie]
    played = stage([([(1, 4, (5, 3)), (2, 3, (4, 1))], [])], teams, closed=True)
    counted = Counted(places=places, groups={}, points={}, totals={})
    found = judge([played], whole, [counted], facts, full=True, over=over, given=list(given))
    return [each.code for each in found if each.code not in {"points", "order"}]


FIRST_TWO = row("first", by="places", first=1, last=2)


@pytest.mark.parametrize(
    ("ties", "teams", "found"),
    [
        ("all", (1, 2, 3), []),
        ("all", (1, 2), ["award"]),
        ("fewer", (1,), []),
        ("fewer", (1, 2, 3), ["award"]),
        ("lots", (1, 3), []),
        ("lots", (2, 3), ["award"]),
        ("lots", (1, 2, 3), ["award"]),
    ],
)
def test_a_tie_at_the_end_of_an_award(ties, teams, found):
    assert codes(held(FIRST_TWO, ties=ties), [Given("first", "", teams)]) == found


@pytest.mark.parametrize(("teams", "found"), [((1, 2, 3), []), ((1,), ["award"]), ((), ["award"])])
def test_a_share_of_the_ranking(teams, found):
    half = row("half", by="share", above=0, to=50, of="all")

    assert codes(held(half), [Given("half", "", teams)]) == found


@pytest.mark.parametrize(("teams", "found"), [((3,), ["award"]), ((4,), [])])
def test_the_best_loser_was_least_behind(teams, found):
    loser = row("loser", by="best_loser", stage="main", round=1)

    assert codes(held(loser), [Given("loser", "", teams)]) == found


@pytest.mark.parametrize(
    ("teams", "found"), [((4, 2), []), ((4,), ["award"]), ((4, 4), ["award"]), ((9, 4), ["award"])]
)
def test_prizes_drawn_go_to_so_many_different_teams(teams, found):
    lucky = row("lucky", by="drawn", count=2, of="all")

    assert codes(held(lucky), [Given("lucky", "", teams)]) == found


def test_who_has_an_award_is_not_drawn_with_the_rest():
    first, lucky = row("first", by="places", first=1, last=1), row("lucky", by="drawn", count=1, of="rest")
    given = [Given("first", "", (1,)), Given("lucky", "", (1,))]

    assert codes(held(first, lucky), given) == ["award"]


@pytest.mark.parametrize(
    ("fact", "found"),
    [
        (f.Awarded(fact="award", award="first", places=(1, 2)), []),
        (f.Awarded(fact="award", award="first", places=(1, 3)), ["fact award"]),
        (f.Awarded(fact="award", award="first", share=(0, 50)), ["fact award"]),
        (f.Awarded(fact="award", award="second", places=(1, 2)), ["fact award"]),
        (f.Entry(fact="entry", kind="pair", least=2), []),
        (f.Entry(fact="entry", kind="team", least=2), ["fact entry"]),
        (f.InDivisions(fact="divisions", codes=("men", "women")), ["fact divisions"] * 3),
    ],
)
def test_facts_of_the_whole_event(fact, found):
    assert codes(held(FIRST_TWO), [Given("first", "", (1, 2, 3))], [fact]) == found


@pytest.mark.parametrize(
    ("starts_at", "found"),
    [
        ("2026-05-17T05:30:00+00:00", []),
        ("2026-05-18T05:30:00+00:00", ["fact starts"]),
        (None, ["fact starts"]),
    ],
)
def test_a_stage_begins_on_its_day(starts_at, found):
    identity = {"zone": "Asia/Shanghai", "day": "2026-05-16"}
    whole = held(identity=identity)
    whole["stages"][0]["starts_at"] = starts_at

    assert codes(whole, facts=[f.Starts(fact="starts", stage="main", days=1, at="13:30")]) == found


@pytest.mark.parametrize(
    ("nobody_came", "teams", "found"),
    [(False, 2, []), (False, 3, ["fact left"]), (True, 2, [])],
)
def test_so_many_are_left_unless_nobody_came_to_a_match(nobody_came, teams, found):
    knockout = stage([([(1, 4, (5, 3)), (2, 3, (4, 1))], [])], [1, 2, 3, 4], form="knockout", closed=True)
    if nobody_came:
        first, second = knockout.rounds[0].games
        knockout.rounds[0].games[:] = [replace(first, sheet=replace(first.sheet, outcome="forfeit_both")), second]
    counted = Counted(places=(), groups={}, points={}, totals={})
    fact = f.Left(fact="left", stage="main", teams=teams)

    violations = judge(
        [knockout], {**document(), "registration": {"entry": ENTRY}}, [counted], [fact], full=True, over=False
    )

    assert [each.code for each in violations if each.code.startswith("fact")] == found
