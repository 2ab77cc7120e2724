"""The very processes of `make run`, on a `var/` and a port of their own."""

import http.client
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from portal import supervisor_broker
from portal.supervisor_processes import Record

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [
    pytest.mark.redis,
    pytest.mark.xdist_group("supervisor"),
]


def free_port():
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for port in range(21000 + 500 * worker, 32000):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no free port below the ephemeral range")


class Portal:
    """One installation: its directory, its port, and the supervisor while it runs."""

    def __init__(self, directory):
        self.directory, self.port = directory, free_port()
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(directory),
            "LANG": "C.UTF-8",
            "VAR_DIR": str(directory),
            "PORT": str(self.port),
        }
        self.process = None
        self.output = directory / "terminal"

    def prepare(self):
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"],
            cwd=ROOT, env=self.environment, check=True, timeout=120,
        )  # fmt: skip

    def start(self):
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "portal.supervisor"],
                cwd=ROOT, env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            )  # fmt: skip

    def said(self):
        return self.output.read_text()

    def health(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/healthz/")
            return json.loads(connection.getresponse().read())["status"]
        except (OSError, http.client.HTTPException):
            return "unreachable"
        finally:
            connection.close()

    def processes(self):
        return {name: pid for name, (pid, _) in json.loads((self.directory / "processes.json").read_text()).items()}

    def end(self, number=signal.SIGINT):
        """Send the signal; return the exit code and the seconds that it took."""
        began = time.monotonic()
        self.process.send_signal(number)
        return self.process.wait(15), time.monotonic() - began


def eventually(condition, seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.1)
    return False


def is_alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.fixture
def portal(tmp_path):
    portal = Portal(tmp_path)
    portal.prepare()
    yield portal
    if portal.process is not None and portal.process.poll() is None:
        portal.end(signal.SIGTERM)
    Record(tmp_path / "processes.json").end_orphans()


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
    assert eventually(lambda: set(portal.processes().values()).isdisjoint(first.values()), 10)
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
