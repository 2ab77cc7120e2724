"""The servers that are measured: the portal's own web server, and a PostgreSQL of the run's own where there is one."""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FIRST_PORT, LAST_PORT = 18_200, 32_000
PATIENCE = 30


def free_port(first: int = FIRST_PORT) -> int:
    """Return a port below the ephemeral range that nobody listens on."""
    for port in range(first, LAST_PORT):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("No free port.")


@contextmanager
def web_server() -> Iterator[tuple[int, int]]:
    """Start uvicorn as `make run` does, with the baselines' addresses; yield its port and process id."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "portal.asgi:application", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--backlog", "4096", "--lifespan", "off", "--no-access-log", "--no-server-header"]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "benchmarks.settings"}
    log = Path(os.environ["VAR_DIR"]) / "web.log"
    with log.open("ab") as output:
        server = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
        try:
            _wait(port, server)
            yield port, server.pid
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait(port: int, server: subprocess.Popen[bytes]) -> None:
    for _ in range(PATIENCE * 10):
        if server.poll() is not None:
            raise OSError("The web server ended.")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise OSError("The web server does not answer.")


def resident_megabytes(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024


@contextmanager
def postgresql(directory: Path) -> Iterator[str]:
    """Yield the address of a PostgreSQL server: TEST_DATABASE_URL, else one started here, else nothing.

    The one started here keeps its defaults: what it confirms is on the disk.
    """
    given = os.environ.get("TEST_DATABASE_URL", "")
    if given:
        yield given
        return
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not programs:
        yield ""
        return
    home = programs[-1].parent
    place = directory / "postgres"
    place.mkdir()
    as_user: dict[str, object] = {}
    if os.geteuid() == 0:
        user = pwd.getpwnam("postgres")
        shutil.chown(place, user.pw_uid, user.pw_gid)
        as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    port = free_port(25_600)

    def quietly(*command: object) -> None:
        options = {"stdout": subprocess.DEVNULL, "cwd": place, "timeout": 120, **as_user}
        subprocess.run([str(part) for part in command], check=True, **options)  # type: ignore[call-overload]

    locale = ("-E", "UTF8", "--locale=C.UTF-8")
    quietly(home / "initdb", "-D", place / "data", "-A", "trust", "-U", "portal", *locale)
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={place} -c max_connections=200"
    control = (home / "pg_ctl", "-D", place / "data", "-w")
    quietly(*control, "-l", place / "log", "-o", options, "start")
    try:
        yield f"postgresql://portal@127.0.0.1:{port}/postgres"
    finally:
        quietly(*control, "-m", "fast", "stop")
