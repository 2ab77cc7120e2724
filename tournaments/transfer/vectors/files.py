"""Files of test vectors: found, read and checked for their form."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tournaments.transfer.vectors.errors import BrokenFile

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Vector:
    """One case. `seed` names its document; a vector of an engine has `verdicts` by document instead, and a policy."""

    id: str
    kind: str
    input: Json
    expect: Json
    seed: str | None = None
    policy: Json | None = None
    verdicts: Mapping[str, Json] | None = None


def find_files(paths: Iterable[str]) -> list[Path]:
    """Return the files named and the files with vectors in the folders named, each once; raises BrokenFile."""
    found: dict[Path, None] = {}
    for given in paths:
        path = Path(given)
        if path.is_dir():
            inside = [each for each in sorted(path.rglob("*.json")) if holds_vectors(each)]
            if not inside:
                raise BrokenFile(f"{path}: no vectors in this folder")
            found |= dict.fromkeys(inside)
        elif path.exists():
            found[path] = None
        else:
            raise BrokenFile(f"{path}: there is no such file or folder")
    return list(found)


def read_vectors(path: Path) -> Iterator[Vector]:
    """Read a file; raises BrokenFile, naming the place."""
    data = _load(path)
    listed = data.get("vectors") if isinstance(data, dict) else None
    if not isinstance(listed, list):
        raise BrokenFile(f'{path}: no list of "vectors" in this file')
    for number, each in enumerate(listed, start=1):
        yield _vector(each, f"{path}: vector {number}")


def _load(path: Path) -> object:
    try:
        return json.loads(path.read_text("utf-8-sig"))
    except OSError as fault:
        raise BrokenFile(f"{path}: cannot be read ({fault.strerror})") from fault
    except UnicodeDecodeError as fault:
        raise BrokenFile(f"{path}: is no UTF-8 text (byte {fault.start})") from fault
    except json.JSONDecodeError as fault:
        raise BrokenFile(f"{path}: is no JSON (line {fault.lineno}: {fault.msg})") from fault
    except RecursionError as fault:
        raise BrokenFile(f"{path}: is nested too deeply") from fault


def holds_vectors(path: Path) -> bool:
    """Say whether a file has vectors or is broken: others, as the form of the vectors, may lie beside them."""
    try:
        data = _load(path)
    except BrokenFile:
        return True
    return isinstance(data, dict) and "vectors" in data


def _vector(given: object, place: str) -> Vector:
    if not isinstance(given, dict):
        raise BrokenFile(f"{place}: is no object")
    names = {key: given.get(key) for key in ("id", "kind")}
    for key, value in names.items():
        if not isinstance(value, str) or not value:
            raise BrokenFile(f'{place}: "{key}" is missing')
    place = f"{place} ({given['id']})"
    for key in ("input", "expect"):
        if not isinstance(given.get(key), dict):
            raise BrokenFile(f'{place}: "{key}" is no object')
    seed, verdicts = given.get("seed"), given.get("seeds")
    if isinstance(seed, str):
        return Vector(given["id"], given["kind"], given["input"], given["expect"], seed)
    if not isinstance(verdicts, dict) or not all(map(_is_verdict, verdicts.values())):
        raise BrokenFile(f'{place}: names no document, neither "seed" nor verdicts in "seeds"')
    policy = given.get("policy", {})
    if not isinstance(policy, dict):
        raise BrokenFile(f'{place}: "policy" is no object')
    return Vector(given["id"], given["kind"], given["input"], given["expect"], None, policy, verdicts)


def _is_verdict(given: object) -> bool:
    return (
        isinstance(given, dict)
        and isinstance(given.get("verdict"), str)
        and isinstance(given.get("expect", {}), dict)
        and (given.get("play_section") is None or _is_verdict(given["play_section"]))
    )
