import json
from hashlib import sha256

import pytest

from tournaments.pairing import (
    RANDOM_ROUNDS,
    S1_LOTS,
    VERSION,
    Constraints,
    DrawRecord,
    DrawRefused,
    Entrant,
    Inputs,
    Outcome,
    Plan,
    Standing,
    choose_method,
    draw_record,
    replay,
)

NINE_UNITS = tuple(Entrant(team, team // 2) for team in range(18))
SEVEN = tuple(Entrant(team) for team in range(7))


def record_of(method, entrants, **changes):
    values = {"version": VERSION, "constraints": Constraints(), "seed": "20261130", "rounds": 2} | changes
    return DrawRecord(method=method, inputs=Inputs(entrants), **values)


@pytest.mark.parametrize(
    "record",
    [
        record_of(S1_LOTS, NINE_UNITS),
        record_of(RANDOM_ROUNDS, SEVEN, rounds=3),
        record_of(RANDOM_ROUNDS, (Entrant(1, 1), Entrant(2, 1))),
        DrawRecord(RANDOM_ROUNDS, VERSION, Inputs(SEVEN, ((0, 1),), (2,)), Constraints(one_bye="never"), "ff", 1),
    ],
)
def test_a_stored_draw_replays_to_the_same_outcome(record):
    stored_record, stored_outcome = json.loads(json.dumps([record.to_json(), draw_record(record).to_json()]))

    assert DrawRecord.from_json(stored_record) == record
    assert replay(stored_record) == Outcome.from_json(stored_outcome)


def test_a_known_draw_never_changes():
    """Who changes this outcome gives the method a new version."""
    outcome = draw_record(record_of(S1_LOTS, NINE_UNITS))

    assert " ".join(outcome.lots[team] for team in range(18)) == (
        "B1 B2 F2 F1 H2 H1 I1 I2 D2 D1 A1 A2 E1 E2 C1 C2 G2 G1"
    )


def test_known_random_rounds_never_change():
    outcome = draw_record(record_of(RANDOM_ROUNDS, SEVEN))

    assert [([match.sides for match in each.matches], each.byes) for each in outcome.rounds] == [
        ([(5, 6), (3, 4), (1, 0)], (2,)),
        ([(4, 0), (6, 2), (3, 1)], (5,)),
    ]


def test_the_order_of_the_inputs_belongs_to_the_draw():
    reversed_units = tuple(reversed(NINE_UNITS))

    assert draw_record(record_of(S1_LOTS, NINE_UNITS)) != draw_record(record_of(S1_LOTS, reversed_units))


def test_the_digest_covers_every_byte_of_the_record():
    records = [
        record_of(S1_LOTS, NINE_UNITS),
        record_of(S1_LOTS, NINE_UNITS, seed="20261131"),
        record_of(S1_LOTS, NINE_UNITS[::-1]),
        record_of(S1_LOTS, NINE_UNITS, constraints=Constraints(no_own_unit="never")),
    ]

    assert len({record.digest() for record in records}) == 4
    assert record_of(S1_LOTS, NINE_UNITS).digest() == records[0].digest()


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: record_of(RANDOM_ROUNDS, (Entrant(1),)), "too_few_teams"),
        (lambda: record_of(RANDOM_ROUNDS, ()), "too_few_teams"),
        (lambda: record_of(RANDOM_ROUNDS, (Entrant(1), Entrant(1))), "team_twice"),
        (lambda: record_of("hat", SEVEN), "unknown_method"),
        (lambda: record_of(S1_LOTS, NINE_UNITS, version="0"), "unknown_method"),
        (lambda: record_of(RANDOM_ROUNDS, SEVEN, rounds=0), "bad_rounds"),
        (lambda: record_of(S1_LOTS, NINE_UNITS, rounds=3), "other_number_of_rounds"),
        (lambda: record_of(S1_LOTS, SEVEN), "not_eighteen_teams"),
        (lambda: record_of(RANDOM_ROUNDS, SEVEN, seed="hat"), "bad_seed"),
        (lambda: Constraints(no_rematch="perhaps"), "unknown_constraint_value"),
        (lambda: Constraints.from_json({"no_neighbour": "never"}), "unknown_constraint_value"),
    ],
)
def test_a_draw_that_cannot_be_made_is_refused_with_its_reason(make, code):
    with pytest.raises(DrawRefused) as refused:
        draw_record(make())

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("entrants", "rounds", "method", "reason"),
    [
        (NINE_UNITS, 2, S1_LOTS, "lots_fit"),
        (NINE_UNITS, 3, RANDOM_ROUNDS, "other_number_of_rounds"),
        (SEVEN, 2, RANDOM_ROUNDS, "not_eighteen_teams"),
        (tuple(Entrant(team, 1) for team in range(18)), 2, RANDOM_ROUNDS, "unit_too_large_for_lots"),
    ],
)
def test_the_method_is_chosen_with_its_reason(entrants, rounds, method, reason):
    choice = choose_method(entrants, rounds)

    assert (choice.method, choice.version, [notice.code for notice in choice.reasons]) == (method, VERSION, [reason])


def test_no_method_is_chosen_for_one_team():
    with pytest.raises(DrawRefused) as refused:
        choose_method((Entrant(1),))

    assert refused.value.code == "too_few_teams"


def seven_and_more(method, teams, size, *, rounds=1, rule="random", plan=None):
    entrants = tuple(Entrant(team, team // size) for team in range(teams))
    met = tuple((team, (team + 3) % teams) for team in range(0, teams, 2))
    standing = tuple(Standing(team, team * 7 % 5, lot=team + 1) for team in range(teams))
    inputs = Inputs(entrants, met, (1, 4), standing, plan=plan or Plan())
    return DrawRecord(method, VERSION, inputs, Constraints(bye_rule=rule), "20261130", rounds)


@pytest.mark.parametrize(
    ("record", "way", "digest"),
    [
        (seven_and_more("random_round", 17, 2), "shuffle", "a522316f5421bdd2"),
        (seven_and_more("swiss", 17, 2, rule="lowest_score"), "matching", "423ff8646f686d09"),
        (seven_and_more("neighbours", 18, 2), "matching", "827cd34fabc8a590"),
        (seven_and_more("lot_order", 17, 2, rule="highest_lot"), "matching", "dcc5198ae44b3f26"),
        (seven_and_more("swiss", 401, 2, rule="lowest_score"), "quick", "63a4c21c54ba9b1b"),
        (seven_and_more("random_round", 16, 9), "exact", "08cf7155da9bbfdc"),
        (seven_and_more("random_round", 400, 250), "sparse", "34596529211fc841"),
        (seven_and_more("groups", 13, 3, rounds=0, plan=Plan(groups=(5, 4, 4))), "shuffle", "7f6d4a693997e03a"),
        (seven_and_more("groups", 30, 5, rounds=0, plan=Plan(groups=(6,) * 5)), "exact", "f072c248b10933ca"),
        (
            seven_and_more("knockout", 13, 2, rounds=0, plan=Plan(seeds=(0, 5), third_place=True)),
            "shuffle",
            "524cd01a181144bb",
        ),
        (seven_and_more("double_knockout", 64, 4, rounds=0), "exact", "d9bb9c028508eac3"),
    ],
)
def test_draws_are_the_same_on_every_machine(record, way, digest):
    """Who changes one of these gives its method a new version and keeps the old one."""
    outcome = draw_record(record)

    stored = json.dumps(outcome.to_json(), sort_keys=True).encode()
    assert (outcome.way, sha256(stored).hexdigest()[:16]) == (way, digest)
