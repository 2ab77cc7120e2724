import importlib.util
import json
import sys
from pathlib import Path

import pytest

PATH = Path(__file__).resolve().parents[2] / "deploy" / "set_up.py"


@pytest.fixture
def set_up(monkeypatch, tmp_path):
    """Return the script as a module that works in a directory of its own."""
    spec = importlib.util.spec_from_file_location("set_up", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "ENVIRONMENT", tmp_path / ".venv")
    for lock in (module.RUNTIME_LOCK, module.DEVELOPMENT_LOCK):
        (tmp_path / lock).write_text(f"# {lock}\n")
    return module


@pytest.fixture
def binaries(monkeypatch, tmp_path):
    """Put a directory of its own in the place of PATH; return what adds a program to it."""
    directory = tmp_path / "bin"
    directory.mkdir()
    monkeypatch.setenv("PATH", str(directory))

    def add(name, script):
        (directory / name).write_text(f"#!/bin/sh\n{script}\n")
        (directory / name).chmod(0o755)

    return add


def stamp(set_up, *locks):
    (set_up.ENVIRONMENT / "bin").mkdir(parents=True)
    (set_up.ENVIRONMENT / "bin/python").symlink_to(sys.executable)
    (set_up.ENVIRONMENT / "stamp.json").write_text(json.dumps({lock: set_up.fingerprint(lock) for lock in locks}))


def test_an_environment_with_the_locks_stamp_is_left_alone(set_up):
    stamp(set_up, set_up.RUNTIME_LOCK)

    assert set_up.is_current(development=False) is True
    assert set_up.is_current(development=True) is False


def test_a_changed_lock_asks_for_a_new_installation(set_up, tmp_path):
    stamp(set_up, set_up.RUNTIME_LOCK, set_up.DEVELOPMENT_LOCK)

    (tmp_path / set_up.RUNTIME_LOCK).write_text("# changed\n")

    assert set_up.is_current(development=False) is False


def test_a_moved_clone_asks_for_a_new_installation(set_up, monkeypatch, tmp_path):
    stamp(set_up, set_up.RUNTIME_LOCK)

    set_up.ENVIRONMENT.rename(tmp_path / "moved")
    monkeypatch.setattr(set_up, "ENVIRONMENT", tmp_path / "moved")

    assert set_up.is_current(development=False) is False


def test_a_damaged_stamp_counts_as_none(set_up):
    stamp(set_up, set_up.RUNTIME_LOCK)

    (set_up.ENVIRONMENT / "stamp.json").write_text("{")

    assert set_up.is_current(development=False) is False


def test_a_shim_of_uv_with_nothing_behind_it_is_no_uv(set_up, binaries):
    binaries("uv", "exit 127")

    assert set_up.find_uv() is None


def test_a_uv_that_answers_is_taken(set_up, binaries, tmp_path):
    binaries("uv", "exit 0")

    assert set_up.find_uv() == str(tmp_path / "bin/uv")


def test_somebody_else_than_root_is_told_the_one_command(set_up, binaries, monkeypatch):
    binaries("apt-get", "exit 0")
    monkeypatch.setattr(set_up.os, "geteuid", lambda: 1000)

    with pytest.raises(set_up.SetUpError) as refusal:
        set_up.install_packages(["python3-venv", "redis-tools"])

    assert str(refusal.value) == "As root, first run: apt-get install --no-install-recommends python3-venv redis-tools"


def test_root_installs_what_is_missing_and_nothing_recommended(set_up, binaries, monkeypatch, tmp_path):
    binaries("apt-get", f'echo "$@" >> {tmp_path}/calls')
    monkeypatch.setattr(set_up.os, "geteuid", lambda: 0)

    set_up.install_packages(["redis-tools"])

    assert (tmp_path / "calls").read_text().splitlines() == [
        "-q -y -o DPkg::Lock::Timeout=300 update",
        "-q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends redis-tools",
    ]


def test_a_machine_without_apt_is_told_what_it_lacks(set_up, binaries):
    with pytest.raises(set_up.SetUpError, match="lacks what Debian calls redis-tools"):
        set_up.install_packages(["redis-tools"])


@pytest.mark.parametrize(
    ("version", "machine", "system", "expected"),
    [((3, 11), "x86_64", "linux", True), ((3, 12), "x86_64", "linux", True), ((3, 13), "x86_64", "linux", False),
     ((3, 11), "aarch64", "linux", False), ((3, 11), "x86_64", "darwin", False)],
)  # fmt: skip
def test_the_embedded_broker_fits_where_its_wheel_does(set_up, version, machine, system, expected):
    assert set_up.broker_comes_with_the_environment(version, machine, system) is expected


def test_a_broker_on_the_machine_is_enough_where_the_wheel_does_not_fit(set_up, binaries, monkeypatch):
    monkeypatch.setattr(set_up, "broker_comes_with_the_environment", lambda *_: False)
    monkeypatch.setattr(set_up, "can_open", lambda _: True)
    monkeypatch.setattr(set_up, "can_make_environments", lambda: True)

    without = set_up.missing_packages(uv=None)
    binaries("valkey-server", "exit 0")

    assert without == ["redis-tools"]
    assert set_up.missing_packages(uv=None) == []


def test_what_a_bare_machine_lacks_is_named_at_once(set_up, binaries, monkeypatch):
    monkeypatch.setattr(set_up, "broker_comes_with_the_environment", lambda *_: False)
    monkeypatch.setattr(set_up, "can_open", lambda _: False)
    monkeypatch.setattr(set_up, "can_make_environments", lambda: False)

    assert set_up.missing_packages(uv=None) == [
        "python3-venv", "libpangoft2-1.0-0", "libharfbuzz-subset0", "redis-tools",
    ]  # fmt: skip


def test_an_interpreter_with_venv_and_pips_wheel_can_make_environments(set_up):
    assert set_up.can_make_environments() is True
