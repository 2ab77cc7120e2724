"""What the release of a draw makes, within its transaction: a fixed number of statements for any number of teams."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Max, Min

from scoring.ruleset import dump_ruleset
from tournaments.decisions import present
from tournaments.models import (
    Clock,
    Draw,
    Group,
    Match,
    MatchSide,
    Round,
    RulesetCopy,
    SideSource,
    Stage,
    StageEntry,
    Team,
    Tournament,
)
from tournaments.pairing import Asked, BracketMatch, DrawnRound, Inputs, Outcome, Side
from tournaments.regulations import Timing
from tournaments.selectors.clock import clocks_of
from tournaments.selectors.draws import bracket_tables, drawn_rounds
from tournaments.selectors.rulesets import plan_of
from tournaments.selectors.seats import seats_of
from tournaments.selectors.stage_parts import divisions_of
from tournaments.states import RoundState


@dataclass(frozen=True, slots=True)
class LaidMatch:
    number: int
    table: int | None
    sides: tuple[Side, Side]
    sitting: int = 1


@dataclass(frozen=True, slots=True)
class LaidRound:
    """A round by its number in the event."""

    number: int
    matches: tuple[LaidMatch, ...]

    @property
    def sittings(self) -> int:
        return max((match.sitting for match in self.matches), default=1)


@dataclass(frozen=True, slots=True)
class Laid:
    """Everything that a release makes of a draw; `lots` are by team, "" where there is none."""

    teams: tuple[int, ...]
    lots: Mapping[int, str]
    groups: tuple[tuple[int, ...], ...]
    rounds: tuple[LaidRound, ...]


def planned(draw: Draw, outcome: Outcome) -> Laid:
    """Say what the release of a draw makes; its rounds go on from the last one of the event, seated in its hall."""
    inputs = Inputs.from_json(draw.inputs)
    rounds = Round.objects.filter(stage__division=draw.stage.division)
    last = rounds.aggregate(last=Max("number"))["last"] or 0
    kept = {each.team: str(each.lot) for each in inputs.standing if each.lot}
    laid = Laid(
        tuple(entrant.team for entrant in inputs.entrants),
        outcome.lots or kept,
        tuple(group.teams for group in outcome.groups),
        tuple(_bracket(outcome.bracket, last) if outcome.bracket else _rounds(drawn_rounds(outcome), last)),
    )
    return _seated(draw.stage.division.tournament, laid, inputs.asked)


def _seated(event: Tournament, laid: Laid, asked: Asked) -> Laid:
    """Give every match its table in the hall and, where there are more matches than tables, its sitting."""
    places = seats_of(event, {each.number: each.matches for each in laid.rounds}, asked)

    def at(number: int, match: LaidMatch) -> LaidMatch:
        place = places[number].get(match.number)
        return match if place is None else replace(match, table=place.table, sitting=place.sitting)

    rounds = [replace(each, matches=tuple(at(each.number, match) for match in each.matches)) for each in laid.rounds]
    return replace(laid, rounds=tuple(rounds))


def _rounds(rounds: Sequence[DrawnRound], last: int) -> Iterable[LaidRound]:
    """A bye follows the tables, without one, against nobody."""
    for number, each in enumerate(rounds, start=last + 1):
        matches = [
            LaidMatch(drawn.table, drawn.table, (_team(drawn.sides[0]), _team(drawn.sides[1])))
            for drawn in each.matches
        ]
        behind = max((match.number for match in matches), default=0) + 1
        matches += [LaidMatch(behind + place, None, (_team(team), Side("bye"))) for place, team in enumerate(each.byes)]
        yield LaidRound(number, tuple(matches))


def _bracket(bracket: Sequence[BracketMatch], last: int) -> Iterable[LaidRound]:
    """Lay out every match but the second final that may not be needed; each keeps the number it has in the bracket."""
    tables = bracket_tables(bracket)
    by_round: dict[int, list[LaidMatch]] = {}
    for match in bracket:
        if not match.conditional:
            laid = LaidMatch(match.number, tables[match.number], match.sides)
            by_round.setdefault(match.round, []).append(laid)
    for number, matches in sorted(by_round.items()):
        yield LaidRound(last + number, tuple(matches))


def _team(team: int) -> Side:
    return Side("team", team=team)


def lay_out(event: Tournament, draw: Draw, laid: Laid, *, now: datetime) -> None:
    """Write lots, groups, clocks, rounds, matches and sides; the stage keeps regulations and preset as they are now."""
    stage = draw.stage
    if stage.rules_id != event.rules_id:
        stage.rules = event.rules
        stage.preset_id = stage.preset_id or _keep_preset(stage.ruleset)
        stage.save(update_fields=["rules", "preset"])
    _enter(stage, laid)
    rounds = make_rounds(event, draw, laid.rounds, plan_of(stage).timing, now=now)
    write_matches(rounds, laid)


def _keep_preset(name: str) -> str:
    """Store what a preset says now, once for all stages that are drawn by it; returns its digest."""
    base = present(name)
    copy = RulesetCopy(digest=base.digest, document=dump_ruleset(base.ruleset))
    RulesetCopy.objects.bulk_create([copy], ignore_conflicts=True)
    return base.digest


def make_rounds(
    event: Tournament, draw: Draw, planned_rounds: Sequence[LaidRound], timing: Timing, *, now: datetime
) -> list[Round]:
    """Write released rounds, each sitting with a clock of its own; the round's clock is that of the first."""
    clocks = Clock.objects.bulk_create(
        [
            Clock(
                tournament=event,
                seconds=timing.round_seconds,
                reminder_seconds=timing.reminder_seconds,
                last_deals=timing.last_deals,
                sitting=sitting,
                sittings=each.sittings,
            )
            for each in planned_rounds
            for sitting in range(1, each.sittings + 1)
        ]
    )
    first = [clock for clock in clocks if clock.sitting == 1]
    rounds = Round.objects.bulk_create(
        [
            Round(
                stage=draw.stage, draw=draw, number=each.number, state=RoundState.RELEASED, clock=clock, released_at=now
            )
            for each, clock in zip(planned_rounds, first, strict=True)
        ]
    )
    if len(clocks) > len(first):
        of_rounds = [made for made, each in zip(rounds, planned_rounds, strict=True) for _ in range(each.sittings)]
        for clock, made in zip(clocks, of_rounds, strict=True):
            clock.round = made if clock.sittings > 1 else None
        Clock.objects.bulk_update(clocks, ["round"])
    return rounds


