"""Draw again from what is stored and compare."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.pairing import Outcome, replay
from tournaments.selectors import draws, events


class Command(BaseCommand):
    help = "Replay a stored draw (the newest, or NUMBER) and say whether the outcome is the same. Exit code 1 if not."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the event's address")
        parser.add_argument("number", type=int, nargs="?")

    def handle(self, *args: Any, **options: Any) -> None:
        event = events.by_slug(options["slug"])
        if event is None:
            raise CommandError(f"No event has the address {options['slug']}.", returncode=2)
        number = options["number"]
        draw = next((each for each in draws.history(event) if number in (None, each.number)), None)
        if draw is None:
            raise CommandError("There is no such draw.", returncode=2)
        record = draws.record_of(draw)
        self.stdout.write(f"draw {draw.number} ({draw.state}), {record.method} {record.version}, seed {record.seed}")
        self.stdout.write(f"record sha256 {record.digest()}")
        if replay(record) != Outcome.from_json(draw.outcome):
            raise CommandError("different: what is stored is not what this seed draws", returncode=1)
        self.stdout.write("same")
