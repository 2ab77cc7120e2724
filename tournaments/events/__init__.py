"""Regulations of known events to start a new one from, as TOML files. Pure."""

import tomllib
from importlib.resources import files
from typing import Any


def preset(code: str) -> dict[str, Any]:
    """Return the document of a file without its identity; KeyError for an unknown one."""
    path = files(__package__ or __name__) / f"{code}.toml"
    if not path.is_file():
        raise KeyError(code)
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: part for name, part in data.items() if name not in {"template", "facts"}}
