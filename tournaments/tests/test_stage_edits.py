"""Stages added, moved and taken away: what remains can always be played as regulations say."""

from datetime import date, time
from itertools import pairwise

import pytest

from tournaments import regulations
from tournaments.regulations import Feed, Format, Regulations, StagePlan
from tournaments.stage_edits import added, chained, moved, removed, with_format


def event(*formats: Format, capacity: int = 18) -> Regulations:
    """Return regulations with these stages, each as it is added."""
    made = regulations.parse(
        {
            "identity": {"name": "春季赛", "day": date(2026, 5, 16), "starts": time(9, 0)},
            "registration": {"capacity": capacity},
        }
    )
    first, *others = formats
    made = made.with_plan(with_format(made.stage, first, source=None, teams=capacity))
    for each in others:
        made = made.model_copy(update={"stages": (*made.stages, added(made, each))})
    return checked(made)


def checked(made: Regulations) -> Regulations:
    return regulations.parse(regulations.dump(made))


@pytest.mark.parametrize("first", list(Format))
@pytest.mark.parametrize("second", list(Format))
def test_any_format_follows_any_other(first, second):
    made = event(first, second)

    assert [plan.format for plan in made.stages] == [first, second]
    assert made.stages[1].entrants is not None


def test_groups_lead_crosswise_into_a_knockout():
    made = event(Format.ROUND_ROBIN, Format.KNOCKOUT)

    cup = made.stages[1]
    assert (cup.entrants, cup.seeding, cup.third_place) == (Feed(from_stage="main", per_group=2), "cross", True)


def test_a_moved_stage_is_fed_by_the_one_before_it():
    made = event(Format.SWISS, Format.ROUND_ROBIN, Format.KNOCKOUT)

    stages = moved(made.stages, "stage-2", -1)

    order = checked(made.model_copy(update={"stages": stages})).stages
    assert [plan.code for plan in order] == ["stage-2", "main", "stage-3"]
    assert [plan.entrants and plan.entrants.from_stage for plan in order] == [None, "stage-2", "stage-2"]


@pytest.mark.parametrize("step", [-1, 1])
def test_the_ends_are_the_end(step):
    made = event(Format.SWISS, Format.KNOCKOUT)
    code = made.stages[0 if step < 0 else 1].code

    assert moved(made.stages, code, step) == made.stages


@pytest.mark.parametrize("code", ["main", "stage-2", "stage-3"])
def test_after_a_removal_the_others_follow_each_other(code):
    made = event(Format.ROUND_ROBIN, Format.ROUND_ROBIN, Format.KNOCKOUT)

    stages = checked(made.model_copy(update={"stages": removed(made.stages, code)})).stages

    assert [plan.code for plan in stages] == [c for c in ("main", "stage-2", "stage-3") if c != code]
    assert stages[0].entrants is None
    assert [later.entrants.from_stage for _, later in pairwise(stages) if later.entrants] == [stages[0].code]


def test_another_format_keeps_name_rules_and_times():
    made = event(Format.SWISS)
    plan = made.stage.model_copy(update={"name": "初赛"})

    changed = with_format(plan, Format.ROUND_ROBIN, source=None, teams=18)

    assert (changed.name, changed.code, changed.timing, changed.scoring) == ("初赛", "main", plan.timing, plan.scoring)
    assert changed.groups is not None


def divided(*divisions: tuple[str, ...]):
    """Return stages played by these divisions of east and west; all take from the first at the outset."""
    first = Feed(from_stage="s0")
    return [
        StagePlan(code=f"s{at}", format=Format.SWISS, divisions=each, entrants=first if at else None)
        for at, each in enumerate(divisions)
    ]


@pytest.mark.parametrize(
    ("divisions", "sources"),
    [
        ([("east",), ("west",)], [None, None]),
        ([("east",), ("west",), ("west",)], [None, None, "s1"]),
        ([(), ("west",)], [None, "s0"]),
        ([("east",), ("west",), ()], [None, None, "s0"]),
        ([("east",), ("east",), ("west",), ("east",)], [None, "s0", None, "s0"]),
    ],
)
def test_a_stage_takes_from_one_that_its_divisions_have_played_or_from_none(divisions, sources):
    """Both play the last stage of the fourth case and come from two: what cannot be is left, to be named as a fault."""
    found = chained(divided(*divisions), ["east", "west"])

    assert [plan.entrants and plan.entrants.from_stage for plan in found] == sources
