"""What is to be drawn next in a stage: the teams, what earlier rounds did, and where everybody stands."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm

from tournaments.models import Draw, MatchSide, ResultSheet, Round, SheetOutcome, Stage, StageEntry
from tournaments.pairing import (
    GROUPS,
    KNOCKOUT,
    LOT_ORDER,
    NEIGHBOURS,
    RANDOM_ROUND,
    RANDOM_ROUNDS,
    SWISS,
    Asked,
    Constraints,
    Entrant,
    Inputs,
    Plan,
    Standing,
    cross_seats,
)
from tournaments.pairing.brackets.drawing import DOUBLE_KNOCKOUT
from tournaments.pairing.randomness import Chance
from tournaments.regulations import Format, StagePlan
from tournaments.selectors.entries import entrants
from tournaments.selectors.results import Content
from tournaments.selectors.rulesets import plan_of
from tournaments.selectors.stage_facts import winner_at
from tournaments.selectors.stage_parts import WHOLE, Parts, first_parts, in_order_of, later_parts, only, pots_of
from tournaments.selectors.standings import count
from tournaments.states import RoundState, SheetState, TeamState

Pairs = tuple[tuple[int, int], ...]
LAST_TWO = 2
METHODS: Mapping[Format, str] = {
    Format.TWO_ROUNDS: RANDOM_ROUNDS,
    Format.RANDOM_ROUNDS: RANDOM_ROUNDS,
    Format.RANDOM: RANDOM_ROUND,
    Format.SWISS: SWISS,
    Format.NEIGHBOURS: NEIGHBOURS,
    Format.LOT_ORDER: LOT_ORDER,
    Format.ROUND_ROBIN: GROUPS,
    Format.KNOCKOUT: KNOCKOUT,
    Format.DOUBLE_KNOCKOUT: DOUBLE_KNOCKOUT,
}
BYE_RULES: Mapping[str, str] = {"random": "random", "lowest": "lowest_score", "highest_lot": "highest_lot"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the organizer asks of a draw beyond the regulations, all of it by team ids; see `pairing.asked`.

    `seeds`: the best first. `lots`: numbers by team, for what goes by lots; who has none gets one by the seed.
    """

    absent: tuple[int, ...] = ()
    byes: tuple[int, ...] = ()
    forbidden: Pairs = ()
    wished: Pairs = ()
    fixed: tuple[tuple[int, int, int], ...] = ()
    at_table: Pairs = ()
    seeds: tuple[int, ...] = ()
    lots: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, inputs: Inputs) -> "Wanted":
        """Return what was wanted of a draw that was made."""
        asked = inputs.asked
        lots = {each.team: each.lot for each in inputs.standing if each.lot}
        given = (asked.absent, asked.byes, asked.forbidden, asked.wished, asked.fixed, asked.at_table)
        return cls(*given, seeds=inputs.plan.seeds, lots=lots)

    def asked(self, number: int) -> Asked:
        parts = (self.absent, self.byes, self.forbidden, self.wished, self.fixed, self.at_table)
        return Asked(number, *parts)


NOTHING = Wanted()


@dataclass(frozen=True, slots=True)
class Due:
    """The next draw of a stage: its teams and the number of its (first) round. `obstacle` says why there is none.

    `made`: rounds of the stage that stand. `one`: one round, else everything that the format has. `finals`: pairs that
    are given, for the last round of a knockout that is drawn anew each round. `parts`: of a field that is drawn apart.
    """

    stage: Stage
    plan: StagePlan
    teams: tuple[Entrant, ...]
    number: int
    made: int
    one: bool
    finals: tuple[tuple[int, int, int], ...] = ()
    obstacle: str = ""
    parts: Parts = WHOLE

    @property
    def method(self) -> str:
        if not self.one:
            return METHODS[self.plan.format]
        if self.plan.redraw:
            return LOT_ORDER if self.plan.bye_to == "highest_lot" and self.made else RANDOM_ROUND
        found = METHODS[self.plan.format]
        return RANDOM_ROUND if found in {RANDOM_ROUNDS, GROUPS} else found

    @property
    def rounds(self) -> int:
        """Return how many rounds the record of the draw has."""
        if self.one:
            return 1
        return self.plan.rounds if self.method == RANDOM_ROUNDS else 0


