"""Where the matches of a bracket stand on a drawing: positions and lines from who comes out of which match. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Node:
    """A match in a column (from 1, gaps are closed); `feeders` are the matches whose winners are its sides, by side."""

    key: int
    column: int
    feeders: tuple[int | None, int | None] = (None, None)


@dataclass(frozen=True, slots=True)
class Measures:
    """Sizes in one unit, whatever it is: of a box, of the gaps between boxes, of the heads above the columns."""

    box_width: float
    box_height: float
    gap_x: float
    gap_y: float
    head: float
    margin: float


SCREEN: Final = Measures(box_width=216, box_height=68, gap_x=40, gap_y=28, head=66, margin=2)

PAPER: Final = Measures(box_width=250, box_height=42, gap_x=26, gap_y=21, head=58, margin=2)


@dataclass(frozen=True, slots=True)
class Box:
    """The upper left corner of a match."""

    key: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Link:
    """The line from a match to the side of the next match that its winner takes."""

    source: int
    target: int
    side: int
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A drawing; `columns` say where each column of the nodes begins."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    links: tuple[Link, ...]
    columns: Mapping[int, float]

    def box(self, key: int) -> Box:
        """Return the place of a match; KeyError for one that is not drawn."""
        return {box.key: box for box in self.boxes}[key]


def leaves(nodes: Sequence[Node]) -> int:
    """Return how many rows the trees of a drawing have: matches that lead to another and come from none of these."""
    known = {node.key for node in nodes}
    leading = {feeder for node in nodes for feeder in node.feeders}
    first = [node.key for node in nodes if not known.intersection(node.feeders)]
    return sum(key in leading for key in first) or len(first)


def cut_up(nodes: Sequence[Node], most: int) -> list[tuple[int, ...]]:
    """Return the matches sheet by sheet, where one sheet has so many rows at most: first the parts, then what joins.

    The last sheet begins with the matches that end the others.
    """
    if leaves(nodes) <= most:
        return [tuple(node.key for node in nodes)]
    by_key = {node.key: node for node in nodes}
    below = {node.key: _below(node.key, by_key) for node in nodes}
    rows = {key: leaves([by_key[each] for each in found]) for key, found in below.items()}
    parent = {feeder: node.key for node in nodes for feeder in node.feeders if feeder in by_key}
    ends = [key for key in by_key if rows[key] <= most and (key not in parent or rows[parent[key]] > most)]
    ends = [key for key in ends if key in parent]
    parts = [tuple(node.key for node in nodes if node.key in below[key]) for key in ends]
    inside = {key for part in parts for key in part} - set(ends)
    return [*parts, tuple(node.key for node in nodes if node.key not in inside)]


def _below(key: int, by_key: Mapping[int, Node]) -> set[int]:
    found, left = set(), [key]
    while left:
        at = left.pop()
        found.add(at)
        left += [feeder for feeder in by_key[at].feeders if feeder is not None and feeder in by_key]
    return found


def lay_out(nodes: Sequence[Node], measures: Measures = SCREEN) -> Layout:
    """Place every match in the middle of those it comes from, in the order in which the nodes are given.

    A match that nothing leads to and that leads nowhere, as that for the third place, stands below the last of its
    column. A feeder that is not among the nodes counts as none. No two boxes of a column touch.
    """
    rows = _rows(nodes)
    columns = {column: at for at, column in enumerate(sorted({node.column for node in nodes}))}
    wide, high = measures.box_width + measures.gap_x, measures.box_height + measures.gap_y
    x_of = {column: measures.margin + at * wide for column, at in columns.items()}
    boxes = tuple(Box(node.key, x_of[node.column], measures.head + rows[node.key] * high) for node in nodes)
    corner = {box.key: box for box in boxes}
    links = tuple(
        Link(feeder, node.key, side, _line(corner[feeder], corner[node.key], side, measures))
        for node in nodes
        for side, feeder in enumerate(node.feeders)
        if feeder in corner
    )
    width = max((box.x for box in boxes), default=0) + measures.box_width + measures.margin
    height = max((box.y for box in boxes), default=0) + measures.box_height + measures.margin
    return Layout(width, height, boxes, links, x_of)


def _rows(nodes: Sequence[Node]) -> dict[int, float]:
    """Give each match its row, in heights of a box: first the trees, then what stands alone."""
    by_key = {node.key: node for node in nodes}
    fed = {node.key: [feeder for feeder in node.feeders if feeder in by_key] for node in nodes}
    leading = {feeder for feeders in fed.values() for feeder in feeders if feeder is not None}
    roots = [node for node in nodes if node.key not in leading]
    trees = [node for node in roots if fed[node.key]] or roots
    rows: dict[int, float] = {}
    for root in trees:
        _plant(root.key, fed, rows)
    lowest: dict[int, float] = defaultdict(lambda: -1.0)
    for key, row in rows.items():
        lowest[by_key[key].column] = max(lowest[by_key[key].column], row)
    for node in roots:
        if node.key not in rows:
            lowest[node.column] += 1
            rows[node.key] = lowest[node.column]
    return rows


def _plant(root: int, fed: Mapping[int, Iterable[int | None]], rows: dict[int, float]) -> None:
    """Give rows to a tree: a new one to each leaf, to all others the middle of theirs."""
    lowest = int(max(rows.values(), default=-1.0)) if rows else -1
    stack = [(root, False)]
    while stack:
        key, seen = stack.pop()
        feeders = [feeder for feeder in fed[key] if feeder is not None]
        if seen:
            rows[key] = sum(rows[feeder] for feeder in feeders) / len(feeders)
        elif feeders:
            stack.append((key, True))
            stack.extend((feeder, False) for feeder in reversed(feeders))
        else:
            lowest += 1
            rows[key] = float(lowest)


def _line(source: Box, target: Box, side: int, measures: Measures) -> tuple[Point, ...]:
    start = source.x + measures.box_width, source.y + measures.box_height / 2
    end = target.x, target.y + measures.box_height * (0.25 + 0.5 * side)
    bend = target.x - measures.gap_x / 2
    return start, (bend, start[1]), (bend, end[1]), end
