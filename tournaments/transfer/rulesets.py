"""A ruleset as a file: read as TOML or JSON with the problems in codes, written as JSON."""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from scoring.ruleset import CATALOGUES, Ruleset, available_presets, dump_ruleset, json_schema, load_preset
from tournaments.errors import Invalid

LARGEST_FILE = 200_000
DEEPEST = 12
MOST_DOTS = 40  # in a line: reading a dotted key takes the square of its length
LINE = re.compile(r"\bline (\d+)")
OWN = {"status": "organizer", "reason": "organizer_decided"}


def write(ruleset: Ruleset) -> str:
    """Return the file of a ruleset, which `read` reads back unchanged."""
    return json.dumps(dump_ruleset(ruleset), ensure_ascii=False, indent=2) + "\n"


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a whole ruleset."""
    return json_schema()


def read(content: bytes) -> tuple[str, dict[str, Any]]:
    """Return the preset that a file belongs to, and the data of the whole ruleset.

    A file holds a whole ruleset, or names a preset as its `parent` (or has its `id`) and holds only what differs. A
    value may stand plainly: then it is the organizer's. A value left out is none. Invalid where it cannot be read.
    """
    if len(content) > LARGEST_FILE:
        raise Invalid("ruleset_file_too_large", field="file", most=LARGEST_FILE // 1000)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Invalid("ruleset_file_encoding", field="file") from error
    data = _parsed(text)
    preset = _preset_of(data)
    base = dump_ruleset(load_preset(preset))
    if set(base) <= set(data):  # a whole ruleset: what its catalogues leave out is gone
        base |= {group: _without_catalogues(base[group], group) for group in base}
    return preset, {group: _laid_over(base.get(group), data.get(group), group) for group in base | data}


def _without_catalogues(held: dict[str, Any], group: str) -> dict[str, Any]:
    return {name: {} if f"{group}.{name}" in CATALOGUES else value for name, value in held.items()}


def _parsed(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text) if text.lstrip().startswith("{") else _toml(text)
    except (ValueError, RecursionError) as error:
        named = LINE.search(str(error))
        line = int(named[1]) if named else text.count("\n") + 1
        raise Invalid("ruleset_file_broken", field="file", line=line) from error
    if not isinstance(data, dict) or _depth(data) > DEEPEST:
        raise Invalid("ruleset_file_broken", field="file", line=1)
    _require_storable(data)
    return data


def _toml(text: str) -> dict[str, Any]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") > MOST_DOTS:
            raise ValueError(f"line {number}")
    return tomllib.loads(text)


def _require_storable(data: Mapping[str, Any]) -> None:
    """Refuse halves of characters and nulls, which escapes can write and nothing can store."""
    written = json.dumps(data, ensure_ascii=False, default=str)
    try:
        written.encode()
    except UnicodeEncodeError as error:
        raise Invalid("ruleset_file_encoding", field="file") from error
    if "\\u0000" in written:
        raise Invalid("ruleset_file_encoding", field="file")


def _depth(data: Any, so_far: int = 0) -> int:
    held = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return so_far if so_far > DEEPEST else max((_depth(each, so_far + 1) for each in held), default=so_far)


def _preset_of(data: Mapping[str, Any]) -> str:
    identity = data.get("identity")
    named = [identity.get("id"), identity.get("parent")] if isinstance(identity, dict) else []
    for name in named:
        if name in available_presets():
            return str(name)
    raise Invalid("ruleset_file_without_parent", field="file", presets=", ".join(available_presets()))


def _laid_over(base: Any, given: Any, group: str) -> Any:
    """Lay a group of the file over that of the preset: what it does not name stays."""
    if group == "identity" and isinstance(base, dict) and isinstance(given, dict):
        return {**base, **given}
    if not isinstance(given, dict) or not isinstance(base, dict):
        return base if given is None else given
    filled = {name: _filled(held, f"{group}.{name}") for name, held in given.items()}
    merged = {name: {**base[name], **held} for name, held in filled.items() if _is_catalogue(f"{group}.{name}", held)}
    return {**base, **filled, **merged}


def _is_catalogue(path: str, held: Any) -> bool:
    return path in CATALOGUES and isinstance(held, dict)


def _filled(held: Any, path: str) -> Any:
    """Return a value with its status, none where it was left out; each of a catalogue by itself."""
    if _is_catalogue(path, held):
        return {key: _filled(each, f"{path}.{key}") for key, each in held.items()}
    if isinstance(held, dict) and isinstance(held.get("status"), str):
        return {"value": None, **held}
    return {**OWN, "value": held}
