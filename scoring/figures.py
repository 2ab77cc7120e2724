"""Numbers without rounding: whole ones as int, others as fractions."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import TypeVar

Points = int | Fraction
T = TypeVar("T")


def exact(value: Points) -> Points:
    """Return an int where the value is whole, so that pages need no second form of it."""
    return value.numerator if value.denominator == 1 else value


def add_up(values: Iterable[Points]) -> Points:
    """Return the exact sum; over one common denominator, since adding fractions one by one is slow."""
    values = list(values)
    scale = lcm(*{value.denominator for value in values if type(value) is not int})
    if scale == 1:
        return sum(values)
    return exact(Fraction(sum([value.numerator * (scale // value.denominator) for value in values]), scale))


def whole(column: Mapping[T, Points]) -> Mapping[T, int]:
    """Return the same order in whole numbers."""
    scale = lcm(*{value.denominator for value in column.values()})
    return {name: value.numerator * (scale // value.denominator) for name, value in column.items()}