def entrants_of(stage: Stage) -> list[Entrant]:
    """Return the teams that play in a stage now, in the order of their numbers; give it with its event.

    In the first stage these are the accepted entries, later those whom the stage before brought.
    """
    plan = plan_of(stage)
    if plan.entrants is None:
        return entrants(stage.division.tournament, plan.divisions)
    rows = StageEntry.objects.filter(stage=stage, team__state=TeamState.ACTIVE).order_by("team__number")
    return [Entrant(team, unit) for team, unit in rows.values_list("team_id", "team__unit_id")]


def due_of(stage: Stage, *, instead_of: Draw | None = None) -> Due:
    """Return what is to be drawn next in a stage, or again instead of a draw that stands.

    Obstacles: stage_without_teams, part_of_one, round_still_open, stage_is_drawn_whole.
    """
    plan, teams = plan_of(stage), entrants_of(stage)
    rounds = Round.objects.filter(stage__division=stage.division).exclude(state=RoundState.PLANNED)
    if instead_of is not None:
        rounds = rounds.exclude(draw=instead_of)
    numbers = list(rounds.order_by("number").values_list("number", "stage_id", "state"))
    mine = [state for _, stage_id, state in numbers if stage_id == stage.pk]
    number = (numbers[-1][0] if numbers else 0) + 1
    one = plan.one_by_one or bool(mine)
    due = Due(stage, plan, tuple(teams), number, len(mine), one)
    if not teams:
        return _refused(due, "stage_without_teams")
    if not mine:
        due = replace(due, parts=first_parts(stage, plan, teams))
        return _refused(due, "part_of_one") if due.parts.someone_alone else due
    due = replace(due, parts=later_parts(stage, teams))
    if any(state != RoundState.CLOSED for state in mine):
        return _refused(due, "round_still_open")
    if plan.redraw:
        return _next_of_knockout(due, numbers[-1][0])
    whole = plan.is_bracket or plan.format == Format.ROUND_ROBIN or len(mine) >= plan.rounds
    return _refused(due, "stage_is_drawn_whole") if whole else due


def _refused(due: Due, code: str) -> Due:
    return replace(due, obstacle=code)


def _next_of_knockout(due: Due, last: int) -> Due:
    """Return the round of those who have not lost; the last one plays for the third place too, where that is wanted."""
    sides = MatchSide.objects.filter(round__stage=due.stage, match__table__isnull=False, team__isnull=False)
    sheets = ResultSheet.objects.filter(match__round__stage=due.stage, state=SheetState.OFFICIAL)
    won = {sheet.match_id: winner_at(Content.of(sheet)) for sheet in sheets}
    lost_in: dict[int, int] = {}
    for number, match, position, team in sides.values_list("round__number", "match_id", "position", "team_id"):
        if match in won and won[match] != position:
            lost_in[team] = max(number, lost_in.get(team, 0))
    playing: list[int] = []
    finals: list[tuple[int, int, int]] = []
    for teams in due.parts.teams or (tuple(each.team for each in due.teams),):
        left = [team for team in teams if team not in lost_in]
        if len(left) <= due.plan.until:
            continue
        others = [team for team in teams if lost_in.get(team) == last]
        if len(left) == len(others) == LAST_TWO and due.plan.third_place:
            tables = (0, 0) if due.parts.teams else (1, 2)
            finals += [(left[0], left[1], tables[0]), (others[0], others[1], tables[1])]
            left += others
        playing += left
    if not playing:
        return _refused(due, "stage_is_drawn_whole")
    there = tuple(each for each in due.teams if each.team in set(playing))
    return replace(due, teams=there, finals=tuple(finals), parts=only(due.parts, set(playing)))


