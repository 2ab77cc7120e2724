"""The ladder of levels, counted as 0-based positions; past its last level the count goes on."""

from dataclasses import dataclass, field


class ScoringError(ValueError):
    """A refusal: a code and its parameters, never words."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class LevelNotOnLadder(ScoringError):  # noqa: N818 - the refusal is named after what is wrong
    def __init__(self, level: object) -> None:
        super().__init__("level_not_on_ladder", level=level)


@dataclass(frozen=True, slots=True)
class Ladder:
    """The levels in ascending order, e.g. 2 … A; positions past the end are labelled A+1, A+2 … up to `max_beyond`.

    `highest_position` is the last that is accepted.
    """

    levels: tuple[str, ...]
    start: str
    must_play: frozenset[str] = frozenset()
    max_beyond: int = 0
    highest_position: int = field(init=False, repr=False, compare=False)
    _labels: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        named = set(self.levels)
        if (
            not named
            or len(named) != len(self.levels)
            or any(not level or "+" in level for level in named)
            or self.start not in named
            or not self.must_play <= named
            or self.max_beyond < 0
        ):
            raise ScoringError("bad_ladder", levels=self.levels, start=self.start)
        beyond = tuple(f"{self.levels[-1]}+{steps}" for steps in range(1, self.max_beyond + 1))
        object.__setattr__(self, "_labels", self.levels + beyond)
        object.__setattr__(self, "highest_position", self.end_position + self.max_beyond)

    @property
    def start_position(self) -> int:
        return self.levels.index(self.start)

    @property
    def end_position(self) -> int:
        """The position of the last named level."""
        return len(self.levels) - 1

    def labels(self) -> tuple[str, ...]:
        """All accepted labels in ascending order; the index of each is its position."""
        return self._labels

    def position(self, label: str) -> int:
        try:
            return self._labels.index(label)
        except ValueError:
            raise LevelNotOnLadder(label) from None

    def label(self, position: int) -> str:
        return self._labels[self.check(position)]

    def check(self, position: int) -> int:
        """Return the position, or refuse what is no position of this ladder."""
        if type(position) is not int or not 0 <= position <= self.highest_position:
            raise LevelNotOnLadder(position)
        return position

    def levels_risen(self, position: int) -> int:
        return self.check(position) - self.start_position
