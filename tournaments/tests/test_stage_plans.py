import pytest
from pydantic import ValidationError

from tournaments import regulations
from tournaments.phrases import settings
from tournaments.regulations import Feed, Format, Groups, StagePlan, entering
from tournaments.stagechains import ranking_order

IDENTITY = {"name": "春季赛", "day": "2026-05-16", "starts": "09:00"}
GROUPS = {"code": "groups", "format": "round_robin", "groups": {"count": 4}}
CUP = {"code": "cup", "format": "knockout", "entrants": {"from_stage": "groups", "per_group": 2}}


def faults(*stages, capacity=18):
    with pytest.raises(ValidationError) as refused:
        regulations.parse({"identity": IDENTITY, "registration": {"capacity": capacity}, "stages": list(stages)})
    return [(found.place, found.code, dict(found.params)) for found in regulations.faults(refused.value)]


def test_groups_and_a_knockout_make_an_event_that_round_trips():
    parsed = regulations.parse({"identity": IDENTITY, "stages": [GROUPS, {**CUP, "third_place": True}]})

    assert regulations.parse(regulations.dump(parsed)) == parsed
    assert [plan.code for plan in parsed.stages] == ["groups", "cup"]
    assert (parsed.plan("cup").format, parsed.plan("cup").third_place) == (Format.KNOCKOUT, True)
    with pytest.raises(KeyError):
        parsed.plan("final")


def test_an_event_has_eight_stages_at_most():
    chain = [{"code": "s1"}, *({"code": f"s{n}", "entrants": {"from_stage": f"s{n - 1}"}} for n in range(2, 10))]

    assert len(regulations.parse({"identity": IDENTITY, "stages": chain[:8]}).stages) == 8
    assert faults(*chain)[0][1] == "too_long"


@pytest.mark.parametrize(
    ("stages", "code", "params"),
    [
        ([{"code": "a"}, {"code": "a", "entrants": {"from_stage": "a"}}], "stage_code_twice", {"stage": "a"}),
        ([{"code": "a", "entrants": {"from_stage": "b"}}], "first_stage_is_fed", {"stage": "a"}),
        ([{"code": "a"}, {"code": "b"}], "stage_not_fed", {"stage": "b"}),
        (
            [{"code": "a"}, {"code": "b", "entrants": {"from_stage": "x"}}],
            "stage_unknown",
            {"stage": "b", "source": "x"},
        ),
        ([{"code": "a"}, {"code": "b", "entrants": {"from_stage": "b"}}], "stage_feeds_itself", {"stage": "b"}),
        (
            [
                {"code": "a"},
                {"code": "b", "entrants": {"from_stage": "c"}},
                {"code": "c", "entrants": {"from_stage": "b"}},
            ],
            "stage_from_later",
            {"stage": "b", "source": "c"},
        ),
        (
            [{"code": "a"}, {"code": "b", "entrants": {"from_stage": "a", "per_group": 1}}],
            "per_group_without_groups",
            {"stage": "b", "source": "a"},
        ),
        (
            [GROUPS, {**CUP, "seeding": "cross", "entrants": {"from_stage": "groups", "teams": 4}}],
            "cross_without_groups",
            {"stage": "cup", "source": "groups"},
        ),
        (
            [{"code": "a"}, {"code": "b", "format": "knockout", "entrants": {"from_stage": "a", "teams": 32}}],
            "more_than_play",
            {"stage": "b", "teams": 32, "source": "a", "most": 18},
        ),
        (
            [{"code": "a", "format": "round_robin", "groups": {"count": 10}}],
            "too_many_groups",
            {"stage": "a", "groups": 10, "teams": 18},
        ),
        (
            [
                {"code": "a", "format": "round_robin"},
                {"code": "b", "format": "knockout", "entrants": {"from_stage": "a", "per_group": 1}},
            ],
            "stage_of_one",
            {"stage": "b"},
        ),
        (
            [{"code": "a"}, {"code": "b", "entrants": {"from_stage": "a", "teams": 8, "after": 12}}],
            "more_than_play",
            {"stage": "b", "teams": 20, "source": "a", "most": 18},
        ),
        (
            [{"code": "a", "format": "knockout", "until": 8, "groups": {"count": 3}}],
            "none_goes_out",
            {"stage": "a", "teams": 6, "until": 8},
        ),
    ],
)
def test_stages_that_cannot_follow_each_other_are_named(stages, code, params):
    assert faults(*stages) == [("", code, params)]


