"""Every clause's worked example, by the rulesets that come along."""

from dataclasses import replace

import pytest

from tournaments.tests.vectors.cases import changed, own, own_vectors
from tournaments.transfer.vectors.checking import check
from tournaments.transfer.vectors.judges import JUDGES

ODD = (None, [], {}, "odd", "", -1, 0, 10**9, 1.5, True, "庄", ["odd"], [[0]], {"odd": "odd"})


def test_no_pair_of_the_own_vectors_fails_or_stays_unknown():
    left = [judgement for judgement in check(own_vectors()) if judgement.state in {"failed", "unknown"}]

    assert left == []


def test_every_kind_that_is_known_has_a_vector():
    assert {vector.kind for vector in own_vectors()} == set(JUDGES)


def test_what_no_document_has_is_found_in_the_vector_and_not_by_its_name():
    found = [judgement for judgement in check(own_vectors()) if judgement.state == "not_expressible"]
    renamed = [judgement.state for judgement in check([replace(own("PROGRESSION-014"), id="X")])]

    assert [judgement.pair.name for judgement in found] == ["PROGRESSION-014 engine"]
    assert renamed.count("not_expressible") == 1


@pytest.mark.parametrize("vector", [vector for vector in own_vectors() if vector.seed], ids=lambda vector: vector.id)
def test_another_value_than_the_documents_never_passes(vector):
    for key, value in vector.expect.items():
        for other in changed(value):
            (judgement,) = check([replace(vector, expect=vector.expect | {key: other})])

            assert judgement.state == "failed", (key, other, judgement.words)


@pytest.mark.parametrize(
    "vector", [vector for vector in own_vectors() if not vector.seed], ids=lambda vector: vector.id
)
def test_another_value_than_the_engines_never_passes_under_its_parameters(vector):
    for key, value in vector.expect.items():
        for other in changed(value):
            *_, judgement = check([replace(vector, expect=vector.expect | {key: other}, verdicts={})])

            assert judgement.state in {"failed", "not_applicable", "not_expressible"}, (key, other, judgement.words)
            assert judgement.state == "failed" or vector.id in {"PROGRESSION-014", "KITTY-035"}


def test_odd_input_is_judged_or_unknown_and_never_stops_the_run():
    states = {
        judgement.state
        for vector in own_vectors()
        for key in vector.input
        for odd in ODD
        for judgement in check([replace(vector, input=vector.input | {key: odd})])
    }

    assert states == {"passed", "failed", "unknown", "not_applicable", "not_expressible"}


def test_missing_input_is_judged_or_unknown_and_never_stops_the_run():
    judgements = [
        judgement
        for vector in own_vectors()
        for key in vector.input
        for judgement in check([replace(vector, input={k: v for k, v in vector.input.items() if k != key})])
    ]

    assert any(judgement.state == "unknown" for judgement in judgements)


def test_odd_parameters_of_an_engine_never_stop_the_run():
    states = {
        judgement.state
        for vector in own_vectors()
        for key in vector.policy or {}
        for odd in ODD
        for judgement in check([replace(vector, policy=(vector.policy or {}) | {key: odd}, verdicts={})])
    }

    assert states == {"passed", "failed", "unknown", "not_applicable", "not_expressible"}
