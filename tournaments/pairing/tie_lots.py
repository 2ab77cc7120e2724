"""Lots that part teams still equal at the end. A recorded lot knows its drawing: only lots of one compare."""

PER_DRAWING = 10_000


def recorded(drawing: int, lot: int) -> int:
    """Return the number that is stored for `lot` (1 … 9,999) of the drawing (from 1)."""
    return drawing * PER_DRAWING + lot


def drawing_of(number: int) -> int:
    return number // PER_DRAWING


def lot_of(number: int) -> int:
    return number % PER_DRAWING
