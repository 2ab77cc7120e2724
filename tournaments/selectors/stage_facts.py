"""What is read of a stage before anything is counted: teams, matches, official sheets, byes, rulings in points."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from django.db.models import Count, FilteredRelation, Q, QuerySet

from scoring.matches import Bye, MatchResult, Missed
from scoring.points import Adjustment
from scoring.ruleset import Criterion
from scoring.stages import CARRIED
from tournaments.models import EffectUnit, Ruling, SheetOutcome, Stage, StageEntry, Tournament
from tournaments.pairing.tie_records import TYPED, Record, Records
from tournaments.regulations import Format
from tournaments.selectors.results import Content
from tournaments.stageplans import ONE_BY_ONE
from tournaments.states import SheetState, TeamState

COLUMNS = (
    "team_id",
    "team__state",
    "team__unit_id",
    "lot",
    "drawn_lot",
    "recorded",
    "carried_points",
    "group_id",
    "group__order",
    "group__name",
    "group__division__code",
    "team__sides__match_id",
    "team__sides__round_id",
    "team__sides__match__number",
    "team__sides__match__table",
    "team__sides__position",
    "sheet__outcome",
    "sheet__level_0",
    "sheet__level_1",
    "sheet__score_0",
    "sheet__score_1",
    "sheet__winner",
    "sheet__decided_by",
)


GroupKey = tuple[int, int, str, str]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of two teams at a table, as its official sheet has it (None without one); `number` is the match's."""

    round: int
    number: int
    teams: tuple[int, int]
    content: Content | None


@dataclass(slots=True)
class Facts:
    """All of a stage. `groups` are teams by group, in the order of the groups (empty in a stage without).

    The key of a group is its order, id, name, and the code of its division ("" where it belongs to none).
    """

    teams: list[int] = field(default_factory=list)
    lots: dict[int, str] = field(default_factory=dict)
    records: dict[Criterion, dict[int, Record]] = field(default_factory=dict)
    withdrawn: set[int] = field(default_factory=set)
    units: dict[int, int | None] = field(default_factory=dict)
    carried: list[Adjustment] = field(default_factory=list)
    groups: dict[GroupKey, list[int]] = field(default_factory=dict)
    meetings: list[Meeting] = field(default_factory=list)
    results: list[MatchResult] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    missed: list[Missed] = field(default_factory=list)
    tables: dict[int, int] = field(default_factory=dict)
    official: dict[int, int] = field(default_factory=dict)

    def leave_out_from(self, number: int, *, first: int) -> None:
        """Forget what was played from a round on; what was carried into a stage whose `first` round is none before."""
        self.meetings = [row if row.round < number else replace(row, content=None) for row in self.meetings]
        self.results = [row for row in self.results if row.round < number]
        self.byes = [row for row in self.byes if row.round < number]
        self.missed = [row for row in self.missed if row.round < number]
        self.official = {each: official for each, official in self.official.items() if each < number}
        if number <= first:
            self.carried = []
        self.records = {}


@dataclass(frozen=True, slots=True)
class _Seat:
    round: int
    position: int
    team: int
    number: int
    table: int | None
    content: Content | None


def facts_of(stage: Stage, numbers: Mapping[int, int], begun: set[int], gone: set[int] | None = None) -> Facts:
    """Read teams, matches and official sheets in one query: a row for each team in each match.

    `numbers` are the numbers of the stage's rounds by id, `begun` those that have begun. `gone`: who counts as
    withdrawn, by default whoever is now.
    """
    rows = (
        StageEntry.objects.filter(stage=stage)
        .annotate(
            sheet=FilteredRelation(
                "team__sides__match__sheets",
                condition=Q(team__sides__match__sheets__state=SheetState.OFFICIAL)
                & ~Q(team__sides__match__sheets__outcome=SheetOutcome.VOID),
            )
        )
        .order_by("team__number", "team__sides__round", "team__sides__position")
        .values_list(*COLUMNS)
    )
    facts = Facts()
    seats: dict[int, list[_Seat]] = defaultdict(list)
    contents: dict[int, Content | None] = {}
    for row in rows:
        team, state, unit, lot, drawn_lot, recorded, carried, group, order, name, division = row[:11]
        match, round_id, number, table, position = row[11:16]
        if team not in facts.lots:
            _add_team(facts, team, lot, carried, unit)
            add_records(facts.records, team, drawn_lot, recorded)
            if state != TeamState.ACTIVE if gone is None else team in gone:
                facts.withdrawn.add(team)
            if group is not None:
                facts.groups.setdefault((order, group, name, division or ""), []).append(team)
        if round_id in numbers:
            if match not in contents:
                contents[match] = _content(*row[16:])
            seats[match].append(_Seat(numbers[round_id], position, team, number, table, contents[match]))
    facts.groups = dict(sorted(facts.groups.items()))
    for held in seats.values():
        _add_match(facts, sorted(held, key=lambda seat: seat.position), begun)
    if stage.format in ONE_BY_ONE:
        _add_missed(facts, seats.values(), begun)
    return facts


