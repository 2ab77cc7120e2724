"""What is decided among equal teams alone, in the declared order: an extra deal, a cut of the cards, lots. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.ruleset import Criterion
from tournaments.pairing.tie_lots import drawing_of

LOTS: Criterion = "lots"
TYPED: tuple[Criterion, ...] = ("extra_deal", "card_cut")


@dataclass(frozen=True, slots=True)
class Record:
    """What a team drew or won: a number as `tie_lots.recorded` makes it, the lowest first, and what was typed.

    `among` how many teams it was decided; None where that is not known (lots).
    """

    number: int
    among: int | None = None
    said: str = ""


Records = Mapping[Criterion, Mapping[int, Record]]


@dataclass(frozen=True, slots=True)
class Step:
    """Equal teams, by what they are parted next, and what is recorded of exactly these (nothing: it has yet to be)."""

    teams: tuple[int, ...]
    criterion: Criterion
    records: Mapping[int, Record]

    @property
    def pieces(self) -> list[tuple[int, ...]]:
        """Return the teams best first, those that stay equal together."""
        if not self.records:
            return [self.teams]
        ordered = sorted(self.teams, key=self._number)
        return [tuple(sorted(equal)) for _, equal in groupby(ordered, key=self._number)]

    def _number(self, team: int) -> int:
        return self.records[team].number


def recorded_in(criteria: Iterable[Criterion]) -> tuple[Criterion, ...]:
    """Return what of a chain is decided among the equal alone, in its order; lots come last, declared or not."""
    return (*(each for each in criteria if each in TYPED), LOTS)


def steps(teams: Sequence[int], criteria: Sequence[Criterion], records: Records) -> Iterator[Step]:
    """Yield what parts equal teams, one criterion after the other, up to the first that has yet to be decided."""
    if len(teams) < 2 or not criteria:  # noqa: PLR2004 - one team is equal to nobody
        return
    step = Step(tuple(teams), criteria[0], _of_exactly(teams, records.get(criteria[0], {})))
    yield step
    if step.records:
        for equal in step.pieces:
            yield from steps(equal, criteria[1:], records)


def parted(teams: Sequence[int], criteria: Sequence[Criterion], records: Records) -> list[tuple[int, ...]]:
    """Return equal teams in the order that is recorded, best first, those that nothing parts yet together."""
    first = next(steps(teams, criteria, records), None)
    if first is None or not first.records:
        return [tuple(teams)]
    return [piece for equal in first.pieces for piece in parted(equal, criteria[1:], records)]


def valid(
    ties: Iterable[Sequence[int]], criteria: Sequence[Criterion], records: Records
) -> dict[Criterion, dict[int, int]]:
    """Return the numbers that count now, by criterion: those of teams that are equal now and decided it together."""
    found: dict[Criterion, dict[int, int]] = {}
    for tie in ties:
        for step in steps(tie, criteria, records):
            if step.records:
                found.setdefault(step.criterion, {}).update({team: each.number for team, each in step.records.items()})
    return found


def _of_exactly(teams: Sequence[int], records: Mapping[int, Record]) -> Mapping[int, Record]:
    """Return what these teams decided together; nothing where they did not, or others took part."""
    found = {team: records[team] for team in teams if team in records}
    drawings = {drawing_of(each.number) for each in found.values()}
    exactly = all(each.among in {None, len(teams)} for each in found.values())
    return found if len(found) == len(teams) and len(drawings) == 1 and exactly else {}
