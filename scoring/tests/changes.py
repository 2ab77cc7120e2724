"""Changes of a dumped ruleset, to see what it refuses."""

from collections.abc import Callable
from typing import Any

Change = Callable[[dict[str, Any]], object]


def put(path: str, value: object) -> Change:
    """Give another value at a path of a dumped ruleset; its source stays."""

    def change(data: dict[str, Any]) -> None:
        *groups, name = path.split(".")
        for group in groups:
            data = data[group]
        data[name]["value"] = value

    return change


def both(*changes: Change) -> Change:
    return lambda data: [change(data) for change in changes]


def source(path: str, **changes: object) -> Change:
    group, name = path.split(".")
    return lambda data: data[group][name].update(changes)


def band(number: int, **changes: object) -> Change:
    return lambda data: data["level_table"]["bands"]["value"][number].update(changes)


def offence(key: str, **changes: object) -> Change:
    return lambda data: data["penalties"]["offences"][key]["value"].update(changes)


def late(number: int, **changes: object) -> Change:
    return lambda data: data["lateness"]["bands"]["value"][number].update(changes)


def deal_points(*grades: tuple[int, int, int], **sweep: int) -> dict[str, object]:
    return {"grades": [dict(zip(("levels", "win", "loss"), grade, strict=True)) for grade in grades], **sweep}