def _add_team(facts: Facts, team: int, lot: str, carried: Mapping[str, str], unit: int | None) -> None:
    facts.teams.append(team)
    facts.lots[team] = lot
    facts.units[team] = unit
    points = carried.get("points")
    if points is not None:
        amount = Fraction(points)
        facts.carried.append(Adjustment(team, int(amount) if amount.denominator == 1 else amount, CARRIED))


def add_records(
    records: dict[Criterion, dict[int, Record]], team: int, drawn_lot: int | None, recorded: Mapping[str, Any] | None
) -> None:
    """Add what a team's row holds of lots, extra deals and cuts of the cards."""
    if drawn_lot is not None:
        records.setdefault("lots", {})[team] = Record(drawn_lot)
    for criterion in TYPED:
        held = (recorded or {}).get(criterion)
        if held is not None:
            records.setdefault(criterion, {})[team] = Record(held["number"], held["among"], held["said"])


def records_of(stage: Stage) -> Records:
    """Return what the teams of a stage decided among equals, whether it still counts or not."""
    found: dict[Criterion, dict[int, Record]] = {}
    rows = StageEntry.objects.filter(Q(drawn_lot__isnull=False) | Q(recorded__isnull=False), stage=stage)
    for team, drawn_lot, recorded in rows.values_list("team_id", "drawn_lot", "recorded"):
        add_records(found, team, drawn_lot, recorded)
    return found


def _add_match(facts: Facts, seats: list[_Seat], begun: set[int]) -> None:
    """Add a match of two teams, or a bye: a match without a table, for the one who has it once its round has begun."""
    first = seats[0]
    if first.table is None:
        if first.round in begun:
            facts.byes.append(Bye(first.round, first.team))
        return
    facts.tables[first.round] = facts.tables.get(first.round, 0) + 1
    if len(seats) == 1:
        return
    pair = (first.team, seats[1].team)
    facts.meetings.append(Meeting(first.round, first.number, pair, first.content))
    if first.content is not None:
        facts.official[first.round] = facts.official.get(first.round, 0) + 1
        unit = facts.units[pair[0]]
        own_unit = unit is not None and unit == facts.units[pair[1]]
        facts.results.append(MatchResult(first.round, *pair, first.content.outcome_of(), own_unit))


def _add_missed(facts: Facts, seats: Iterable[list[_Seat]], begun: set[int]) -> None:
    """Add who did not play in a round that has begun: late entries and those who were absent for it."""
    there = {(seat.round, seat.team) for held in seats for seat in held}
    facts.missed += [
        Missed(number, team)
        for number in sorted(begun)
        for team in facts.teams
        if (number, team) not in there and team not in facts.withdrawn
    ]


def _content(
    outcome: str | None,
    level_0: int | None,
    level_1: int | None,
    score_0: int | None,
    score_1: int | None,
    winner: int | None,
    decided_by: str | None,
) -> Content | None:
    """Return what an official sheet says that ranks anybody; None without one."""
    if outcome is None:
        return None
    return Content(
        outcome, level_0, level_1, score_0=score_0, score_1=score_1, winner=winner, decided_by=decided_by or ""
    )


def adjustments_of(
    tournament: Tournament, stage: Stage, teams: Iterable[int], *, before: int | None = None
) -> list[Adjustment]:
    """Return the rulings of a stage in points of the standings that were not taken back.

    Those of neither a match nor a stage belong to the first one. `before`: only those of rounds before that one.
    """
    rows = _rulings(tournament, stage, teams, before).filter(unit=EffectUnit.STANDING_POINTS)
    return [Adjustment(row.team_id, row.value, row.offence) for row in rows if row.team_id is not None]


def penalties_of(
    tournament: Tournament, stage: Stage, teams: Iterable[int], *, before: int | None = None
) -> dict[int, int]:
    """Count the penalties of each team in a stage, of those rulings that `adjustments_of` would read.

    Each ruling that cost something is one, however much it cost: a warning is none, nor are points that were given.
    """
    given = Q(unit=EffectUnit.STANDING_POINTS, value__gt=0)
    rows = _rulings(tournament, stage, teams, before).exclude(unit=EffectUnit.WARNING).exclude(given)
    return {row["team"]: row["penalties"] for row in rows.order_by().values("team").annotate(penalties=Count("pk"))}


def _rulings(tournament: Tournament, stage: Stage, teams: Iterable[int], before: int | None) -> QuerySet[Ruling]:
    of_stage = Q(match__round__stage=stage)
    if before is not None:
        of_stage &= Q(match__round__number__lt=before)
    else:
        of_stage |= Q(stage=stage)
        of_stage |= Q(match=None, stage=None) if stage.order == 0 else Q()
    return Ruling.objects.filter(
        of_stage, tournament=tournament, team__in=list(teams), reverses__isnull=True, reversed_by__isnull=True
    )


def winner_at(content: Content) -> int | None:
    """Return the side that goes on by an official sheet; None where neither does, or nobody won."""
    sides = {SheetOutcome.FORFEIT_0: 1, SheetOutcome.FORFEIT_1: 0}
    if content.outcome in sides:
        return sides[SheetOutcome(content.outcome)]
    if content.outcome != SheetOutcome.PLAYED:
        return None
    return content.winner if content.decided_by else content.decided_by_levels().winner


def is_knockout(stage: Stage) -> bool:
    return stage.format in {Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT}
