"""Run the whole portal in the foreground: broker, web server, worker and beat, until Ctrl-C.

`python -m portal.supervisor`; HOST, PORT, VAR_DIR, PUBLIC_URL and REDIS_URL from the environment.
"""

import contextlib
import errno
import fcntl
import http.client
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from portal import env, network, supervisor_broker
from portal.supervisor_processes import QUICK_DEATHS, Child, Record, end_all

ROOT = Path(__file__).resolve().parent.parent
SECONDS_TO_END, SECONDS_TO_END_BROKER = 6.0, 2.0
MOST_CONNECTIONS = 8192


class StartError(Exception):
    """Why the portal does not run, in a sentence."""


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 the terminal is this program's page


@contextlib.contextmanager
def only_one(directory: Path) -> Iterator[None]:
    """Hold the installation's lock; the kernel lets go of it however this process ends."""
    with (directory / "supervisor.lock").open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            raise StartError(f"The portal already runs here (process {file.read().strip()}). Stop it first.") from error
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


def check_address(host: str, port: int) -> None:
    """Refuse an address that cannot be listened on, before anything is started."""
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except (socket.gaierror, OverflowError) as error:
        raise StartError(f"HOST={host} PORT={port} is no address of this machine.") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sentence = f"Port {port} is taken by another program. Choose another one: make run PORT={port + 1}"
        elif error.errno == errno.EACCES:
            sentence = f"Port {port} is kept for the administrator. Choose one above 1023: make run PORT=8000"
        else:
            sentence = f"HOST={host} is no address of this machine. Use 127.0.0.1, or 0.0.0.0 to open it to the hall."
        raise StartError(sentence) from error


class Supervisor:
    def __init__(self, directory: Path, host: str, port: int) -> None:
        self.directory = directory
        self.host, self.port = host, port
        self.logs = directory / "log"
        self.logs.mkdir(parents=True, exist_ok=True)
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "portal.settings",
            "PYTHONUNBUFFERED": "1",
            "HOST": host,
            "PORT": str(port),
            "VAR_DIR": str(directory),
        }
        self.record = Record(directory / "processes.json")
        self.broker: Child | None = None
        self.children: list[Child] = []
        self.sockets: Path | None = None
        self.signals = 0

    def run(self) -> int:
        """Start everything, keep it running, and return 0 after a signal, 1 when a part cannot be kept alive."""
        self._listen_to_signals()
        if orphans := self.record.end_orphans():
            say(f"Ended what an earlier start had left running: {', '.join(orphans)}.")
        check_address(self.host, self.port)
        try:
            if not env.text("REDIS_URL"):
                self._start_broker()
            self.children = [self._web(), self._celery("worker"), self._celery("beat")]
            for child in self.children:
                self._start(child)
            self._greet()
            while not self._is_to_end():
                for child in [*([self.broker] if self.broker else []), *self.children]:
                    self._keep_alive(child)
                time.sleep(0.2)
        finally:
            self._end()
        return 0

    def _listen_to_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.signals += 1

    def _start(self, child: Child) -> None:
        child.start()
        self.record.remember(child)

    def _start_broker(self) -> None:
        self.sockets = supervisor_broker.socket_directory(self.directory / "broker-socket")
        command = supervisor_broker.server_command() or supervisor_broker.command_by_other_name(self.sockets)
        if command is None:
            raise StartError("No Redis server was found. Install the package redis-tools, or set REDIS_URL.")
        path, data = self.sockets / "broker.sock", self.directory / "broker"
        path.unlink(missing_ok=True)
        self.environment["REDIS_URL"] = f"unix://{path}"
        self.broker = supervisor_broker.broker(command, path, data, self.logs / "broker.log", self.environment)
        if self._broker_starts(self.broker, path):
            return
        self.broker.force_to_end()
        aside = supervisor_broker.set_aside(data)
        say(f"The broker did not start with its data; moved it to {aside.name} and starting with none.")
        data.mkdir(mode=0o700)
        if not self._broker_starts(self.broker, path):
            raise StartError(f"The broker does not start; {self.broker.log} says why.")

    def _broker_starts(self, broker: Child, path: Path) -> bool:
        """Say whether it answers within 15 s; also true when nobody waits any more."""
        self._start(broker)
        answers = supervisor_broker.wait_until_it_answers(broker, path, 15, given_up=self._is_to_end)
        return answers or self._is_to_end()

    def _is_to_end(self) -> bool:
        return self.signals > 0

    def _web(self) -> Child:
        # No access log: addresses of visitors and of private pages are nobody's business.
        options = ["--timeout-graceful-shutdown", "2", "--backlog", "4096", "--lifespan", "off"]
        options += ["--no-access-log", "--no-server-header"]
        address = ["--host", self.host, "--port", str(self.port)]
        return self._child("web", "uvicorn", "portal.asgi:application", *address, *options)

    def _celery(self, name: str) -> Child:
        options = {
            "worker": ["--concurrency", "2", "--without-gossip", "--without-mingle"],
            "beat": ["--scheduler", "celery.beat:Scheduler", "--pidfile="],
        }
        return self._child(name, "celery", "--app", "portal", name, "--loglevel", "INFO", *options[name])

    def _child(self, name: str, *arguments: str) -> Child:
        command = [sys.executable, "-m", *arguments]
        return Child(name, command, self.environment, self.logs / f"{name}.log")

    def _keep_alive(self, child: Child) -> None:
        if child.alive:
            child.cut_log()
            return
        if child.process is not None:
            how = child.bury()
            if child.quick_deaths >= QUICK_DEATHS:
                raise StartError(f"{child.name} {how} again and again; {child.log} says why.")
            say(f"{child.name} {how}; starting it again.")
        if time.monotonic() >= child.start_after:
            self._start(child)

    def _greet(self) -> None:
        """Wait for the first page, then print where it is and how to get in."""
        until = time.monotonic() + 60
        while not self._page_answers():
            if self._is_to_end():
                return
            if time.monotonic() > until or not self.children[0].alive:
                raise StartError(f"The web server does not answer; {self.children[0].log} says why.")
            time.sleep(0.1)
        command = [sys.executable, str(ROOT / "manage.py"), "greet"]
        with subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL) as greeting:
            while greeting.poll() is None:
                if self._is_to_end():
                    greeting.terminate()
                time.sleep(0.1)

    def _page_answers(self) -> bool:
        host = "127.0.0.1" if network.is_everywhere(self.host) else self.host
        connection = http.client.HTTPConnection(host, self.port, timeout=5)
        try:
            connection.request("GET", "/healthz/")
            return connection.getresponse().status == http.HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _end(self) -> None:
        if self._is_to_end():
            say("\nStopping.")
        end_all(self.children, SECONDS_TO_END)
        if self.broker is not None:
            end_all([self.broker], SECONDS_TO_END_BROKER)
        self.record.path.unlink(missing_ok=True)
        if self.sockets is not None:
            shutil.rmtree(self.sockets, ignore_errors=True)
        if self._is_to_end():
            say("Stopped. The data is kept.")


def allow_many_connections() -> None:
    """Every phone and screen that follows an event holds one connection."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS if hard == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def main() -> int:
    os.umask(0o077)
    allow_many_connections()
    try:
        directory = Path(settings.VAR_DIR).resolve()
        host, port = env.text("HOST", "127.0.0.1") or "127.0.0.1", env.integer("PORT", 8000)
        with only_one(directory):
            return Supervisor(directory, host, port).run()
    except (StartError, ImproperlyConfigured) as error:
        say(str(error))
        return 1


if __name__ == "__main__":
    sys.exit(main())
