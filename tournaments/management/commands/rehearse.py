"""Play whole events from files, in a database that is gone afterwards."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.events import reading
from tournaments.events.reading import EventFile
from tournaments.management.commands.create_event import read
from tournaments.rehearsal.directing import rehearse
from tournaments.rehearsal.plan import Plan, Report

SHARES = ("withdraw", "late", "forfeit", "correct")
NOT_TAKEN_ALONG = ("DATABASE_URL", "REDIS_URL", "EMAIL_HOST")
FEWEST_TEAMS = 4


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
        for name in SHARES:
            parser.add_argument(
                f"--{name}", type=float, default=0.0, metavar="P", help=f"how often, from 0 to 1: {name}"
            )
        parser.add_argument("--here", action="store_true", help="in this process's own database, as it is")

    def handle(self, *args: Any, **options: Any) -> None:
        names = [*options["files"], *(reading.codes() if options["all"] else ())]
        if not names:
            raise CommandError("Name a file, or --all.")
        if any(not 0 <= options[name] <= 1 for name in SHARES):
            raise CommandError("How often something happens is a number from 0 to 1.")
        files = {name: self.read(name) for name in names}
        if not options["here"]:
            raise SystemExit(apart(names, options))
        call_command("migrate", verbosity=0, skip_checks=True)
        if not self.run(files, options):
            raise SystemExit(1)

    def read(self, name: str) -> EventFile:
        try:
            return read(name)
        except reading.EventFileError as error:
            raise CommandError(f"{name}: {error}") from error

    def run(self, files: dict[str, EventFile], options: dict[str, Any]) -> bool:
        plans = [(name, event, plan) for name, event in files.items() for plan in plans_for(event, options)]
        clean = True
        for number, (name, event, plan) in enumerate(plans, start=1):
            begun = time.monotonic()
            report = rehearse(event, plan, slug=f"rehearsal-{number}", today=timezone.localdate())
            clean = clean and report.clean
            self.tell(Path(name).stem, plan, report, time.monotonic() - begun, whole=len(plans) == 1)
        return clean

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
        for seed in range(options["seed"], options["seed"] + options["seeds"]):
            yield Plan(size, seed, **shares)


def sizes(own: int, count: int) -> list[int]:
    """Return the own size and those around it: one more, one less, two more …"""
    around = [own] + [own + sign * away for away in range(1, count) for sign in (1, -1)]
    return [size for size in around[:count] if size >= FEWEST_TEAMS or size == own]


def apart(names: list[str], options: dict[str, Any]) -> int:
    """Run this command in a process with a database, cache and broker of its own, and return its exit code."""
    known = {f"{name}{suffix}" for name in NOT_TAKEN_ALONG for suffix in ("", "_FILE")}
    environment = {name: value for name, value in os.environ.items() if name not in known}
    arguments = [f"--{name}={options[name]}" for name in ("sizes", "seed", "seeds", *SHARES)]
    if options["teams"]:
        arguments.append(f"--teams={options['teams']}")
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as directory:
        environment["VAR_DIR"] = directory
        manage = str(Path(settings.BASE_DIR) / "manage.py")
        program = [sys.executable, manage, "rehearse", "--here", *arguments, "--", *names]
        return subprocess.run(program, env=environment, check=False).returncode  # noqa: S603 this very program
