"""Judge test vectors by the rulesets."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.transfer import vectors


class Command(BaseCommand):
    help = (
        "Judge the test vectors in files and folders by the rulesets that come along, in pairs of vector and document. "
        "Exit code 1 if one fails, 2 if a file cannot be read."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="path", help="a JSON file of vectors, or a folder with some")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = vectors.report_on(options["paths"])
        except vectors.BrokenFile as fault:
            raise CommandError(str(fault), returncode=2) from fault
        for line in report.lines():
            self.stdout.write(line)
        if report.failed:
            raise SystemExit(1)
