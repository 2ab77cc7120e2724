"""The very processes of `make run`, on a `var/` and a port of their own."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys

import pytest

from portal import supervisor_broker, supervisor_processes
from portal.tests.installation import ROOT, Installation, eventually, is_alive

pytestmark = [
    pytest.mark.redis,
    pytest.mark.xdist_group("supervisor"),
]


@pytest.fixture
def portal(tmp_path):
    portal = Installation(tmp_path)
    portal.migrate()
    yield portal
    portal.clear_away()


def test_the_processes_start_heal_and_end_and_keep_the_data(portal):
    portal.start()

    assert eventually(lambda: portal.health() == "ok", 60), portal.said()
    assert eventually(lambda: "Ctrl-C" in portal.said(), 30), portal.said()
    first = portal.processes()
    assert sorted(first) == ["beat", "broker", "web", "worker"]
    password = portal.said().partition("Password, shown this once: ")[2].split()[0]
    assert len(password) == 16

    # Killed outright, each comes back within seconds, and beat and worker work again.
    for name in ("worker", "beat", "broker", "web"):
        os.kill(first[name], signal.SIGKILL)
    assert eventually(lambda: set(portal.processes().values()).isdisjoint(first.values()), 30)
    assert eventually(lambda: portal.health() == "ok", 40), portal.said()
    second = portal.processes()

    code, seconds = portal.end()
    assert code == 0
    assert seconds < 10
    assert [pid for pid in [*first.values(), *second.values()] if is_alive(pid)] == []

    # A second start finds everything as it was left.
    portal.start()
    assert eventually(lambda: "Ctrl-C" in portal.said(), 60), portal.said()
    assert "Password, shown this once" not in portal.said()
    with sqlite3.connect(portal.directory / "portal.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM tournaments_user").fetchone() == (1,)
    database.close()
    assert portal.end(signal.SIGTERM)[0] == 0


def test_a_second_start_in_the_same_directory_is_refused_and_orphans_are_ended(portal):
    portal.start()
    assert eventually(lambda: "Ctrl-C" in portal.said(), 60), portal.said()
    left = portal.processes()

    second = subprocess.run(
        [sys.executable, "-m", "portal.supervisor"],
        cwd=ROOT, env=portal.environment, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert second.returncode == 1
    assert second.stdout == f"The portal already runs here (process {portal.process.pid}). Stop it first.\n"

    # The supervisor itself is killed: what it leaves is ended by the next start, on the same port.
    portal.process.kill()
    portal.process.wait(5)
    portal.start()
    assert eventually(lambda: "Ctrl-C" in portal.said(), 60), portal.said()
    assert "Ended what an earlier start had left running: beat, broker, web, worker." in portal.said()
    assert [pid for pid in left.values() if is_alive(pid)] == []
    assert portal.end()[0] == 0


def test_a_taken_port_is_said_in_a_sentence(portal):
    with socket.create_server(("127.0.0.1", portal.port)):
        portal.start()
        code = portal.process.wait(30)

    assert code == 1
    assert portal.said() == (
        f"Port {portal.port} is taken by another program. Choose another one: make run PORT={portal.port + 1}\n"
    )


def test_a_full_log_is_cut_while_its_process_goes_on_writing(tmp_path, monkeypatch):
    monkeypatch.setattr(supervisor_processes, "LARGEST_LOG", 8)
    script = "import sys, time\nfor n in range(3): print('line', n, flush=True); time.sleep(1)"
    child = supervisor_processes.Child("talker", [sys.executable, "-c", script], os.environ, tmp_path / "talker.log")

    child.start()
    assert eventually(lambda: child.log.read_text() == "line 0\nline 1\n", 10)
    child.cut_log()
    child.process.wait(10)

    assert child.log.with_suffix(".log.1").read_text() == "line 0\nline 1\n"
    assert child.log.read_text() == "line 2\n"


def test_a_directory_too_deep_for_a_socket_gets_it_elsewhere(tmp_path):
    deep = tmp_path / ("d" * 60) / ("e" * 60)

    short = supervisor_broker.socket_directory(deep)

    assert len(str(short / "broker.sock")) <= supervisor_broker.LONGEST_SOCKET_PATH
    assert short.stat().st_mode & 0o777 == 0o700
    short.rmdir()


def test_damaged_data_of_the_broker_is_set_aside(portal):
    data = portal.directory / "broker" / "appendonlydir"
    data.mkdir(parents=True)
    (data / "appendonly.aof.manifest").write_text("rubbish\n")
    (data.parent / "appendonly.aof").write_text("rubbish\n")

    portal.start()

    assert eventually(lambda: portal.health() == "ok", 60), portal.said()
    assert "The broker did not start with its data" in portal.said()
    assert portal.end()[0] == 0
