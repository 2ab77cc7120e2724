"""The facts of a notice, each checked against what happened."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tournaments.events import facts as f
from tournaments.rehearsal.oracle.findings import Case, Violation
from tournaments.rehearsal.oracle.pairs import byes_before, is_own_unit
from tournaments.rehearsal.oracle.points import when
from tournaments.rehearsal.oracle.ranking import Ranked, field_of, ranked
from tournaments.rehearsal.oracle.rows import Game, RoundRow, StageRow
from tournaments.rehearsal.oracle.stages import groups_of, source_of

FIRST_TWO = 2


def check(fact: f.Fact, cases: Sequence[Case]) -> Iterator[Violation]:
    """Yield what contradicts a fact of a stage so far; nothing of what concerns the event as a whole."""
    stage = getattr(fact, "stage", None) or getattr(fact, "to", None)
    concerned = [case for case in cases if stage in {None, case.row.code} and case.row.rounds]
    if isinstance(fact, f.Rounds):
        yield from _rounds(fact, concerned)
        return
    if type(fact) not in CHECKS:
        return
    for case in concerned:
        yield from CHECKS[type(fact)](case, fact)


def _rounds(fact: f.Rounds, cases: Sequence[Case]) -> Iterator[Violation]:
    if not cases or not cases[0].full or not cases[0].over:
        return
    played = sum(len(case.row.closed_rounds) for case in cases)
    if played != fact.rounds:
        yield cases[0].fault("fact rounds", f"{played} rounds were played instead of {fact.rounds}")


def _clock(case: Case, fact: f.Clock) -> Iterator[Violation]:
    for each in case.row.rounds:
        length, reminder, deals = each.clock
        wrong = (
            length != fact.minutes * 60
            or (fact.reminder is not None and reminder != fact.reminder * 60)
            or (fact.last_deals is not None and deals != fact.last_deals)
        )
        if wrong:
            yield case.fault("fact clock", f"{length} s, reminder {reminder} s, {deals} last deals", each.number)


def _counts(case: Case, fact: f.Counts) -> Iterator[Violation]:
    for game in case.row.games:
        for side, team in enumerate(game.teams):
            if when(case.rules, case.row, game, side) == fact.when:
                yield from _counted(case, fact, team, game.round, _ahead(game, side))
    without: dict[str, Callable[[RoundRow], list[int]]] = {
        "bye": lambda each: each.byes,
        "missed": lambda each: [team for team in case.row.seats if team not in each.teams],
    }
    if fact.when in without and case.row.format in {"random", "swiss", "neighbours", "lot_order", "random_rounds"}:
        for each in case.row.closed_rounds:
            for team in without[fact.when](each):
                if case.row.seats[team].active:
                    yield from _counted(case, fact, team, each.number, 0)


def _ahead(game: Game, side: int) -> int:
    levels = game.sheet.levels if game.sheet is not None else None
    return levels[side] - levels[1 - side] if levels else 0


def _counted(case: Case, fact: f.Counts, team: int, number: int, ahead: int) -> Iterator[Violation]:
    if fact.largest is not None:
        ahead = min(max(ahead, -fact.largest), fact.largest)
    wanted = Fraction(fact.points) + Fraction(fact.per_level) * ahead
    shown = case.counted.points.get((team, number))
    if shown != wanted:
        yield case.fault("fact counts", f"team {team}: {fact.when} counts {shown} instead of {wanted}", number)


def _bye_to(case: Case, fact: f.ByeTo) -> Iterator[Violation]:
    for place, each in enumerate(case.row.rounds):
        draw = case.row.draws.get(each.draw or 0)
        if draw is None or draw.warns("bye_not_by_rule"):
            continue
        could = [team for team in each.teams if team not in byes_before(case, each.number)] or each.teams
        for team in each.byes:
            if fact.whom == "highest_lot":
                lots = {one: int(case.row.seats[one].lot or 0) for one in could}
                best, own = max(lots.values()), lots.get(team, 0)
            else:
                totals = _field_before(case, place).totals
                best, own = -min(totals[one] for one in could), -totals[team]  # type: ignore[assignment]
            if own != best:
                yield case.fault("fact bye_to", f"team {team} sits out, not the {fact.whom}", each.number)


def _until(row: StageRow, place: int) -> StageRow:
    """Return a stage as it stood when one of its rounds was drawn: who left since was there."""
    draw = row.draws.get(row.rounds[place].draw or 0)
    there = set(draw.entrants) if draw is not None else set()
    seats = {team: replace(seat, active=team in there) for team, seat in row.seats.items()}
    return replace(row, seats=seats, rounds=row.rounds[:place])


def _field_before(case: Case, place: int) -> Ranked:
    return field_of(case.rules, _until(case.row, place), case.row.seats)


def _never(case: Case, fact: f.Never) -> Iterator[Violation]:
    if fact.what == "own_unit":
        for game in case.row.games:
            if is_own_unit(case, game.teams):
                yield case.fault("fact never", f"{game.teams} are of one unit", game.round)
    elif fact.what == "rematch":
        games = [game for each in (*case.earlier, case) for game in each.row.games if game.played]
        for pair, times in Counter(game.pair for game in games).items():
            if times > 1:
                yield case.fault("fact never", f"{sorted(pair)} meet {times} times")
    else:
        byes = [team for each in (*case.earlier, case) for row in each.row.rounds for team in row.byes]
        for team, times in Counter(byes).items():
            if times > 1:
                yield case.fault("fact never", f"team {team} sits out {times} times")


def _avoided(case: Case, fact: f.Avoided) -> Iterator[Violation]:
    """Whether it could be avoided is judged with the pairs; here, that the regulations ask for it at all."""
    name = {"rematch": "no_rematch", "own_unit": "no_own_unit", "second_bye": "one_bye"}[fact.what]
    if case.rules.plan["constraints"][name] == "off":
        yield case.fault("fact avoided", f"nothing keeps the draw from a {fact.what}")


def _everybody_plays(case: Case, _fact: f.EverybodyPlays) -> Iterator[Violation]:
    for each in case.row.closed_rounds:
        absent = _absent(case, each)
        here = [team for team, seat in case.row.seats.items() if seat.active and seat.from_round <= each.number]
        missing = [team for team in here if team not in each.teams]
        if set(missing) - absent:
            yield case.fault("fact everybody_plays", f"{missing} do not play", each.number)


def _absent(case: Case, each: RoundRow) -> set[int]:
    draw = case.row.draws.get(each.draw or 0)
    return set(draw.asked.get("absent", ())) if draw is not None else set()


def _loser_out(case: Case, _fact: f.LoserOut) -> Iterator[Violation]:
    lost: set[int] = set()
    for each in case.row.rounds:
        for game in each.games:
            again = lost & set(game.teams)
            if len(again) == 1:
                yield case.fault("fact loser_out", f"{again} play again against a team that has not lost", each.number)
        lost |= {
            team for game in each.games if game.sheet and game.winner for team in game.teams if team != game.winner
        }


def _pairs_by(case: Case, fact: f.PairsBy) -> Iterator[Violation]:
    """Each part of a field has an order and tables of its own."""
    parts: dict[tuple[str, int | None], list[int]] = {}
    for team, seat in case.row.seats.items():
        parts.setdefault((seat.division, seat.group), []).append(team)
    for place, each in enumerate(case.row.rounds, start=1):
        for teams in parts.values() if place >= fact.from_round else ():
            order = _order_before(case, fact.order, place - 1, teams)
            games = [game for game in each.games if set(game.teams) <= order.keys()]
            in_turn = sorted(games, key=lambda game: (game.sitting, game.table))
            seated = [sorted(order[team] for team in game.teams) for game in in_turn]
            if any(one[1] > two[0] for one, two in pairwise(seated)):
                words = f"the tables are not in the order of {fact.order}: {seated}"
                yield case.fault("fact pairs_by", words, each.number)


def _order_before(case: Case, by: str, place: int, teams: Sequence[int]) -> dict[int, int]:
    """Return where teams stood when a round was drawn, or their lots."""
    if by == "lots":
        return {team: int(case.row.seats[team].lot or 0) for team in teams}
    ties = ranked(field_of(case.rules, _until(case.row, place), teams), case.rules.criteria)
    return {team: number for number, tie in enumerate(ties) for team in tie}


def _drawn(case: Case, fact: f.Drawn) -> Iterator[Violation]:
    draws = {each.draw for each in case.row.rounds}
    if (len(draws) == 1) != (fact.how == "at_once") and len(case.row.rounds) > 1:
        yield case.fault("fact drawn", f"{len(draws)} draws made {len(case.row.rounds)} rounds")
    if fact.how == "each_round" and len(draws) != len(case.row.rounds):
        yield case.fault("fact drawn", f"{len(draws)} draws made {len(case.row.rounds)} rounds")


def _ranked_by(case: Case, fact: f.RankedBy) -> Iterator[Violation]:
    """The order that the portal shows is the order by the criteria of the notice."""
    if case.counted.groups:
        teams = [([team for tie in ties for team in tie], ties) for ties in case.counted.groups.values()]
    else:
        teams = [(list(case.row.seats), case.counted.places)]
    for members, shown in teams:
        wanted = ranked(field_of(case.rules, case.row, members), fact.criteria)
        if [set(tie) for tie in wanted] != [set(tie) for tie in shown]:
            yield case.fault(
                "fact ranked_by", f"by {', '.join(fact.criteria)} the order is {wanted}, not {list(shown)}"
            )


def _advances(case: Case, fact: f.Advances) -> Iterator[Violation]:
    source = source_of(case)
    if source is None:
        yield case.fault("fact advances", "the stage takes nobody from another")
        return
    going = [team for team, seat in source.row.seats.items() if seat.active or team in case.row.seats]
    if len(case.row.seats) != min(fact.teams, len(going)) and case.full:
        yield case.fault("fact advances", f"{len(case.row.seats)} teams come instead of {fact.teams}")
    if fact.per_group is not None:
        of_group = Counter(source.row.seats[team].group for team in case.row.seats)
        if any(number > fact.per_group for number in of_group.values()):
            yield case.fault("fact advances", f"{dict(of_group)} come from the groups")


def _carried(case: Case, fact: f.Carried) -> Iterator[Violation]:
    source = source_of(case)
    for team, seat in case.row.seats.items():
        total = source.counted.totals.get(team, Fraction(0)) if source is not None else Fraction(0)
        if seat.carried != total * fact.percent / 100:
            yield case.fault("fact carried", f"team {team} brings {seat.carried} of {total}")


def _in_groups(case: Case, fact: f.InGroups) -> Iterator[Violation]:
    groups = {seat.group for seat in case.row.seats.values()}
    if case.full and (len(groups) != fact.count or None in groups):
        yield case.fault("fact groups", f"{len(groups)} groups instead of {fact.count}")


def _crossed(case: Case, _fact: f.Crossed) -> Iterator[Violation]:
    source = source_of(case)
    if source is None or case.row.rounds[0].closed:
        return  # who leaves later changes the groups' tables, not who met by them
    winners = {table[0][0] for table in groups_of(source).values() if len(table[0]) == 1}
    for game in case.row.rounds[0].games:
        one, other = (source.row.seats[team].group for team in game.teams)
        if one == other or set(game.teams) <= winners:
            yield case.fault("fact crossed", f"{game.teams} meet in the first round", game.round)


def _units_apart(case: Case, _fact: f.UnitsApart) -> Iterator[Violation]:
    for draw in case.row.draws.values():
        halves = _halves(draw.outcome.get("bracket", []))
        units: dict[int, list[int]] = {}
        for team, unit in draw.inputs["entrants"]:
            if unit is not None:
                units.setdefault(unit, []).append(team)
        for teams in units.values():
            if len(teams) == FIRST_TWO and halves.get(teams[0]) == halves.get(teams[1]):
                yield case.fault("fact units_apart", f"{teams} stand in one half")


def _halves(bracket: Sequence[Mapping[str, Any]]) -> dict[int, int]:
    """Return in which half of a bracket each team begins."""
    matches = {match["number"]: match for match in bracket}
    final = max((m for m in bracket if m["part"] in {"main", "final"}), key=lambda m: m["round"], default=None)
    found: dict[int, int] = {}

    def follow(side: Mapping[str, Any], half: int) -> None:
        if side.get("team") is not None:
            found[side["team"]] = half
        if side.get("match") is not None:
            for each in matches[side["match"]]["sides"]:
                follow(each, half)

    for half, side in enumerate(final["sides"] if final else ()):
        follow(side, half)
    return found


def _third_place(case: Case, _fact: f.ThirdPlace) -> Iterator[Violation]:
    if not case.row.closed or len(case.row.seats) <= FIRST_TWO + 1 or len(case.row.rounds) < FIRST_TWO:
        return
    final, before = case.row.rounds[-1], case.row.rounds[-2]
    losers = {team for game in before.games for team in game.teams if game.winner not in {None, team}}
    here = {team for team in losers if case.row.seats[team].active}
    if len(here) == FIRST_TWO and not any(here == set(game.teams) for game in final.games):
        yield case.fault("fact third_place", f"{sorted(here)} do not play for the third place")


def _equal(case: Case, fact: f.Equal) -> Iterator[Violation]:
    for game in case.row.games:
        sheet = game.sheet
        figures = (sheet.levels or sheet.scores) if sheet is not None and game.played else None
        if sheet is None or figures is None or figures[0] != figures[1]:
            continue
        if sheet.decided_by != fact.by or (sheet.winner is None) != (fact.by == "draw"):
            yield case.fault("fact equal", f"{game.teams}: decided by {sheet.decided_by or 'nothing'}", game.round)


def _early_lead(case: Case, fact: f.EarlyLead) -> Iterator[Violation]:
    for game in case.row.games:
        sheet = game.sheet
        if sheet is None or sheet.levels is None or not game.played:
            continue
        ahead = abs(sheet.levels[0] - sheet.levels[1])
        if ahead >= fact.levels and sheet.decided_by not in {"early_lead", "ladder"}:
            yield case.fault("fact early_lead", f"{game.teams}: {ahead} levels, {sheet.decided_by}", game.round)


def _official(case: Case, fact: f.Official) -> Iterator[Violation]:
    if fact.by != "both_sides":
        return
    for game in case.row.games:
        sheet = game.sheet
        if sheet is not None and game.played and not sheet.by_chief and sheet.sides != {0, 1}:
            yield case.fault("fact official", f"{game.teams}: official without both sides' word", game.round)


def _rule(case: Case, fact: f.Rule) -> Iterator[Violation]:
    held = _bare(case.rules.values.get(fact.path))
    if held != _bare(fact.value):
        yield case.fault("fact rule", f"{fact.path} is {held}, not {fact.value}")


def _bare(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _bare(each) for name, each in value.items() if each is not None}
    return [_bare(each) for each in value] if isinstance(value, list | tuple) else value


CHECKS: Mapping[type[Any], Callable[[Case, Any], Iterator[Violation]]] = {
    f.Clock: _clock,
    f.Counts: _counts,
    f.ByeTo: _bye_to,
    f.Never: _never,
    f.Avoided: _avoided,
    f.EverybodyPlays: _everybody_plays,
    f.LoserOut: _loser_out,
    f.PairsBy: _pairs_by,
    f.Drawn: _drawn,
    f.RankedBy: _ranked_by,
    f.Advances: _advances,
    f.Carried: _carried,
    f.InGroups: _in_groups,
    f.Crossed: _crossed,
    f.UnitsApart: _units_apart,
    f.ThirdPlace: _third_place,
    f.Equal: _equal,
    f.EarlyLead: _early_lead,
    f.Official: _official,
    f.Rule: _rule,
}
