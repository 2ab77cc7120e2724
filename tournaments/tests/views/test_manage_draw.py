"""The organizer's draw page: what is asked by hand, refused in words, kept, and said beside the draft."""

import pytest
from django.test import Client

from tournaments.actions import draws, teams
from tournaments.models import AuditEntry, Draw, Team
from tournaments.selectors.stage_field import Wanted
from tournaments.tests import cast
from tournaments.tests.stages import hall

SWISS = {"code": "swiss", "format": "swiss", "rounds": 3, "bye_to": "lowest"}
LOTS = {"code": "lots", "format": "lot_order", "rounds": 2}
CUP = {"code": "cup", "format": "knockout"}
ROWS = ("absent", "byes", "fixed", "wished", "forbidden", "at_table", "seeds")


class Page:
    """The organizer at the draw page of an event."""

    def __init__(self, *plans, teams=8, units=0, slug="cup"):
        self.event = hall.event_of(*plans, teams=teams, units=units, slug=slug)
        membership = cast.member(self.event, cast.Role.ORGANIZER)
        self.actor = cast.actor(self.event, cast.As.ORGANIZER, membership)
        self.client = Client(headers={"accept-language": "en"})
        self.client.force_login(membership.user, backend="django.contrib.auth.backends.ModelBackend")
        self.client.cookies["django_language"] = "en"
        self.url = f"/manage/{self.event.slug}/draw/"

    def ids(self):
        return dict(Team.objects.values_list("number", "pk"))

    def get(self):
        return self.client.get(self.url)

    def make(self, rows, **fields):
        """Send the form with these rows by part."""
        data = {"called_seed": "2026", **fields}
        for part in ROWS:
            filled = rows.get(part, [])
            data |= {f"{part}-TOTAL_FORMS": len(filled) + 1, f"{part}-INITIAL_FORMS": 0}
            for index, row in enumerate(filled):
                data |= {f"{part}-{index}-{name}": value for name, value in row.items()}
        data |= {f"lots-{number}": lot for number, lot in rows.get("lots", {}).items()}
        return self.client.post(f"{self.url}make/", data)


def team(typed):
    return {"team": typed}


def pair(one, other, **more):
    return {"one": one, "other": other, **more}


def faults(answer):
    return [str(words) for words in faults_of(answer.context["wishes"])]


def faults_of(wishes):
    for rows in wishes.rows.values():
        yield from rows.non_form_errors()
        for row in rows:
            for found in row.errors.values():
                yield from found
    for found in wishes.lots.errors.values() if wishes.lots else ():
        yield from found


def test_all_that_is_asked_by_hand_reaches_the_draw_and_is_said_beside_the_draft(db):
    page = Page(SWISS)
    asked = {
        "absent": [team("1")], "byes": [team("2 甲1、乙1")], "fixed": [pair("3", "4", table="2")],
        "wished": [pair("5", "6")], "forbidden": [pair("7", "5")], "at_table": [team("8") | {"table": "7"}],
    }  # fmt: skip

    answer = page.make(asked)
    shown = page.get()

    ids = page.ids()
    drawn = Draw.objects.get()
    assert answer.status_code == 302
    assert drawn.inputs["asked"] == {
        "absent": [ids[1]],
        "byes": [ids[2]],
        "forbidden": [[ids[7], ids[5]]],
        "wished": [[ids[5], ids[6]]],
        "fixed": [[ids[3], ids[4], 2]],
        "at_table": [[ids[8], 7]],
    }
    assert [(each.part, each.words, each.kept) for each in shown.context["asked"]] == [
        ("Absent in this round", "1 甲0、乙0", True),
        ("Byes given beforehand", "2 甲1、乙1", True),
        ("Pairs that meet", "3 甲2、乙2 – 4 甲3、乙3: table 2", True),
        ("Pairs that should meet", "5 甲4、乙4 – 6 甲5、乙5", True),
        ("Pairs that must not meet", "7 甲6、乙6 – 5 甲4、乙4", True),
        ("Teams at a named table", "8 甲7、乙7: table 7", True),
    ]


