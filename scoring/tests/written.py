"""Presets as readable text, to be compared with the files in `golden/`.

After a change that is meant, `python -m scoring.tests.written` writes them anew.
"""

import json
from pathlib import Path

from scoring.ruleset import Row, Ruleset, available_presets, load_preset

GOLDEN = Path(__file__).with_name("golden")


def as_text(ruleset: Ruleset) -> str:
    """Return every value with its source, then the level table as it is printed."""
    data = ruleset.model_dump(mode="json", exclude_defaults=True)
    lines = [f"{name}: {value}" for name, value in data["identity"].items()]
    for entry in ruleset.entries():
        held = _held(data, entry.path)
        source = " ".join(filter(None, (entry.status, entry.clause, entry.reason)))
        lines.append(f"{entry.path} = {_json(held['value'])}  [{source}]")
        lines.extend(f"    or {_json(other)}" for other in held.get("alternatives", ()))
    lines.extend(["", "level table", *map(_row, ruleset.level_table.rows())])
    return "\n".join(lines) + "\n"


def _held(data: dict, path: str) -> dict:
    for name in path.split("."):
        data = data[name]
    return data


def _json(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_json, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_json(held)}" for name, held in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


def _row(row: Row) -> str:
    interval = f"{'…' if row.lowest is None else row.lowest} to {'…' if row.highest is None else row.highest}"
    side = "held, dealer side" if row.deal_held else "lost, attackers"
    further = "" if row.step is None else f", each further {row.step}: +{row.delta}"
    source = " ".join(filter(None, (row.status, row.clause, row.reason)))
    return f"{interval}: {side} +{row.levels}{further}  [{source}]"


def write_all() -> None:
    for name in available_presets():
        GOLDEN.joinpath(f"{name}.txt").write_text(as_text(load_preset(name)), "utf-8")


if __name__ == "__main__":
    write_all()
