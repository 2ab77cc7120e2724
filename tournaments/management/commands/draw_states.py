"""Draw the state machines of an event as diagrams."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from django.core.management.base import BaseCommand

from tournaments import states

HEAD = """\
# States

Every state machine of an event, drawn from `tournaments/states.py` by `make diagrams`. An arrow is a step that an
action may take; every other step is refused. What time decides (a round's reminder, its time-up) is no state: it
follows from the clock's facts."""


def machines() -> dict[str, Mapping[StrEnum, frozenset[StrEnum]]]:
    """Return every table of `states` by its name."""
    return {
        name.capitalize(): table for name, table in vars(states).items() if isinstance(table, dict) and name.isupper()
    }


def lines() -> Iterator[str]:
    """Write the page: a heading and a Mermaid diagram for each machine, in the order of the source."""
    yield HEAD
    for name, table in machines().items():
        yield f"\n## {name}\n\n```mermaid\nstateDiagram-v2"
        for old, steps in table.items():
            yield from (f"    {old} --> {new}" for new in type(old) if new in steps)
            if not steps:
                yield f"    {old} --> [*]"
        yield "```"


class Command(BaseCommand):
    help = "Print docs/states.md: the state machines of an event as diagrams."
    requires_system_checks = ()  # reads nothing but the tables

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("\n".join(lines()))
