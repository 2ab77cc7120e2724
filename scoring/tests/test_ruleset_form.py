"""What has not the form of a ruleset, or what no card table has, is refused; and what a path has to be."""

import pytest
from pydantic import ValidationError

from scoring.ladder import ScoringError
from scoring.ruleset import check_criteria, decide, dump_ruleset, parse_ruleset
from scoring.tests.cast import S1
from scoring.tests.changes import Change, band, offence, put

SHAPES: dict[str, Change] = {
    "unknown group": lambda d: d.update(extra={}),
    "unknown value": lambda d: d["deck"].update(colours={"value": 6, "status": "explicit", "clause": "S1-1.1"}),
    "unknown key": lambda d: d["deck"]["kitty"].update(note="six"),
    "unknown key of a row": lambda d: d["level_table"]["bands"]["value"][0].update(note="best"),
    "missing group": lambda d: d.pop("kitty"),
    "missing field": lambda d: d["deck"].pop("kitty"),
    "missing value": lambda d: d["deck"]["kitty"].pop("value"),
    "missing status": lambda d: d["deck"]["kitty"].pop("status"),
    "unknown status": lambda d: d["deck"]["kitty"].update(status="certain"),
    "no table at all": lambda d: d["deck"].update(kitty=6),
    "text for a clause": lambda d: d["deck"]["kitty"].update(clause="the second"),
    "text for a reason": lambda d: d["match_result"]["bye"].update(reason="It is silent."),
    "number as text": lambda d: d["deck"]["kitty"].update(value="6"),
    "truth as number": lambda d: d["round_clock"]["last_deals"].update(value=True),
    "number as truth": lambda d: d["deck"]["jokers"].update(value=1),
    "unknown word": lambda d: d["kitty"]["dig_with"].update(value="hearts"),
    "no digest": lambda d: d["identity"].update(digest="abc"),
    "unknown criterion": lambda d: d["ranking"]["tie_breaks"].update(value=["total", "buchholz"]),
}
TOO_MUCH: dict[str, Change] = {
    "levels past the last": put("levels.max_beyond", 100),
    "levels": put("levels.ladder", [str(level) for level in range(2, 63)]),
    "letters of a level": put("levels.ladder", ["2", "Jokers"]),
    "marks in a level": put("levels.ladder", ["2", "<b>"]),
    "decks": put("deck.decks", 13),
    "levels of a row": band(0, dealer_delta=100_001),
    "points of a forfeit": put("match_result.forfeit_loss", -100_001),
    "points of an offence": offence("bad_throw", amount=100_005),
    "base of the kitty": put("kitty.multiplier", {"kind": "power", "base": 11}),
}


@pytest.mark.parametrize("what", TOO_MUCH)
def test_what_no_card_table_has_is_refused_before_it_is_counted_with(what: str) -> None:
    data = dump_ruleset(S1)
    TOO_MUCH[what](data)

    with pytest.raises(ValidationError) as refusal:
        parse_ruleset(data)

    assert {fault["type"] for fault in refusal.value.errors()} <= {
        "less_than_equal", "greater_than_equal", "too_long", "string_pattern_mismatch",
    }  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_what_has_not_the_form_of_a_ruleset_is_refused(shape: str) -> None:
    data = dump_ruleset(S1)
    SHAPES[shape](data)

    with pytest.raises(ValidationError):
        parse_ruleset(data)


def test_a_chain_of_criteria_from_elsewhere_is_checked_too() -> None:
    with pytest.raises(ScoringError) as refusal:
        check_criteria(["total", "buchholz"])

    assert (refusal.value.code, refusal.value.params) == ("unknown_criterion", {"criterion": "buchholz"})


@pytest.mark.parametrize("path", ["deck.colours", "identity.id", "kitty", "", "penalties.offences", "follow.pairs.x"])
def test_a_path_that_is_none_is_refused(path: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        decide(S1, {path: 8})

    assert (refusal.value.code, refusal.value.params) == ("unknown_value", {"path": path})


def test_what_is_not_in_a_catalogue_cannot_be_taken_out() -> None:
    with pytest.raises(ScoringError) as refusal:
        decide(S1, {"penalties.offences.out_of_turn": None})

    assert refusal.value.code == "unknown_value"
