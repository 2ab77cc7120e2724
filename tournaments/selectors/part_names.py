"""What the parts of a field are called: their divisions, and the letters of the groups, which start anew in each."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

from tournaments.phrases.brackets import group_letter
from tournaments.phrases.divisions import division_name
from tournaments.phrases.parts import part_title
from tournaments.regulations import DivisionPlan
from tournaments.selectors.names import TeamName


def letters_of(divisions: Sequence[Hashable]) -> list[str]:
    """Return the letter of each part, given the division of each; none where it is the only one of its division."""
    count, found = Counter(divisions), []
    seen: Counter[Hashable] = Counter()
    for each in divisions:
        seen[each] += 1
        found.append(group_letter(seen[each]) if count[each] > 1 else "")
    return found


def titles_of(divisions: Sequence[DivisionPlan | None]) -> list[str]:
    """Return the heading of each part, given the division of each (None where the event, or the stage, has but one)."""
    letters = letters_of([each.code if each is not None else "" for each in divisions])
    return [part_title(division_name(each), letter) for each, letter in zip(divisions, letters, strict=True)]


def titles_of_teams(parts: Sequence[Sequence[int]], names: Mapping[int, TeamName]) -> list[str]:
    """Return the heading of each part of a draw, by the divisions of its teams."""
    found = [next((names[team].division for team in teams if team in names), None) for teams in parts]
    if len({each.code if each is not None else "" for each in found}) == 1:
        found = [None] * len(parts)
    return titles_of(found)
