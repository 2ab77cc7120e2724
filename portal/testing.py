"""The test suite's plugin: what this machine lacks is left out and counted; under CI a lack or a skip is a failure.

A Redis server of its own is started for every test process, unless TEST_REDIS_URL names one.
"""

import atexit
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from portal import supervisor_broker

NAMES = {"postgresql": "PostgreSQL", "redis": "Redis", "browser": "Chromium"}
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
# Quiet, and asking no host: the machine of a test may have no network.
CHROMIUM_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

left_out: Counter[str] = Counter()


def in_ci() -> bool:
    return os.environ.get("CI", "").lower() in {"1", "true"}


def own_redis() -> str:
    """Start a Redis server that ends with this process; return its address, or nothing where there is no server."""
    command = supervisor_broker.server_command()
    if command is None:
        return ""
    directory = Path(tempfile.mkdtemp(prefix="portal-redis-"))
    path = directory / "broker.sock"
    server = supervisor_broker.broker(command, path, directory, directory / "broker.log", os.environ)
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    atexit.register(server.force_to_end)
    server.start()
    return f"unix://{path}" if supervisor_broker.wait_until_it_answers(server, path, 10) else ""


def shared_redis(url: str, worker: str) -> str:
    """Return the address of this test process's own numbered database on a shared server (`redis://host:port`)."""
    number = int(worker.removeprefix("gw")) + 1 if worker else 0
    return f"{url.rstrip('/')}/{number}"


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Generator[None, None, None]:
    """Decide on settings and servers before pytest-django reads them."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "portal.settings_test"
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # Playwright's loop runs in the thread of the test
    directory = tempfile.mkdtemp(prefix="portal-test-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    os.environ["VAR_DIR"] = directory
    os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL", "")
    given = os.environ.get("TEST_REDIS_URL", "")
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    os.environ["REDIS_URL"] = shared_redis(given, worker) if given else own_redis()
    yield


class BrowserFixtures:
    """Debian's Chromium instead of a browser that Playwright would have to download."""

    @pytest.fixture(scope="session")
    @classmethod
    def browser_type_launch_args(cls) -> dict[str, object]:
        return {"executable_path": CHROMIUM, "args": CHROMIUM_ARGUMENTS}


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(BrowserFixtures(), "browser-fixtures")


def missing() -> set[str]:
    has = {
        "postgresql": os.environ.get("TEST_DATABASE_URL", "").startswith("postgres"),
        "redis": bool(os.environ.get("REDIS_URL")),
        "browser": CHROMIUM is not None,
    }
    return {name for name, there in has.items() if not there}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    lacking = missing()
    needs = {item: sorted(lacking & {mark.name for mark in item.iter_markers()}) for item in items}
    dropped = [item for item in items if needs[item]]
    if not dropped:
        return
    left_out.update(needs[item][0] for item in dropped)
    config.hook.pytest_deselected(items=dropped)
    items[:] = [item for item in items if not needs[item]]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a process of pytest-xdist left out: all of them see the same tests."""
    left_out.update(getattr(node, "workeroutput", {}).get("left_out", {}) if not left_out else {})


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left_out"] = dict(left_out)
        return
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = len(reporter.stats.get("skipped", [])) if reporter else 0
    if in_ci() and (left_out or skipped) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    if not left_out or hasattr(config, "workeroutput"):
        return
    what = ", ".join(f"{count} for want of {NAMES[name]}" for name, count in sorted(left_out.items()))
    fault = "; under CI that is a failure" if in_ci() else ""
    print(f"{left_out.total()} tests were left out: {what}{fault}.")  # noqa: T201 the last line of the run
