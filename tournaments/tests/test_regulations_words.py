"""What an event itself settles is said by its settings, on the page of the rules and in print."""

import pytest
from django.utils.translation import override

from tournaments.phrases import regulations as words
from tournaments.regulations import Registration, Scoring, StagePlan, Timing


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def plan(**more) -> StagePlan:
    return StagePlan.model_validate({"code": "main", **more})


def test_entries_are_said_by_what_is_limited():
    free, narrow = Registration(capacity=20), Registration(capacity=18, pairs_per_unit=2, approval=True)

    assert [len(list(words.entry_rules(each))) for each in (free, narrow)] == [2, 4]
    assert list(words.entry_rules(narrow))[:2] == [
        "A team is a pair. There is room for 18 pairs.", "A unit may enter at most 2 pairs.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("form", "rounds", "first"),
    [
        ("two_rounds", "2 rounds are drawn before the first, all at once.", "18 pairs of nine units"),
        ("random_rounds", "2 rounds are drawn before the first, all at once.", "All rounds are drawn"),
        ("knockout", "", "Who loses is out."),
    ],
)
def test_the_draw_is_said_by_its_format(form, rounds, first):
    drawn = plan(format=form)

    said = next(iter(words.draw_rules(drawn)))

    assert (words.rounds_rule(drawn), said[: len(first)]) == (rounds, first)


@pytest.mark.parametrize(
    ("reminder", "deals", "said"),
    [
        (0, 0, []),
        (600, 0, ["The reminder comes 10 minutes before the end."]),
        (
            600,
            1,
            ["The reminder comes 10 minutes before the end. From then on one more deal is played, the one in hand."],
        ),
    ],
)
def test_the_end_of_a_round_is_said_by_its_clock(reminder, deals, said):
    timing = Timing(round_seconds=4500, reminder_seconds=reminder, last_deals=deals)

    length, *between, _end = words.time_rules(timing)

    assert (length, [each.partition(" included;")[0] for each in between]) == (
        "A round takes 75 minutes, for the whole hall together.",
        said,
    )


@pytest.mark.parametrize(
    ("bye", "said"),
    [
        ("average", "A bye counts the average of the pair's other rounds."),
        ("points", "A bye counts the points that the ruleset names for it."),
        ("advance", "A bye counts nothing."),
        ("zero", "A bye counts nothing."),
    ],
)
def test_a_bye_is_said_by_what_it_counts(bye, said):
    scoring = Scoring.model_validate({"bye": bye})

    forfeit, counted, _withdrawal = words.unplayed_rules(scoring)

    assert (forfeit.partition(",")[0], counted) == ("A pair that does not come gets −3", said)


@pytest.mark.parametrize(("official", "end"), [("chief", "has ticked it."), ("both_sides", "chief referee decides.")])
def test_a_result_is_said_by_who_makes_it_official(official, end):
    counts, _correction = words.result_rules(official)

    assert counts[-len(end) :] == end


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ({"format": "swiss"}, []),
        (
            {"format": "swiss", "groups": {"count": 2}},
            ["The field is divided into 2 groups; each is drawn and ranked by itself."],
        ),
        (
            {"format": "round_robin", "entrants": {"from_stage": "a"}, "groups": {"size": 4, "by": "bands"}},
            [
                "The field is divided into groups of 4 at most; each is drawn and ranked by itself.",
                (
                    "The first places of the stage before make the first group, the next ones the second; "
                    "everybody in a group is ranked before the next."
                ),
            ],
        ),
        ({"format": "knockout", "until": 4}, ["The knockout ends when 4 are left."]),
    ],
)
def test_groups_and_an_early_end_are_told(plan, said):
    with override("en"):
        assert list(words.part_rules(StagePlan(**plan))) == said