def inputs_of(due: Due, wanted: Wanted, *, seed: str) -> Inputs:
    """Return everything that the draw is made from; DrawRefused where it cannot be."""
    entries: dict[int, StageEntry] = {}
    met: Pairs = ()
    had_bye: tuple[int, ...] = ()
    if due.number > 1:
        entries = {entry.team_id: entry for entry in StageEntry.objects.filter(stage=due.stage)}
        met, had_bye = history_of(due) if due.method != GROUPS else ((), ())
    number = due.number if due.one or due.method == RANDOM_ROUNDS else 1
    asked = (replace(wanted, fixed=due.finals) if due.finals else wanted).asked(number)
    return Inputs(
        due.teams,
        met=met if due.one or due.method == RANDOM_ROUNDS else (),
        had_bye=had_bye,
        standing=_standing(due, entries, wanted, seed),
        asked=asked,
        plan=_plan(due, entries, wanted),
    )


def constraints_of(plan: StagePlan, *, strict: bool) -> Constraints:
    """Return the constraints that the regulations declare; `strict` lets none of those be broken that are kept."""
    values = plan.constraints.model_dump()
    if strict:
        values = {name: "never" if value != "off" else value for name, value in values.items()}
    if plan.seeding == "halves_first" and values["no_own_unit"] == "off":
        values["no_own_unit"] = "avoid"
    return Constraints(**values, bye_rule=BYE_RULES[plan.bye_to])  # type: ignore[arg-type]


def history_of(due: Due) -> tuple[Pairs, tuple[int, ...]]:
    """Return who met and who had a bye in the event's earlier rounds; what nobody played is no meeting."""
    sides = MatchSide.objects.filter(round__stage__division=due.stage.division, round__number__lt=due.number)
    rows = sides.filter(team__isnull=False).order_by("round__number", "match__number", "position")
    seated: dict[int, list[int]] = defaultdict(list)
    byes: list[int] = []
    for match, table, team in rows.values_list("match_id", "match__table", "team_id"):
        if table is None:
            byes.append(team)
        else:
            seated[match].append(team)
    unplayed = set(
        ResultSheet.objects.filter(match__round__stage__division=due.stage.division, state=SheetState.OFFICIAL)
        .exclude(outcome=SheetOutcome.PLAYED)
        .values_list("match_id", flat=True)
    )
    pairs = [
        (teams[0], teams[1]) for match, teams in seated.items() if len(teams) == LAST_TWO and match not in unplayed
    ]
    return tuple(pairs), tuple(byes)


def _standing(due: Due, entries: Mapping[int, StageEntry], wanted: Wanted, seed: str) -> tuple[Standing, ...]:
    by_lot = due.plan.bye_to == "highest_lot" or due.plan.format == Format.LOT_ORDER
    lots = _lots(due, entries, wanted, seed) if by_lot else {}
    ranked = due.method in {SWISS, NEIGHBOURS} or (due.one and due.plan.bye_to == "lowest")
    places = _places(due, entries) if ranked else {}
    if not lots and not places:
        return ()
    nowhere = (0, ())
    return tuple(Standing(each.team, *places.get(each.team, nowhere), lots.get(each.team, 0)) for each in due.teams)


def _places(due: Due, entries: Mapping[int, StageEntry]) -> dict[int, tuple[int, tuple[int, ...]]]:
    """Return score and place in whole numbers, more is better; before the first round what the stage before left."""
    carried = any("points" in entry.carried_points for entry in entries.values())
    if not due.made and not carried:
        seeds = {team: entry.seed for team, entry in entries.items() if entry.seed}
        return {team: (0, (len(entries) - seed,)) for team, seed in seeds.items()}
    table = count(due.stage.division.tournament, of=due.stage)
    ranked = [each.standings.rows for each in table.groups] or [table.standings.rows]
    totals = {row.team: Fraction(row.total) for rows in ranked for row in rows}
    scale = lcm(*(total.denominator for total in totals.values()))
    behind = {row.team: len(rows) - row.place for rows in ranked for row in rows}
    if due.method == NEIGHBOURS:
        return {team: (behind[team], ()) for team in behind}
    return {team: (int(totals[team] * scale), (behind[team],)) for team in behind}


