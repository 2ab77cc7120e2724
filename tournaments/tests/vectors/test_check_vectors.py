"""The command: what it prints, and its exit status."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournaments.tests.vectors.cases import DATA, written

SCORED = {
    "id": "T-1",
    "seed": "S0",
    "clauses": ["S0-4"],
    "kind": "deal_score",
    "input": {"attacker_points": 150},
    "expect": {"attackers_up": 1},
    "basis": "proposed",
}
ENGINE = {
    "id": "T-2",
    "kind": "jack_rule",
    "policy": {"jack": "SingleJack"},
    "input": {
        "dealer_level_card": "J",
        "last_trick": {"won_by": "attackers", "winning_play": ["S-J"]},
        "dealer_side_up": 2,
    },
    "expect": {"dealer_side_level": "4"},
    "seeds": {"S0": {"verdict": "na"}, "S4": {"verdict": "silent"}},
}


def run(*paths):
    said = StringIO()
    call_command("check_vectors", *map(str, paths), stdout=said)
    return said.getvalue().splitlines()


def test_a_folder_is_judged_whole():
    lines = run(DATA)

    assert lines[-1] == "475 passed, 0 failed, 0 unknown"
    assert lines[-2].startswith("213 not applicable, 1 not expressible; not applicable: KITTY-008 S2/S3, ")
    assert lines[-2].endswith("; not expressible: PROGRESSION-014 engine")


def test_files_are_judged_together_and_each_once(tmp_path):
    one = written(tmp_path / "one.json", SCORED)
    two = written(tmp_path / "two.json", SCORED | {"id": "T-3"})

    lines = run(one, two, one)

    assert lines == ["0 not applicable, 0 not expressible", "2 passed, 0 failed, 0 unknown"]


def test_a_mismatch_is_told_with_what_was_expected_and_found_and_fails_the_run(tmp_path):
    path = written(tmp_path / "one.json", SCORED | {"expect": {"attackers_up": 3}})
    said = StringIO()

    with pytest.raises(SystemExit) as stopped:
        call_command("check_vectors", str(path), stdout=said)

    assert stopped.value.code == 1
    assert said.getvalue().splitlines() == [
        "FAILED T-1 S0 deal_score: attackers_up: expected 3, found 1",
        "0 not applicable, 0 not expressible",
        "0 passed, 1 failed, 0 unknown",
    ]


def test_unknown_kinds_and_words_are_named_and_fail_nothing(tmp_path):
    path = written(
        tmp_path / "one.json",
        SCORED | {"kind": "fortune"},
        SCORED | {"id": "T-4", "kind": "time_up", "input": {"state": "lunch"}, "expect": {"finish_deal": True}},
    )

    lines = run(path)

    assert lines == [
        'unknown T-4 S0 time_up: at which stage a deal is that is "lunch"',
        "kinds not known: fortune (1)",
        "0 not applicable, 0 not expressible",
        "0 passed, 0 failed, 2 unknown",
    ]


def test_what_is_set_aside_is_named_by_its_ids(tmp_path):
    lines = run(written(tmp_path / "one.json", ENGINE))

    assert lines == [
        "not expressible: T-2 engine (a side that falls back and rises in one deal)",
        "2 not applicable, 1 not expressible; not applicable: T-2 S0/S4; not expressible: T-2 engine",
        "0 passed, 0 failed, 0 unknown",
    ]


def test_other_files_of_a_folder_are_left_out(tmp_path):
    written(tmp_path / "one.json", SCORED)
    (tmp_path / "form.json").write_text('{"title": "the form"}', "utf-8")
    (tmp_path / "notes.txt").write_text("no vectors", "utf-8")

    assert run(tmp_path)[-1] == "1 passed, 0 failed, 0 unknown"


def test_an_answer_in_sentences_only_is_nothing_to_compare(tmp_path):
    path = written(tmp_path / "one.json", SCORED | {"expect": {"rule": "the deal changes"}})

    assert run(path) == [
        "1 not applicable, 0 not expressible; not applicable: T-1 S0",
        "0 passed, 0 failed, 0 unknown",
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"vectors": [', "is no JSON (line 1: Expecting value)"),
        (b"\xff\xfe\x00", "is no UTF-8 text (byte 0)"),
        (b"[" * 100_000, "is nested too deeply"),
        (b"[]", 'no list of "vectors" in this file'),
        (b'{"vectors": {}}', 'no list of "vectors" in this file'),
        (b'{"vectors": [1]}', "vector 1: is no object"),
        (b'{"vectors": [{"kind": "kitty"}]}', 'vector 1: "id" is missing'),
        (b'{"vectors": [{"id": "T", "kind": 3}]}', 'vector 1: "kind" is missing'),
        (json.dumps({"vectors": [SCORED | {"input": []}]}).encode(), 'vector 1 (T-1): "input" is no object'),
        (
            json.dumps({"vectors": [SCORED, SCORED | {"seed": None}]}).encode(),
            'vector 2 (T-1): names no document, neither "seed" nor verdicts in "seeds"',
        ),
        (
            json.dumps({"vectors": [ENGINE | {"seeds": {"S0": "na"}}]}).encode(),
            'vector 1 (T-2): names no document, neither "seed" nor verdicts in "seeds"',
        ),
        (json.dumps({"vectors": [ENGINE | {"policy": "own"}]}).encode(), 'vector 1 (T-2): "policy" is no object'),
    ],
)
def test_a_broken_file_is_named_in_words(tmp_path, content, words):
    path = tmp_path / "broken.json"
    path.write_bytes(content)

    with pytest.raises(CommandError) as refused:
        run(path)

    assert str(refused.value) == f"{path}: {words}"
    assert refused.value.returncode == 2


def test_a_broken_file_in_a_folder_is_not_passed_over(tmp_path):
    written(tmp_path / "one.json", SCORED)
    (tmp_path / "two.json").write_text("{", "utf-8")

    with pytest.raises(CommandError, match=r"two\.json: is no JSON"):
        run(tmp_path)


def test_a_path_without_vectors_is_refused(tmp_path):
    for path, words in (
        (tmp_path / "none", "there is no such file or folder"),
        (tmp_path, "no vectors in this folder"),
    ):
        with pytest.raises(CommandError) as refused:
            run(path)

        assert (str(refused.value), refused.value.returncode) == (f"{path}: {words}", 2)


def test_a_file_without_vectors_beside_others_is_named_and_passed_over(tmp_path):
    written(tmp_path / "one.json", SCORED)
    form = tmp_path / "form.json"
    form.write_text('{"title": "the form of the vectors"}', "utf-8")

    lines = run(form, tmp_path / "one.json")

    assert (lines[0], lines[-1]) == (f"{form}: holds no vectors", "1 passed, 0 failed, 0 unknown")