def test_what_was_asked_stands_in_the_form_that_draws_again(db):
    page = Page(SWISS)
    page.make({"absent": [team("1")], "wished": [pair("5", "6")]})

    again = page.get()
    rows = again.context["wishes"].rows

    assert [row["team"].value() for row in rows["absent"]] == ["1 甲0、乙0", None]
    assert [(row["one"].value(), row["other"].value()) for row in rows["wished"]] == [
        ("5 甲4、乙4", "6 甲5、乙5"),
        (None, None),
    ]


def test_a_wish_that_could_not_be_kept_is_marked_and_warned_of(db):
    page = Page(SWISS, teams=4, units=2)
    page.make({"wished": [pair("1", "3")]})

    shown = page.get()

    assert [(each.words, each.kept) for each in shown.context["asked"]] == [("1 甲0、乙0 – 3 甲2、乙2", False)]
    assert [str(words) for words in shown.context["warning_words"]] == [
        "The wish that 甲0、乙0 and 甲2、乙2 meet could not be kept."
    ]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"absent": [team("1"), team("1")]}, ["Team 1 is named twice."]),
        ({"absent": [team("1")], "byes": [team("1")]}, ["Team 1 is absent: it cannot have a bye as well."]),
        (
            {"absent": [team("3")], "fixed": [pair("3", "4")]},
            ["Team 3 is absent in this round: it can have neither an opponent nor a table."],
        ),
        (
            {"byes": [team("3")], "at_table": [team("3") | {"table": "2"}]},
            ["Team 3 has a bye in this round: it can have neither an opponent nor a table."],
        ),
        ({"fixed": [pair("1", "2", table="65")]}, ["There is no table 65: the hall has 64."]),
        ({"fixed": [pair("1", "2", table="3"), pair("4", "5", table="3")]}, ["Table 3 is given twice."]),
        ({"at_table": [team("7") | {"table": "99"}]}, ["There is no table 99: the hall has 64."]),
        ({"absent": [team("77")]}, ["There is no team “77” in this draw: type its number."]),
        ({"absent": [team("张三")]}, ["There is no team “张三” in this draw: type its number."]),
        ({"wished": [pair("1", "")]}, ["Name both teams of the pair."]),
        ({"wished": [pair("1", "1")]}, ["Team 1 cannot meet itself."]),
        ({"fixed": [pair("1", "2"), pair("2", "3")]}, ["Team 2 is named twice."]),
        (
            {"wished": [pair("1", "2")], "forbidden": [pair("2", "1")]},
            ["These two are not to meet here and are to meet above: choose one."],
        ),
        (
            {"byes": [team(str(number)) for number in range(1, 8)]},
            ["Too many byes: at most 6 fit, as two teams at least have to play."],
        ),
        (
            {"absent": [team(str(number)) for number in range(1, 8)]},
            ["At least two teams have to play; all others could be absent."],
        ),
        ({"at_table": [team("7")]}, ["Name the team and its table."]),
    ],
)
def test_what_cannot_be_asked_is_said_in_words_at_its_row_and_nothing_is_lost(db, asked, said):
    page = Page(SWISS)

    answer = page.make({**asked, "seeds": []}, strict="on")

    rows = answer.context["wishes"].rows
    kept = {
        part: [{name: row[name].value() for name in given} for row, given in zip(rows[part], asked[part], strict=False)]
        for part in asked
    }
    assert (answer.status_code, Draw.objects.count()) == (422, 0)
    assert faults(answer) == said
    assert kept == asked
    assert answer.context["form"]["called_seed"].value() == "2026"
    assert answer.context["form"]["strict"].value() is True


def test_one_more_row_keeps_what_was_typed_even_where_it_is_wrong(db):
    page = Page(SWISS)

    answer = page.make({"absent": [team("77")]}, more="absent")

    rows = answer.context["wishes"].rows["absent"]
    assert (answer.status_code, Draw.objects.count()) == (200, 0)
    assert [row["team"].value() for row in rows] == ["77", None]
    assert [row.fields["team"].widget.attrs.get("autofocus") for row in rows] == [None, True]
    assert answer.context["form"]["called_seed"].value() == "2026"


