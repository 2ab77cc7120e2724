"""The order of rows by several columns of numbers: each row's numbers packed into one, and those sorted."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import lcm, prod
from typing import cast

from scoring.figures import Points

MANY = 5_000
LARGEST = 2**62


@dataclass(frozen=True, slots=True)
class Order:
    """Row numbers, highest first; `parted[n]` says whether the row at n + 1 is lower than the one at n."""

    rows: list[int]
    parted: list[bool]


def order(columns: Sequence[Sequence[Points]]) -> Order:
    """Order rows by their columns, the first column before the next; equal rows stay in the order of their numbers."""
    if len(columns[0]) >= MANY:
        found = _order_many(columns)
        if found is not None:
            return found
    packed = pack(columns)
    rows = sorted(range(len(packed)), key=packed.__getitem__, reverse=True)
    return Order(rows, [packed[above] != packed[below] for above, below in pairwise(rows)])


def pack(columns: Sequence[Sequence[Points]]) -> Sequence[int]:
    """Return one integer for each row, ordered as the rows are by their columns, the first column before the next."""
    first, *others = map(_whole, columns)
    packed = first
    for column in others:
        span = max(column) - min(column) + 1
        packed = [key * span + value for key, value in zip(packed, column, strict=True)]
    return packed


def _whole(column: Sequence[Points]) -> Sequence[int]:
    """Scale a column with fractions until all its values are whole."""
    if set(map(type, column)) == {int}:
        return cast("Sequence[int]", column)
    scale = lcm(*{value.denominator for value in column})
    return [int(value * scale) for value in column]


def _order_many(columns: Sequence[Sequence[Points]]) -> Order | None:
    """Do the same on arrays of machine words; None where a row's numbers do not fit into one."""
    import numpy as np  # it takes longer to load than all but very large standings take to be ordered

    try:
        arrays = [np.frombuffer(_words(column), dtype=np.int64) for column in columns]
    except OverflowError:
        return None
    lowest = [int(column.min()) for column in arrays]
    spans = [int(column.max()) - low + 1 for column, low in zip(arrays, lowest, strict=True)]
    if prod(spans) > LARGEST:
        return None
    packed = arrays[0] - lowest[0]
    for column, low, span in zip(arrays[1:], lowest[1:], spans[1:], strict=True):
        packed = packed * span + (column - low)
    rows = np.argsort(-packed, kind="stable")
    ordered = packed[rows]
    return Order(rows.tolist(), (ordered[1:] != ordered[:-1]).tolist())


def _words(column: Sequence[Points]) -> "array[int]":
    try:
        return array("q", cast("Sequence[int]", column))
    except TypeError:
        return array("q", _whole(column))
