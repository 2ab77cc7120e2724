"""Create an event from a file."""

from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments import slugs
from tournaments.actions import events
from tournaments.errors import Refusal
from tournaments.events import reading
from tournaments.models import User
from tournaments.phrases.event_files import placed_words
from tournaments.phrases.refusals import refusal


class Command(BaseCommand):
    help = (
        "Create a draft from a file with an event's regulations (TOML or JSON), or from one that comes along, by its "
        "code. Nothing is stored where anything is wrong."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a path, or the code of an event that comes along, as n19")
        parser.add_argument("--slug", default="", help="the address of its pages (made from the name otherwise)")
        parser.add_argument("--name", default="", help="the event's name")
        parser.add_argument("--day", type=date.fromisoformat, help="the day, as 2026-05-16 (today otherwise)")
        parser.add_argument("--organizer", default="", metavar="E-MAIL", help="the account that becomes its organizer")

    def handle(self, *args: Any, **options: Any) -> None:
        day = options["day"] or timezone.localdate()
        identity = {"name": options["name"]} if options["name"] else {}
        try:
            document = read(options["file"]).dated(day, **identity)
        except reading.EventFileError as error:
            raise CommandError("\n".join(placed_words(each) for each in error.faults)) from error
        if options["day"]:
            document["identity"]["day"] = day.isoformat()
        user = None
        if options["organizer"]:
            user = User.objects.filter(email__iexact=options["organizer"]).first()
            if user is None:
                raise CommandError(f"No account has the address {options['organizer']}.")
        slug = options["slug"] or slugs.propose(document["identity"].get("name_en", ""), day.year)
        try:
            event = events.create(user, slug=slug, document=document)
        except Refusal as error:
            raise CommandError(str(refusal(error))) from error
        self.stdout.write(f"Created the event {event.slug}.")


def read(name: str) -> reading.EventFile:
    """Read a file, or the event of this code."""
    path = Path(name)
    if path.is_file():
        return reading.read(path.read_text(encoding="utf-8"))
    try:
        return reading.load(name)
    except KeyError as error:
        known = ", ".join(reading.codes())
        raise CommandError(f"There is no file {name}, and no event of this code; there are {known}.") from error
