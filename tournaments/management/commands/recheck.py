"""Derive an event's draws and standings again from what is stored."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.rehearsal.rechecking import differences
from tournaments.selectors import events


class Command(BaseCommand):
    help = (
        "Draw every stored draw again, count every stage again by other code, compare released standings with what is "
        "counted now, and name what differs. Exit code 1 if anything does."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the event's address")

    def handle(self, *args: Any, **options: Any) -> None:
        event = events.by_slug(options["slug"])
        if event is None:
            raise CommandError(f"No event has the address {options['slug']}.", returncode=2)
        report = differences(event)
        for line in report.lines:
            self.stdout.write(line)
        self.stdout.write(f"{report.draws} draws, {report.stages} stages, {report.releases} releases")
        if report.lines:
            raise CommandError("What is stored differs from what it is derived from.", returncode=1)
        self.stdout.write("the same")
