"""Follow the hash chain of an event's log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.phrases.log import BREAKS
from tournaments.selectors import events, log


class Command(BaseCommand):
    help = "Verify the hash chain of an event's log; names the first entry at which it is broken."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the event's address")

    def handle(self, *args: Any, **options: Any) -> None:
        event = events.by_slug(options["slug"])
        if event is None:
            raise CommandError(f"No event has the address {options['slug']}.")
        broken = log.first_break(event)
        if broken is not None:
            raise CommandError(str(BREAKS[broken.code]) % broken._asdict())
        self.stdout.write(f"{event.slug}: {log.length(event)} entries, the chain holds.")
