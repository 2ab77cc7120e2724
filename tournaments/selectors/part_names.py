"""What the parts of a field are called: their divisions, and the letters of the groups, which start anew in each."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing import letters
from tournaments.phrases.divisions import division_name
from tournaments.phrases.parts import part_title
from tournaments.regulations import DivisionPlan
from tournaments.selectors.names import TeamName


@dataclass(frozen=True, slots=True)
class PartName:
    """What a part is called, in whatever language is read: its division, its letter, or a name of its own."""

    division: DivisionPlan | None = None
    letter: str = ""
    own: str = ""

    @property
    def title(self) -> str:
        """The heading; empty where the part is the only one."""
        return self.own or part_title(division_name(self.division), self.letter)


NAMELESS = PartName()


def letters_of(divisions: Sequence[Hashable]) -> list[str]:
    """Return the letter of each part, given the division of each; none where it is the only one of its division."""
    count, found = Counter(divisions), []
    seen: Counter[Hashable] = Counter()
    for each in divisions:
        seen[each] += 1
        found.append(letters(seen[each]) if count[each] > 1 else "")
    return found


def named(divisions: Sequence[DivisionPlan | None], own: Sequence[str] = ()) -> list[PartName]:
    """Return the name of each part, given the division of each (None where the event, or the stage, has but one).

    `own`: names that the groups have of their own, "" for those that go by their letter.
    """
    by_letter = letters_of([each.code if each is not None else "" for each in divisions])
    names = own or [""] * len(by_letter)
    return [PartName(*each) for each in zip(divisions, by_letter, names, strict=True)]


def named_by_teams(parts: Sequence[Sequence[int]], names: Mapping[int, TeamName]) -> list[PartName]:
    """Return the name of each part of a draw, by the divisions of its teams."""
    found = [next((names[team].division for team in teams if team in names), None) for teams in parts]
    if len({each.code if each is not None else "" for each in found}) == 1:
        found = [None] * len(parts)
    return named(found)
