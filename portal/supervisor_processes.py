"""Processes of the portal: each in a session of its own, remembered on disk, started again when it dies."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

LARGEST_LOG = 5_000_000
# Seconds a process must live before an earlier death of it is forgotten, and the longest wait before a new start.
STEADY, LONGEST_WAIT = 30.0, 15.0
QUICK_DEATHS = 8


def started_at(pid: int) -> str | None:
    """Return the kernel's start time of a live process, which tells it from a later one with the same number."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else fields[19]


def end_session(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def end_process(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


@dataclass
class Child:
    """One process: how it is started, and how often it died of late."""

    name: str
    command: list[str]
    environment: Mapping[str, str]
    log: Path
    process: subprocess.Popen[bytes] | None = None
    quick_deaths: int = 0
    started: float = 0.0
    start_after: float = 0.0

    def start(self) -> None:
        self.cut_log()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=dict(self.environment),
                start_new_session=True,
            )
        self.started = time.monotonic()

    def cut_log(self) -> None:
        """Keep a full log as the former one and begin anew; the process goes on appending to the same file."""
        if self.log.exists() and self.log.stat().st_size > LARGEST_LOG:
            shutil.copyfile(self.log, self.log.with_suffix(".log.1"))
            os.truncate(self.log, 0)

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def ask_to_end(self) -> None:
        """Tell the main process alone: its own children are its own affair, and a warm shutdown hangs without them."""
        if self.process is not None and self.alive:
            end_process(self.process.pid, signal.SIGTERM)

    def force_to_end(self) -> None:
        if self.process is not None:
            end_session(self.process.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(2)

    def bury(self) -> str:
        """Clear away what a dead process left in its session, and say how it ended."""
        if self.process is None:
            return ""
        code = self.process.returncode
        end_session(self.process.pid, signal.SIGKILL)
        self.process = None
        lived = time.monotonic() - self.started
        self.quick_deaths = 1 if lived > STEADY else self.quick_deaths + 1
        wait = 0.0 if self.quick_deaths == 1 else min(2.0 ** (self.quick_deaths - 2), LONGEST_WAIT)
        self.start_after = time.monotonic() + wait
        return f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"


@dataclass
class Record:
    """The processes that were started, on disk: after a crash of the supervisor the next one ends them."""

    path: Path
    entries: dict[str, tuple[int, str]] = field(default_factory=dict)

    def remember(self, child: Child) -> None:
        if child.process is None:
            return
        self.entries[child.name] = (child.process.pid, started_at(child.process.pid) or "")
        temporary = self.path.with_suffix(".new")
        temporary.write_text(json.dumps(self.entries), encoding="utf-8")
        temporary.replace(self.path)

    def end_orphans(self) -> list[str]:
        """End what an earlier supervisor left running; name it."""
        try:
            left = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []
        alive = {name: pid for name, (pid, start) in left.items() if start and started_at(pid) == start}
        for pid in alive.values():
            end_process(pid, signal.SIGTERM)
        until = time.monotonic() + 4
        while time.monotonic() < until and any(started_at(pid) for pid in alive.values()):
            time.sleep(0.1)
        for pid in alive.values():
            end_session(pid, signal.SIGKILL)
        self.path.unlink(missing_ok=True)
        return sorted(alive)


def end_all(children: list[Child], seconds: float) -> None:
    """Ask all to end, and end those that have not after `seconds`."""
    for child in children:
        child.ask_to_end()
    until = time.monotonic() + seconds
    while time.monotonic() < until and any(child.alive for child in children):
        time.sleep(0.05)
    for child in children:
        child.force_to_end()
