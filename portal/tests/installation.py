"""A whole installation in a directory and on a port of its own, run by the very supervisor of `make run`."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from portal.supervisor_processes import Record

ROOT = Path(__file__).resolve().parents[2]


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


class Installation:
    """One installation: its directory, its port, and the supervisor while it runs."""

    def __init__(self, directory, **variables):
        self.directory, self.port = directory, free_port()
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(directory),
            "LANG": "C.UTF-8",
            "VAR_DIR": str(directory),
            "PORT": str(self.port),
            **variables,
        }
        self.process = None
        self.output = directory / "terminal"

    def manage(self, *arguments):
        """Run a management command in this installation; return what it printed."""
        return self.python("manage.py", *arguments)

    def migrate(self):
        self.manage("migrate", "--no-input", "--verbosity", "0")

    def prepare(self):
        """Do all that `make setup` does after the packages: database, static files, samples."""
        return self.python("-m", "portal.prepare")

    def python(self, *arguments):
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT, env=self.environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, check=True, timeout=300,
        )  # fmt: skip
        return done.stdout

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

    def clear_away(self):
        """End whatever a test left running."""
        if self.process is not None and self.process.poll() is None:
            self.end(signal.SIGTERM)
        Record(self.directory / "processes.json").end_orphans()


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
