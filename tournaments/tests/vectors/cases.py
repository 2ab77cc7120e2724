"""The project's own vectors, and ways to write new ones."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tournaments.transfer.vectors.checking import Judgement, check
from tournaments.transfer.vectors.files import Vector, read_vectors

DATA = Path(__file__).parent / "data"


def own_vectors() -> list[Vector]:
    return [vector for path in sorted(DATA.glob("*.json")) for vector in read_vectors(path)]


def own(name: str) -> Vector:
    return next(vector for vector in own_vectors() if vector.id == name)


def said(kind: str, seed: str, given: Mapping[str, Any], expect: Mapping[str, Any]) -> Judgement:
    """Judge one vector of a document."""
    (judgement,) = check([Vector("NEW-1", kind, given, expect, seed)])
    return judgement


def engine(kind: str, policy: Mapping[str, Any], given: Mapping[str, Any], expect: Mapping[str, Any]) -> Judgement:
    """Judge one vector of an engine by its own parameters."""
    (judgement,) = check([Vector("NEW-1", kind, given, expect, None, policy, {})])
    return judgement


def written(path: Path, *vectors: Mapping[str, Any]) -> Path:
    form = {"schema": "tractor-vectors/1", "file": path.stem, "count": len(vectors), "vectors": list(vectors)}
    path.write_text(json.dumps(form), "utf-8")
    return path


def changed(expected: Any) -> Iterator[Any]:
    """Give values that say something else."""
    if isinstance(expected, bool):
        yield not expected
    elif isinstance(expected, int):
        yield from (expected + 1, str(expected) + "0")
    elif isinstance(expected, list):
        yield from (["other", *expected[1:]], [*expected, "more"])
    elif isinstance(expected, dict):
        for key, value in expected.items():
            for other in changed(value):
                yield expected | {key: other}
    else:
        yield "something else"