def _lots(due: Due, entries: Mapping[int, StageEntry], wanted: Wanted, seed: str) -> dict[int, int]:
    """Return a lot for every team: as given, as kept, and new ones from the seed behind those."""
    kept = {team: int(entry.lot) for team, entry in entries.items() if entry.lot.isdigit()}
    known = {each.team: (wanted.lots or kept).get(each.team, 0) for each in due.teams}
    missing = Chance("lots_of_a_stage", "1", seed).shuffled([team for team, lot in known.items() if not lot])
    last = max((*known.values(), *kept.values()), default=0)
    return known | {team: last + place for place, team in enumerate(missing, start=1)}


def _plan(due: Due, entries: Mapping[int, StageEntry], wanted: Wanted) -> Plan:
    plan, parts = due.plan, due.parts
    by = plan.groups.by if plan.groups is not None else "lots"
    order = {"pots": wanted.seeds, "rank": _by_seed(due, entries)}.get(by, ()) if parts.sizes else ()
    divided = Plan(groups=parts.sizes, parts=parts.teams, pots=pots_of(parts, order, [each.team for each in due.teams]))
    if due.method == GROUPS:
        return replace(divided, double=plan.legs > 1, seeds=wanted.seeds if by == "pots" else ())
    if due.method not in {KNOCKOUT, DOUBLE_KNOCKOUT}:
        return replace(divided, seeds=wanted.seeds if by == "pots" and parts.sizes else ())
    seeds = wanted.seeds
    if plan.seeding == "rank" and not seeds:
        seeds = _by_seed(due, entries)
    cross = plan.seeding == "cross"
    return replace(
        divided,
        seeds=seeds,
        positions={"rank": "standard", "cross": "given"}.get(plan.seeding, "drawn"),  # type: ignore[arg-type]
        third_place=plan.third_place,
        placement=plan.placement,
        until=plan.until,
        seats=_crossed(due, entries) if cross and not parts.teams else (),
        part_seats=tuple(_crossed(due, _those(entries, teams)) for teams in parts.teams) if cross else (),
    )


def _by_seed(due: Due, entries: Mapping[int, StageEntry]) -> tuple[int, ...]:
    """Return the teams as the stage before ranked them; those of several divisions have their places by turns."""
    seeds = {each.team: entries[each.team].seed for each in due.teams if each.team in entries}
    return in_order_of([team for team, seed in seeds.items() if seed], seeds)


def _those(entries: Mapping[int, StageEntry], teams: Sequence[int]) -> dict[int, StageEntry]:
    return {team: entries[team] for team in teams}


def _crossed(due: Due, entries: Mapping[int, StageEntry]) -> tuple[int, ...]:
    """Return the seats in which first and second of different groups meet; a team that is missing leaves a bye."""
    origins = {team: (entry.carried_points.get("group"), entry.carried_points.get("place") or 0)
               for team, entry in entries.items()}  # fmt: skip
    passed = min((place for _, place in origins.values() if place), default=1) - 1
    at = {(group, place - passed): team for team, (group, place) in origins.items()}
    here = {each.team for each in due.teams}
    groups = max((group or 0 for group, _ in at), default=0)
    places = max((place for _, place in at), default=0)
    seats = (at.get((side.group, side.place), 0) for side in cross_seats(groups, places))
    return tuple(team if team in here else 0 for team in seats)


def drawn_anew(draw: Draw) -> Inputs | None:
    """Return what a draw would be made from now, as it was wanted; None where it could not be made any more."""
    due = due_of(draw.stage, instead_of=draw)
    if due.obstacle:
        return None
    return inputs_of(due, Wanted.of(Inputs.from_json(draw.inputs)), seed=draw.seed)
