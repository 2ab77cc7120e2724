"""Load the sample events into an installation without events of its own."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.actions import samples


class Command(BaseCommand):
    help = "Load the events sample and sample-open where there are no others; repeating it changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        for slug in samples.load():
            self.stdout.write(f"Loaded the event {slug}.")
