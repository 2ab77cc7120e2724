"""Play whole events from files, in a database that is gone afterwards."""

import argparse
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.test import override_settings
from django.utils import timezone

from tournaments.events import reading
from tournaments.events.reading import EventFile
from tournaments.management.commands.create_event import read
from tournaments.rehearsal.directing import rehearse
from tournaments.rehearsal.plan import Plan, Report

SHARES = ("withdraw", "late", "forfeit", "correct")
NOT_TAKEN_ALONG = ("DATABASE_URL", "REDIS_URL", "EMAIL_HOST")
FEWEST_TEAMS, MOST_JOBS = 4, 64
TOLD, LARGE_SHARE = "told.tsv", 4
# The public's pages are looked at where no files were collected for them.
PLAIN_FILES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}


class Command(BaseCommand):
    help = (
        "Play whole events from files (or of codes that come along) through the real actions with random results, "
        "and judge them after every round. Nothing is left behind. Exit code 1 where anything is wrong."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="a path, or the code of an event that comes along")
        parser.add_argument("--all", action="store_true", help="every event that comes along")
        parser.add_argument("--teams", type=int, help="so many teams (otherwise as many as the file names)")
        parser.add_argument("--sizes", type=int, default=1, help="so many sizes: the own one, one more, one less, …")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--seeds", type=int, default=1, help="so many seeds, from --seed on")
        parser.add_argument("--large", type=int, default=0, help="from so many teams on, a quarter of the seeds")
        for name in SHARES:
            parser.add_argument(
                f"--{name}", type=float, default=0.0, metavar="P", help=f"how often, from 0 to 1: {name}"
            )
        parser.add_argument("--jobs", type=int, default=1, help="in so many processes at once")
        parser.add_argument("--here", action="store_true", help="in this process's own database, as it is")
        parser.add_argument("--share", type=int, nargs=2, default=(0, 1), metavar=("N", "OF"), help=argparse.SUPPRESS)
        parser.add_argument("--tell", help=argparse.SUPPRESS)

    def handle(self, *args: Any, **options: Any) -> None:
        names = [*options["files"], *(reading.codes() if options["all"] else ())]
        if not names:
            raise CommandError("Name a file, or --all.")
        if any(not 0 <= options[name] <= 1 for name in SHARES):
            raise CommandError("How often something happens is a number from 0 to 1.")
        if not 1 <= options["jobs"] <= MOST_JOBS:
            raise CommandError(f"From 1 to {MOST_JOBS} processes.")
        files = {name: self.read(name) for name in names}
        if not options["here"]:
            raise SystemExit(self.play_apart(names, options))
        logging.getLogger("django.request").setLevel(logging.ERROR)  # the public asks for pages that there are none of
        call_command("migrate", verbosity=0, skip_checks=True)
        with override_settings(STORAGES=settings.STORAGES | PLAIN_FILES):
            clean = self.run(files, options)
        if not clean:
            raise SystemExit(1)

    def read(self, name: str) -> EventFile:
        try:
            return read(name)
        except reading.EventFileError as error:
            raise CommandError(f"{name}: {error}") from error

    def run(self, files: dict[str, EventFile], options: dict[str, Any]) -> bool:
        """Play this process's share of all plans; True where nothing was found."""
        first, of = options["share"]
        plans = [(name, event, plan) for name, event in files.items() for plan in plans_for(event, options)]
        found = 0
        for number, (name, event, plan) in list(enumerate(plans, start=1))[first::of]:
            begun = time.monotonic()
            report = rehearse(event, plan, slug=f"rehearsal-{number}", today=timezone.localdate())
            seconds = time.monotonic() - begun
            found += len(report.violations)
            self.tell(Path(name).stem, plan, report, seconds, whole=len(plans) == 1)
            if options["tell"]:
                note(Path(options["tell"]), Path(name).stem, report, seconds)
        return not found

    def play_apart(self, names: list[str], options: dict[str, Any]) -> int:
        """Run this command in processes with a database, cache and broker of their own; then print a line a file."""
        with ExitStack() as stack:
            folders = [tempfile.TemporaryDirectory(prefix="rehearsal-") for _ in range(options["jobs"])]
            own = [Path(stack.enter_context(folder)) for folder in folders]
            programs = [start(names, options, directory, (number, len(own))) for number, directory in enumerate(own)]
            codes = [program.wait() for program in programs]
            rows = [row for directory in own for row in noted(directory / TOLD)]
        if len(rows) > 1:
            self.sum_up(rows)
        return max(codes)

    def sum_up(self, rows: list[list[str]]) -> None:
        self.stdout.write(f"\n{'event':16} {'plays':>6} {'rounds':>7} {'matches':>8} {'seconds':>8} {'violations':>11}")
        for name, of_file in groupby(sorted(rows), key=itemgetter(0)):
            self.stdout.write(line(name, list(of_file)))
        self.stdout.write(line("all", rows))

    def tell(self, name: str, plan: Plan, report: Report, seconds: float, *, whole: bool) -> None:
        if whole:
            for place in report.standings:
                self.stdout.write(f"{place.place:4}  team {place.team:<4} {place.total:>8}")
        found = f"{len(report.violations)} violations" if report.violations else "clean"
        self.stdout.write(
            f"{name:16} {plan.teams:4} teams  seed {plan.seed:<4} {report.rounds:3} rounds {report.matches:4} matches "
            f"{seconds:5.1f} s  {found}"
        )
        for violation in report.violations:
            self.stdout.write(f"  {violation}")


