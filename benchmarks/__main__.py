"""Measure the portal against baselines in one run: python -m benchmarks [pure] [draws] [results] [pages] [papers].

Everything happens in a temporary directory, on SQLite and, where there is a server for it, on PostgreSQL.
"""

import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import servers
from benchmarks.rows import Row

EVERYTHING = ["pure", "draws", "results", "pages", "papers"]
ON_EVERY_DATABASE = ["draws", "results", "pages"]
NOT_OURS = {"REDIS_URL", "PUBLIC_URL", "HOST", "PORT"}
HEADINGS = ("work", "ours", "baseline", "ratio", "target", "met")


def main(wanted: list[str]) -> int:
    unknown = set(wanted) - set(EVERYTHING)
    if unknown:
        print(f"There is no {', '.join(sorted(unknown))}: choose from {', '.join(EVERYTHING)}.")
        return 2
    wanted = wanted or EVERYTHING
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(1))  # so that the servers end with it
    print(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {machine()}", flush=True)
    missed: list[str] = []
    with tempfile.TemporaryDirectory(prefix="portal-bench-") as directory:
        Path(directory).chmod(0o711)
        with servers.postgresql(Path(directory)) as address:
            for called, url in (("SQLite", ""), ("PostgreSQL", address)):
                parts = [part for part in wanted if called == "SQLite" or part in ON_EVERY_DATABASE]
                if called != "SQLite" and not url:
                    print("\nNo PostgreSQL server was found: these rows are left out.")
                elif parts:
                    missed += table(called, run(parts, url, Path(directory) / called))
    print(f"\nMissed: {'; '.join(missed)}." if missed else "\nEvery target is met.")
    return 0


def machine() -> str:
    load = os.getloadavg()[0]
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, load before the run {load:.1f}"


def run(parts: list[str], url: str, directory: Path) -> Iterator[Row]:
    """Measure in a process of its own, whose settings know this database and directory alone."""
    directory.mkdir()
    kept = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    environment = kept | {"VAR_DIR": str(directory), "DATABASE_URL": url, "DEBUG": "false"}
    command = [sys.executable, "-m", "benchmarks.run", *parts]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                yield Row(**json.loads(line))
        except BaseException:
            process.terminate()
            raise
    if process.returncode:
        raise SystemExit(f"The run on {directory.name} failed.")


def table(called: str, rows: Iterator[Row]) -> list[str]:
    """Print the rows as they come, as a Markdown table; return what missed its target."""
    missed = []
    print(f"\n### {called}\n\n| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}")
    for row in rows:
        cells = (row.work, row.ours, row.baseline, row.ratio, row.target, row.verdict)
        print(f"| {' | '.join(cells)} |", flush=True)
        if row.met is False:
            missed.append(f"{row.work} ({called})")
    return missed


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