def test_a_bracket_asks_for_seeds_in_their_order_and_for_nothing_else(db):
    page = Page(CUP, teams=5)
    parts = [part.name for part in page.get().context["wishes"].parts]

    moved = page.make({"seeds": [team("4"), team("2")]}, up="seeds-1")
    page.make({"seeds": [team("2"), team("4")]})

    ids = page.ids()
    assert parts == ["seeds"]
    assert [row["team"].value() for row in moved.context["wishes"].rows["seeds"]][:2] == ["2", "4"]
    assert Draw.objects.get().inputs["plan"]["seeds"] == [ids[2], ids[4]]
    assert [each.words for each in page.get().context["asked"]] == ["2 甲1、乙1 → 4 甲3、乙3"]


def test_lots_by_hand_where_the_stage_goes_by_lots(db):
    page = Page(LOTS, teams=4)

    twice = page.make({"lots": {"1": "3", "2": "3"}})
    page.make({"lots": {"1": "3", "2": "1", "3": "2", "4": "4"}})

    ids = page.ids()
    drawn = Draw.objects.get()
    assert faults(twice) == ["Lot 3 is given twice.", "Lot 3 is given twice."]
    assert {each["team"]: each["lot"] for each in drawn.inputs["standing"]} == {
        ids[1]: 3, ids[2]: 1, ids[3]: 2, ids[4]: 4,
    }  # fmt: skip
    assert [sorted(match["sides"]) for match in drawn.outcome["rounds"][0]["matches"]] == [
        sorted([ids[2], ids[3]]),
        sorted([ids[1], ids[4]]),
    ]


def test_a_draw_of_all_rounds_at_once_asks_for_nothing(db):
    page = Page({"code": "main", "format": "random_rounds", "rounds": 2})

    shown = page.get()

    assert ([*shown.context["wishes"].parts], "Special wishes" in shown.content.decode()) == ([], False)


def test_d34_an_impossible_draw_names_what_it_had_to_keep_and_is_made_with_an_exception_and_a_reason(db):
    never = {"constraints": {"no_rematch": "never", "no_own_unit": "never"}}
    page = Page({**SWISS, **never}, teams=4, units=1)

    refused = page.make({})
    without = page.make({}, exempt="no_own_unit")
    made = page.make({}, exempt="no_own_unit", because="只有一个单位到场")
    shown = page.get()

    why = refused.context["impossible"]
    assert (refused.status_code, why.rule, why.kept) == (
        409,
        "no_own_unit",
        ["nobody meets the same opponents again", "teams of one unit do not meet"],
    )
    assert why.obstacles == ["单位0 has 4 of 4 teams: with more than 2 its teams have to meet each other."]
    assert 'name="exempt" value="no_own_unit"' in refused.content.decode()
    assert without.context["form"].errors["because"] == [
        "Say why this draw may break a rule that is never to be broken."
    ]
    assert (made.status_code, shown.context["exempt"]) == (302, "teams of one unit do not meet")
    drawn = Draw.objects.get()
    assert [flag["code"] for flag in drawn.outcome["flags"]] == ["own_unit", "own_unit"]
    logged = AuditEntry.objects.get(action="draw.made")
    assert (logged.data["exempt"], logged.note.text) == (["no_own_unit"], "只有一个单位到场")


def test_what_the_tick_alone_makes_impossible_is_remedied_by_taking_it_away(db):
    page = Page(SWISS, teams=4, units=1)

    refused = page.make({}, strict="on")

    assert (refused.context["impossible"].strict, b'name="exempt" value' in refused.content) == (True, False)


def test_a_flagged_pair_says_when_it_met_before_and_a_second_bye_when_the_first_was(db):
    page = Page({**SWISS, "rounds": 4}, teams=3)
    for number in (1, 2, 3):
        hall.draw(page.actor, hall.fresh(page.event), seed=str(number))
        hall.play(page.actor, page.event, number)
    draws.make(page.actor, hall.fresh(page.event), called_seed="4")

    shown = page.get()

    view = shown.context["view"]
    notes = [note for each in view.rounds for seat in (*each.meetings, *each.byes) for note in seat.notes]
    assert [note.code for note in notes if note.code != "gap"] == ["rematch", "second_bye"]
    assert [len(note.before) for note in notes if note.code != "gap"] == [1, 1]
    text = shown.content.decode()
    assert f"met before: round {notes[0].before[0].round}, table 1" in text
    assert f"second bye, had one in round {notes[-1].before[0].round}" in text


