"""Print the JSON Schema of an event in a file."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.events.reading import json_schema


class Command(BaseCommand):
    help = "Print the JSON Schema of an event's regulations, with what a file may hold besides: template and facts."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(json_schema(), ensure_ascii=False, indent=2))