@pytest.mark.parametrize(
    ("stage", "place", "code"),
    [
        ({"groups": {"by": "bands", "count": 2}}, "stages.0", "bands_from_nowhere"),
        ({"groups": {"by": "bands"}, "entrants": {"from_stage": "a"}}, "stages.0.groups", "bands_without_size"),
        ({"format": "swiss", "until": 4}, "stages.0", "until_without_knockout"),
        ({"format": "knockout", "until": 3}, "stages.0", "until_not_halved"),
        ({"format": "knockout", "until": 4, "third_place": True}, "stages.0", "places_beyond_until"),
        (
            {"format": "knockout", "seeding": "cross", "groups": {"count": 2}, "entrants": {"from_stage": "a"}},
            "stages.0",
            "cross_in_groups",
        ),
        ({"legs": 2}, "stages.0", "legs_without_round_robin"),
        ({"seeding": "rank"}, "stages.0", "seeding_without_bracket"),
        ({"format": "double_knockout", "third_place": True}, "stages.0", "places_without_knockout"),
        ({"format": "double_knockout", "redraw": True}, "stages.0", "redraw_without_knockout"),
        ({"format": "knockout", "redraw": True, "placement": 8}, "stages.0", "redraw_without_bracket"),
        ({"format": "swiss", "carry": {"kind": "all"}}, "stages.0", "carry_from_nowhere"),
        (
            {"format": "knockout", "carry": {"kind": "all"}, "entrants": {"from_stage": "a"}},
            "stages.0",
            "carry_into_bracket",
        ),
        ({"format": "round_robin", "groups": {"by": "rank"}}, "stages.0", "rank_from_nowhere"),
        ({"format": "round_robin", "groups": {"count": 2, "size": 4}}, "stages.0.groups", "groups_count_and_size"),
        ({"entrants": {"from_stage": "a", "teams": 4, "per_group": 1}}, "stages.0.entrants", "teams_and_per_group"),
        ({"entrants": {"from_stage": "a", "best": 1}}, "stages.0.entrants", "best_without_per_group"),
    ],
)
def test_a_stage_that_contradicts_itself_is_named(stage, place, code):
    assert [found[:2] for found in faults(stage)] == [(place, code)]
    assert code in settings.FAULTS


@pytest.mark.parametrize(
    ("plan", "teams", "rounds"),
    [
        ({"format": "swiss", "rounds": 5}, 13, 5),
        ({"format": "round_robin"}, 6, 5),
        ({"format": "round_robin"}, 7, 7),
        ({"format": "round_robin", "legs": 2}, 4, 6),
        ({"format": "round_robin", "groups": {"count": 3}}, 13, 5),
        ({"format": "round_robin", "groups": {"size": 4}}, 13, 3),
        ({"format": "swiss", "rounds": 5, "groups": {"count": 2}}, 13, 5),
        ({"format": "knockout", "groups": {"count": 2}}, 13, 3),
        ({"format": "knockout", "until": 4}, 64, 4),
        ({"format": "knockout", "until": 4}, 8, 1),
        ({"format": "knockout", "until": 4}, 9, 2),
        ({"format": "knockout", "until": 3, "redraw": True}, 13, 3),
        ({"format": "knockout"}, 2, 1),
        ({"format": "knockout"}, 13, 4),
        ({"format": "knockout"}, 16, 4),
        ({"format": "double_knockout"}, 2, 3),
        ({"format": "double_knockout"}, 13, 9),
    ],
)
def test_the_number_of_rounds_follows_from_the_number_of_teams(plan, teams, rounds):
    assert StagePlan(**plan).rounds_of(teams) == rounds


def test_from_the_places_behind_others_enter_as_many_as_each_group_has():
    groups = StagePlan(format=Format.ROUND_ROBIN, groups=Groups(count=4))
    behind = StagePlan(code="b", entrants=Feed(from_stage="main", per_group=3, after=2))

    assert entering((groups, behind), 18) == {"main": 18, "b": 3 + 3 + 2 + 2}


def test_how_many_enter_each_stage():
    stages = regulations.parse(
        {
            "identity": IDENTITY,
            "stages": [
                GROUPS,
                {**CUP, "entrants": {"from_stage": "groups", "per_group": 1, "best": 2}},
                {"code": "final", "entrants": {"from_stage": "cup", "teams": 2}},
            ],
        }
    ).stages

    assert entering(stages, 13) == {"groups": 13, "cup": 6, "final": 2}


@pytest.mark.parametrize(
    ("groups", "teams", "sizes"),
    [
        ({"size": 4}, 13, (4, 3, 3, 3)),
        ({"count": 2}, 15, (8, 7)),
        ({"by": "bands", "size": 4}, 8, (4, 4)),
        ({"by": "bands", "size": 4}, 10, (4, 4, 2)),
        ({"by": "bands", "size": 4}, 9, (4, 5)),
        ({"by": "bands", "size": 4}, 3, (3,)),
        ({"by": "bands", "count": 2}, 9, (5, 4)),
    ],
)
def test_groups_have_their_sizes(groups, teams, sizes):
    assert Groups(**groups).sizes(teams) == sizes


@pytest.mark.parametrize(
    ("feeds", "order"),
    [
        ([None, ("a", 0), ("b", 0)], ["a", "b", "c"]),
        ([None, ("a", 0), ("a", 8)], ["a", "c", "b"]),
        ([None, ("a", 8), ("a", 0)], ["a", "b", "c"]),
        ([None, ("a", 0), ("b", 0), ("a", 8), ("a", 16)], ["a", "e", "d", "b", "c"]),
        ([None, ("a", 0), ("a", 8), ("b", 2), ("b", 0)], ["a", "c", "b", "d", "e"]),
    ],
)
def test_a_stage_for_the_places_behind_ranks_under_those_before_it_whenever_it_is_played(feeds, order):
    stages = [
        StagePlan(
            code=code,
            format="random_rounds",
            entrants=None if feed is None else {"from_stage": feed[0], "after": feed[1], "teams": 4},
        )
        for code, feed in zip("abcde", feeds, strict=False)
    ]

    assert ranking_order(stages) == order