def write_matches(rounds: Sequence[Round], laid: Laid, known: Mapping[int, Match] | None = None) -> None:
    """Write the matches of these rounds; `known` are those of a bracket, by number, that were written before."""
    matches: list[Match] = []
    sides: list[tuple[MatchSide, Side]] = []
    for made, each in zip(rounds, laid.rounds, strict=True):
        for planned_match in each.matches:
            number, table, sitting = planned_match.number, planned_match.table, planned_match.sitting
            match = Match(round=made, number=number, table=table, sitting=sitting)
            matches.append(match)
            sides += [
                (_side(match, made, place, side, laid.lots), side) for place, side in enumerate(planned_match.sides)
            ]
    Match.objects.bulk_create(matches)
    by_number = {**(known or {}), **{match.number: match for match in matches}}
    for row, side in sides:
        row.match = row.match  # takes the key that its match was given just now
        row.from_match = by_number[side.match] if side.match is not None else None
    MatchSide.objects.bulk_create([row for row, _ in sides])


def _side(match: Match, made: Round, position: int, side: Side, lots: Mapping[int, str]) -> MatchSide:
    lot = lots.get(side.team, "") if side.team is not None else ""
    source = SideSource(side.source)
    return MatchSide(match=match, round=made, position=position, source=source, team_id=side.team, lot=lot)


def _enter(stage: Stage, laid: Laid) -> None:
    """Write who plays in the stage, with lots and groups: rows of the stage before are there already."""
    first = laid.rounds[0].number
    rows = StageEntry.objects.filter(stage=stage) if first > 1 else ()
    entries = {entry.team_id: entry for entry in rows}
    groups = _groups(stage, laid.groups)
    group_of = {team: group for group, teams in zip(groups, laid.groups, strict=True) for team in teams}
    fresh = [team for team in laid.teams if team not in entries]
    changed = [
        entry
        for team, entry in entries.items()
        if team in laid.teams and (team in group_of or entry.lot != laid.lots.get(team, entry.lot))
    ]
    if changed:
        StageEntry.objects.filter(pk__in=[entry.pk for entry in changed]).update(lot="")
        for entry in changed:
            entry.lot = laid.lots.get(entry.team_id, entry.lot)
            entry.group = group_of.get(entry.team_id, entry.group)
        StageEntry.objects.bulk_update(changed, ["lot", "group"])
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, team_id=team, lot=laid.lots.get(team, ""), group=group_of.get(team), from_round=first)
        for team in fresh
    )


def _groups(stage: Stage, parts: Sequence[tuple[int, ...]]) -> list[Group]:
    """Return the rows of the parts of a draw, which are made with the first one."""
    made = list(stage.groups.order_by("order")) if parts else []
    if made or not parts:
        return made
    divisions: list[int | None] = [None] * len(parts)
    if divisions_of(stage, plan_of(stage)):
        teams = [team for part in parts for team in part[:1]]
        division_of = dict(Team.objects.filter(pk__in=teams).values_list("pk", "division"))
        divisions = [division_of[part[0]] if part else None for part in parts]
    return Group.objects.bulk_create(
        [Group(stage=stage, order=order, division_id=division) for order, division in enumerate(divisions)]
    )


def take_up(draw: Draw) -> None:
    """Remove what the release of a draw made; who came into the stage by it is no longer in it."""
    rounds = draw.rounds.all()
    first = rounds.aggregate(first=Min("number"))["first"] or 0
    clocks = list(clocks_of(rounds).values_list("pk", flat=True))
    MatchSide.objects.filter(round__in=list(rounds)).delete()
    rounds.delete()
    Clock.objects.filter(pk__in=clocks).delete()
    entries = StageEntry.objects.filter(stage=draw.stage)
    if plan_of(draw.stage).entrants is None:
        entries.filter(from_round__gte=first).delete()
    if not draw.stage.rounds.exists():
        entries.update(lot="", group=None)
        Group.objects.filter(stage=draw.stage).delete()
