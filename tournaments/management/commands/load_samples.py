"""Load the sample events where they are missing."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.actions import samples


class Command(BaseCommand):
    help = "Load the sample events sample and sample-open where they are missing; repeating it changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        for slug in samples.load():
            self.stdout.write(f"Loaded the event {slug}.")