def test_unequal_points_are_said_beside_the_pair_of_a_draft(db):
    page = Page(SWISS, teams=6)
    hall.draw(page.actor, page.event, seed="1")
    hall.play(page.actor, page.event, 1, winner=lambda _match: 0)
    draws.make(page.actor, hall.fresh(page.event), called_seed="4")

    view = page.get().context["view"]

    apart = [note.totals for meeting in view.rounds[0].meetings for note in meeting.notes if note.code == "gap"]
    assert [sorted(map(int, totals)) for totals in apart] == [[1, 2], [-1, 1], [-2, -1]]


def test_the_page_of_a_released_draw_tells_no_points(db):
    page = Page(SWISS, teams=6)
    hall.draw(page.actor, page.event, seed="1")
    hall.play(page.actor, page.event, 1, winner=lambda _match: 0)
    hall.draw(page.actor, hall.fresh(page.event), seed="4")

    found = Client().get(f"/{page.event.slug}/draw/").context["view"]

    assert {note.code for each in found.rounds for meeting in each.meetings for note in meeting.notes} <= {"rematch"}


def test_d24_a_swap_by_hand_stays_is_flagged_and_logged(db):
    page = Page(SWISS, teams=4, units=2)
    drawn = draws.make(page.actor, page.event, called_seed="1", wanted=Wanted())
    one, other = (match["sides"] for match in drawn.outcome["rounds"][0]["matches"])
    units = dict(Team.objects.values_list("pk", "unit_id"))
    [own] = [team for team in other if units[team] == units[one[0]]]
    sent = {"swap-round": 1, "swap-one": one[1], "swap-other": own, "swap-reason": "裁判长要求"}

    page.client.post(f"{page.url}{drawn.pk}/swap/", sent)
    shown = page.get()

    drawn.refresh_from_db()
    assert drawn.outcome["rounds"][0]["matches"][0]["sides"] == [one[0], own]
    assert [note.code for meeting in shown.context["view"].rounds[0].meetings for note in meeting.notes] == [
        "own_unit",
        "own_unit",
    ]
    assert AuditEntry.objects.get(action="draw.swapped").data["broken"] == ["own_unit", "own_unit"]


def test_who_left_stands_no_more_in_the_form_that_draws_again(db):
    page = Page(SWISS)
    page.make({"wished": [pair("5", "6"), pair("7", "8")]})
    teams.withdraw_team(page.actor, page.event, page.ids()[5], reason="离场")

    rows = page.get().context["wishes"].rows["wished"]

    assert [row["one"].value() for row in rows] == ["7 甲6、乙6", None]


def test_b08_a_bye_that_is_moved_by_hand_stays_the_only_one(db):
    page = Page(SWISS, teams=7)
    page.make({})
    number_of = {pk: number for number, pk in page.ids().items()}
    [drawn] = [number_of[team] for team in Draw.objects.get().outcome["rounds"][0]["byes"]]
    other = drawn % 7 + 1

    page.make({"byes": [team(str(other))]}, after="1", reason="裁判长要求")

    made = Draw.objects.get(number=2).outcome["rounds"][0]
    assert [number_of[each] for each in made["byes"]] == [other]
    assert drawn in [number_of[each] for match in made["matches"] for each in match["sides"]]


def test_the_draw_page_asks_as_much_for_many_teams_as_for_few(db, django_assert_max_num_queries):
    few, many = Page(SWISS, teams=4), Page(SWISS, teams=12, slug="many")
    few.make({"absent": [team("1")], "wished": [pair("2", "3")]})
    many.make({"absent": [team("1"), team("5")], "wished": [pair("2", "3"), pair("4", "6")]})

    with django_assert_max_num_queries(60) as asked:
        few.get()
    with django_assert_max_num_queries(60) as more:
        many.get()

    assert len(more) == len(asked)
