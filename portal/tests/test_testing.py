import subprocess
import sys

import pytest

INI = """
[pytest]
addopts = -p portal.testing -p no:cacheprovider -p no:django
markers =
    postgresql: needs a PostgreSQL server
    browser: needs Chromium
"""
TESTS = """
import pytest

def test_plain(): pass

@pytest.mark.postgresql
def test_on_postgresql(): pass

@pytest.mark.browser
def test_in_chromium(): pass

@pytest.mark.browser
def test_in_chromium_again(): pass
"""
SKIPPING = """
import pytest

def test_skipped(): pytest.skip("a reason")
"""


@pytest.fixture
def suite(tmp_path):
    """Return what runs these tests on a machine without browser and database; it gives exit code and last line."""

    def run(tests, *arguments, **variables):
        (tmp_path / "pytest.ini").write_text(INI)
        (tmp_path / "test_it.py").write_text(tests)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *arguments],
            cwd=tmp_path, env={"PATH": "/nowhere", "HOME": str(tmp_path), **variables},
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        return done.returncode, done.stdout.splitlines()[-1]

    return run


@pytest.mark.parametrize("arguments", [(), ("-n", "2")])
def test_what_the_machine_lacks_is_left_out_and_said_in_the_last_line(suite, arguments):
    code, last = suite(TESTS, *arguments)

    assert (code, last) == (0, "3 tests were left out: 2 for want of Chromium, 1 for want of PostgreSQL.")


@pytest.mark.parametrize("arguments", [(), ("-n", "2")])
def test_under_ci_what_is_left_out_is_a_failure(suite, arguments):
    code, last = suite(TESTS, *arguments, CI="true")

    assert code == 1
    assert last.endswith("; under CI that is a failure.")


def test_what_was_deselected_is_not_counted_as_left_out(suite):
    code, last = suite(TESTS, "-m", "not browser and not postgresql", CI="true")

    assert code == 0
    assert last.startswith("1 passed, 3 deselected")


@pytest.mark.parametrize(("variables", "expected"), [({}, 0), ({"CI": "true"}, 1)])
def test_a_skip_fails_under_ci_alone(suite, variables, expected):
    assert suite(SKIPPING, **variables)[0] == expected


def test_each_process_of_the_suite_has_its_own_database_on_a_shared_redis():
    from portal.testing import shared_redis

    assert shared_redis("redis://127.0.0.1:6379", "") == "redis://127.0.0.1:6379/0"
    assert shared_redis("redis://127.0.0.1:6379/", "gw1") == "redis://127.0.0.1:6379/2"
