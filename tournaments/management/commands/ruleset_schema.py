"""Print the JSON Schema of a ruleset."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from scoring.ruleset import json_schema


class Command(BaseCommand):
    help = "Print the JSON Schema of a ruleset: 22 groups in which every value carries its source."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(json_schema(), ensure_ascii=False, indent=2))
