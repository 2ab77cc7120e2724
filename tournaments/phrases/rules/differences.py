"""Two rulesets side by side: only what differs."""

from dataclasses import dataclass

from scoring.ruleset import Entry, Ruleset
from tournaments.phrases.rules.labels import GROUPS
from tournaments.phrases.rules.sections import Line, line_of


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that two rulesets do not share; None on the side whose rules have no such offence."""

    path: str
    label: str
    one: Line | None
    other: Line | None


@dataclass(frozen=True, slots=True)
class Differing:
    """A group with the values in it that differ."""

    key: str
    title: str
    differences: list[Difference]


def differences(one: Ruleset, other: Ruleset) -> list[Differing]:
    """Return what differs, by group in the order of the page; equal values from other clauses are no difference."""
    left, right = _by_path(one), _by_path(other)
    found: dict[str, list[Difference]] = {key: [] for key in GROUPS}
    for path in [*left, *(path for path in right if path not in left)]:
        mine, theirs = left.get(path), right.get(path)
        if mine is None or theirs is None or mine.value != theirs.value:
            first = line_of(mine, one) if mine else None
            second = line_of(theirs, other) if theirs else None
            label = next(line.label for line in (first, second) if line)
            found[path.partition(".")[0]].append(Difference(path, label, first, second))
    return [Differing(key, str(title), found[key]) for key, title in GROUPS.items() if found[key]]


def _by_path(ruleset: Ruleset) -> dict[str, Entry]:
    return {entry.path: entry for entry in ruleset.entries()}