def plans_for(event: EventFile, options: dict[str, Any]) -> Iterator[Plan]:
    """Yield every size and seed that is asked for."""
    own = options["teams"] or (event.template.teams if event.template else event.document["registration"]["capacity"])
    shares = {name: options[name] for name in SHARES}
    for size in sizes(own, options["sizes"]):
        large = 0 < options["large"] <= size
        seeds = -(-options["seeds"] // LARGE_SHARE) if large else options["seeds"]
        for seed in range(options["seed"], options["seed"] + seeds):
            yield Plan(size, seed, **shares)


def sizes(own: int, count: int) -> list[int]:
    """Return the own size and those around it: one more, one less, two more …"""
    around = [own] + [own + sign * away for away in range(1, count) for sign in (1, -1)]
    return [size for size in around[:count] if size >= FEWEST_TEAMS or size == own]


def start(
    names: list[str], options: dict[str, Any], directory: Path, share: tuple[int, int]
) -> subprocess.Popen[bytes]:
    """Begin this command for a share of the plans in a process of its own."""
    known = {f"{name}{suffix}" for name in NOT_TAKEN_ALONG for suffix in ("", "_FILE")}
    environment = {name: value for name, value in os.environ.items() if name not in known}
    environment |= {"VAR_DIR": str(directory), "PYTHONUNBUFFERED": "1"}
    (directory / "static").mkdir()
    arguments = [f"--{name}={options[name]}" for name in ("sizes", "seed", "seeds", "large", *SHARES)]
    if options["teams"]:
        arguments.append(f"--teams={options['teams']}")
    arguments += ["--share", *map(str, share), f"--tell={directory / TOLD}"]
    manage = str(Path(settings.BASE_DIR) / "manage.py")
    program = [sys.executable, manage, "rehearse", "--here", *arguments, "--", *names]
    return subprocess.Popen(program, env=environment)  # noqa: S603 this very program


def note(path: Path, name: str, report: Report, seconds: float) -> None:
    """Append what came of a play for the process that sums up."""
    figures = (report.rounds, report.matches, round(seconds, 1), len(report.violations))
    with path.open("a", encoding="utf-8") as file:
        file.write("\t".join([name, *map(str, figures)]) + "\n")


def noted(path: Path) -> list[list[str]]:
    return [row.split("\t") for row in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def line(name: str, rows: list[list[str]]) -> str:
    rounds, matches, seconds, found = (sum(float(row[column]) for row in rows) for column in range(1, 5))
    return f"{name:16} {len(rows):6} {rounds:7.0f} {matches:8.0f} {seconds:8.0f} {found:11.0f}"
