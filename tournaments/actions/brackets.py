"""A bracket follows its official results: who won comes to the next match, in the transaction that made it official.

Who sits where is derived anew from the stored draw each time, and only what differs is written.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from django.utils.translation import gettext

from tournaments.actions.log import record
from tournaments.actions.release import Laid, LaidMatch, LaidRound, make_rounds, write_matches
from tournaments.errors import Invalid, Refusal
from tournaments.models import Draw, Match, MatchSide, ResultSheet, Ruling, SheetOutcome, SideSource, Team, Tournament
from tournaments.pairing import BracketMatch, Outcome, Side
from tournaments.pairing.brackets.playing import NOBODY, OPEN, Decided, Seat, seats_now
from tournaments.policy import Actor
from tournaments.selectors.draws import bracket_tables
from tournaments.selectors.results import STANDING, Content, has_begun, match_begun
from tournaments.selectors.rulesets import plan_of
from tournaments.selectors.stage_facts import is_knockout, winner_at
from tournaments.states import SHEET, SheetState, TeamState, step

Consequence = Literal["", "keep", "clear"]
Cleared = dict[int, list[int | None]]
CONSEQUENCES: frozenset[str] = frozenset({"", "keep", "clear"})
SIDES = (0, 1)


@dataclass(slots=True)
class Bracket:
    """A bracket as it is stored: its matches by number with their sides, and what was decided of them."""

    draw: Draw
    outcome: Outcome
    matches: dict[int, Match]
    sides: dict[tuple[int, int], MatchSide]
    sheets: dict[int, list[ResultSheet]]
    out: Container[int]
    changed: set[int] = field(default_factory=set)
    cleared: "Cleared" = field(default_factory=dict)

    @property
    def decided(self) -> dict[int, Decided]:
        found = {}
        for number, sheets in self.sheets.items():
            official = next((sheet for sheet in sheets if sheet.state == SheetState.OFFICIAL), None)
            if official is not None and official.outcome != SheetOutcome.VOID:
                found[number] = Decided(winner_at(Content.of(official)))
        return found

    @property
    def fixed(self) -> dict[tuple[int, int], int]:
        """Return the sides that the organizer kept although the bracket says otherwise.

        Whom the draw itself seated in a match that has begun stays there, whatever became of the team since.
        """
        drawn = {match.number: match for match in self.outcome.bracket}
        return {
            place: side.team_id
            for place, side in self.sides.items()
            if side.team_id is not None
            and side.source == SideSource.TEAM
            and (drawn[place[0]].sides[place[1]].match is not None or self.has_begun(place[0]))
        }

    def seats(self) -> dict[int, tuple[Seat, Seat]]:
        return seats_now(self.outcome.bracket, self.decided, out=self.out, fixed=self.fixed)

    def has_begun(self, number: int) -> bool:
        """Say whether a match has a sheet, or was started."""
        return bool(self.sheets.get(number)) or match_begun(self.matches[number])


def require_winner(match: Match, sheet: ResultSheet) -> None:
    """Refuse a played match of a knockout that nobody won."""
    if not is_knockout(match.round.stage) or sheet.outcome != SheetOutcome.PLAYED:
        return
    if winner_at(Content.of(sheet)) is None:
        raise Invalid("knockout_needs_winner", field="winner")


def follow(
    actor: Actor,
    event: Tournament,
    match: Match,
    *,
    now: datetime,
    consequence: Consequence = "",
    reason: str = "",
) -> Cleared:
    """Let the bracket of a match follow what is official now; nothing to do for a match of none.

    Another winner replaces the one before where the next match has not begun. Where it has, Refusal `next_match_begun`
    names the matches, unless `consequence` says that they stay ("keep") or that their sheets are rejected ("clear").
    Returns the official sheet of every match that was cleared, and its teams, by the match.
    """
    if consequence not in CONSEQUENCES:
        raise Invalid("unknown_consequence", field="consequence")
    draw = match.round.draw if is_knockout(match.round.stage) else None
    if draw is None:
        return {}
    return _follow(actor, event, draw, now=now, consequence=consequence, reason=reason)


def follow_all(actor: Actor, event: Tournament, *, now: datetime) -> None:
    """Let every bracket of the event follow who is still in it: a team that left comes to no further match."""
    draws = Draw.objects.filter(rounds__stage__division__tournament=event, rounds__stage__closed_at=None).distinct()
    for draw in draws.select_related("stage__rules", "stage__division"):
        if is_knockout(draw.stage):
            _follow(actor, event, draw, now=now, consequence="keep", reason="")


def read(draw: Draw) -> Bracket | None:
    """Return the bracket of a released draw; None where it has none."""
    outcome = Outcome.from_json(draw.outcome)
    if not outcome.bracket:
        return None
    matches = Match.objects.filter(round__draw=draw).select_related("round__clock", "round__stage__rules")
    by_number = {match.number: match for match in matches.prefetch_related("round__clock__events")}
    by_id = {match.pk: match.number for match in by_number.values()}
    sheets: dict[int, list[ResultSheet]] = {}
    for sheet in ResultSheet.objects.filter(match__round__draw=draw, state__in=STANDING).order_by("version"):
        sheets.setdefault(by_id[sheet.match_id], []).append(sheet)
    sides = MatchSide.objects.filter(round__draw=draw)
    out = Team.objects.filter(stage_entries__stage=draw.stage_id)
    return Bracket(
        draw,
        outcome,
        by_number,
        {(by_id[side.match_id], side.position): side for side in sides},
        sheets,
        set(out.exclude(state=TeamState.ACTIVE).values_list("pk", flat=True)),
    )


def _follow(
    actor: Actor, event: Tournament, draw: Draw, *, now: datetime, consequence: Consequence, reason: str
) -> Cleared:
    bracket = read(draw)
    if bracket is None:
        return {}
    begun = _other_teams(bracket)
    while begun:
        if not consequence:
            words = gettext(", ").join(_called(bracket.matches[number]) for number in begun)
            raise Refusal("next_match_begun", matches=words, count=len(begun))
        for number in begun:
            how = _keep if consequence == "keep" else _clear
            how(actor, event, bracket, number, now=now, reason=reason)
        begun = _other_teams(bracket)
    _write(event, bracket)
    _second_final(event, bracket, now=now)
    return bracket.cleared


def _other_teams(bracket: Bracket) -> list[int]:
    """Return the matches that have begun with another team than the bracket has for them now."""
    seats = bracket.seats()
    return [
        number
        for number in sorted(bracket.matches)
        if bracket.has_begun(number) and any(_replaced(bracket, number, seats[number], side) for side in SIDES)
    ]


def _replaced(bracket: Bracket, number: int, seats: tuple[Seat, Seat], position: int) -> bool:
    there = bracket.sides[number, position].team_id
    return there is not None and seats[position] != there


def _called(match: Match) -> str:
    return f"{match.round.number}-{match.table or match.number}"


def _keep(actor: Actor, event: Tournament, bracket: Bracket, number: int, *, now: datetime, reason: str) -> None:
    """Let who has come from the matches before stay where they are, winners and losers: the correction moves nobody."""
    seats = bracket.seats()[number]
    replaced = [position for position in SIDES if _replaced(bracket, number, seats, position)]
    sources = {bracket.sides[number, position].from_match_id for position in replaced}
    kept = [side for side in bracket.sides.values() if side.team_id is not None and side.from_match_id in sources]
    for side in kept:
        side.source = SideSource.TEAM
    MatchSide.objects.bulk_update(kept, ["source"])
    match = bracket.matches[number]
    teams = [bracket.sides[number, position].team_id for position in replaced]
    data = {"round": match.round.number, "table": match.table, "teams": teams}
    record(actor, event, "match.kept", match, now=now, data=data, reason=reason)


def _clear(actor: Actor, event: Tournament, bracket: Bracket, number: int, *, now: datetime, reason: str) -> None:
    """Put the sheets of a match aside and empty its sides, so that it is played by those who come to it now.

    What had been kept of who came from it is kept no longer.
    """
    match, versions = bracket.matches[number], []
    for sheet in bracket.sheets.pop(number, ()):
        aside = SheetState.REJECTED
        if sheet.state == SheetState.OFFICIAL:
            teams = [bracket.sides[number, position].team_id for position in SIDES]
            aside, bracket.cleared[match.pk] = SheetState.SUPERSEDED, [sheet.pk, *teams]
        sheet.state = step(SHEET, SheetState(sheet.state), aside)
        sheet.save(update_fields=["state"])
        versions.append(sheet.version)
    seats = bracket.seats()[number]
    for position in SIDES:
        if _replaced(bracket, number, seats, position):
            _seat(bracket, number, position, OPEN)
    for place, side in bracket.sides.items():
        if side.from_match_id == match.pk and place in bracket.fixed:
            side.source = SideSource(_drawn(bracket, *place).source)
            bracket.changed.add(side.pk)
    data = {"round": match.round.number, "table": match.table, "versions": versions}
    record(actor, event, "match.cleared", match, now=now, data=data, reason=reason)


def _seat(bracket: Bracket, number: int, position: int, seat: Seat) -> None:
    """Change a side in memory: a team, nobody yet, or nobody at all."""
    side = bracket.sides[number, position]
    side.source = SideSource.BYE if seat == NOBODY else SideSource(_drawn(bracket, number, position).source)
    side.team_id = seat or None
    side.lot = bracket.outcome.lots.get(seat, "") if seat else ""
    bracket.changed.add(side.pk)


def _drawn(bracket: Bracket, number: int, position: int) -> Side:
    return next(match for match in bracket.outcome.bracket if match.number == number).sides[position]


def _write(event: Tournament, bracket: Bracket) -> None:
    """Seat who comes where now, and give a match that has nobody on a side no table."""
    for number, seats in bracket.seats().items():
        if number not in bracket.matches:
            continue
        for position in SIDES:
            side = bracket.sides[number, position]
            is_nobody = side.source == SideSource.BYE
            if (side.team_id or (NOBODY if is_nobody else OPEN)) != seats[position]:
                _seat(bracket, number, position, seats[position])
    changed = [side for side in bracket.sides.values() if side.pk in bracket.changed]
    if changed:
        # Two teams may change places within a round, in which each may stand once.
        MatchSide.objects.filter(pk__in=[side.pk for side in changed]).update(team=None)
        MatchSide.objects.bulk_update(changed, ["source", "team", "lot"])
    _set_tables(event, bracket)


def _set_tables(event: Tournament, bracket: Bracket) -> None:
    for number, match in bracket.matches.items():
        empty = any(bracket.sides[number, position].source == SideSource.BYE for position in SIDES)
        if empty and match.table is not None:
            match.table = None
            match.save(update_fields=["table"])
        elif not empty and match.table is None:
            match.sitting, match.table = _free_place(event, bracket, match)
            match.save(update_fields=["sitting", "table"])


def _free_place(event: Tournament, bracket: Bracket, match: Match) -> tuple[int, int]:
    """Return where a match that had no table sits: as drawn where that is free, else in a sitting that is not over."""
    taken = {(each.sitting, each.table) for each in bracket.matches.values() if each.round_id == match.round_id}
    clock = match.round.clock
    on, last = (clock.sitting, clock.sittings) if clock is not None else (1, 1)
    first = max(on, match.sitting)
    wanted = bracket_tables(bracket.outcome.bracket)[match.number]
    team = next((side.team for side in match.sides.select_related("team__division") if side.team is not None), None)
    tables = event.regulations.venue.tables_for(team.division.code if team is not None else "")
    order = sorted(tables, key=lambda table: (table != wanted, table))
    for sitting in (first, *(each for each in range(on, last + 1) if each != first)):
        free = next((table for table in order if (sitting, table) not in taken), None)
        if free is not None:
            return sitting, free
    return first, max((table for _sitting, table in taken if table), default=0) + 1


def _second_final(event: Tournament, bracket: Bracket, *, now: datetime) -> None:
    """Lay out the second final once it is needed, and take it back while it has not begun where it no longer is."""
    seated = bracket.seats()
    for last in bracket.outcome.bracket:
        if not last.conditional:
            continue
        seats, there = seated[last.number], bracket.matches.get(last.number)
        if NOBODY in seats and there is not None:
            _take_back(there)
        elif OPEN not in seats and NOBODY not in seats and there is None:
            _lay_out(event, bracket, last, seats, now=now)


def _lay_out(
    event: Tournament, bracket: Bracket, last: BracketMatch, seats: tuple[Seat, Seat], *, now: datetime
) -> None:
    """Write it into the round of the same number of another bracket, where there is one, else into one of its own."""
    held = {match.number: match.round for match in bracket.matches.values()}
    current = next((held[each.number] for each in _beside(bracket, last) if each.number in held), None)
    number = current.number if current is not None else max(each.number for each in held.values()) + 1
    lots: Mapping[int, str] = bracket.outcome.lots
    first_final = next((bracket.matches[side.match] for side in last.sides if side.match is not None), None)
    table = (first_final.table if first_final is not None else None) or 1
    if current is not None:
        taken = {each.table for each in bracket.matches.values() if each.round_id == current.pk}
        table = table if table not in taken else max(each for each in taken if each) + 1
    laid = Laid((), lots, (), (LaidRound(number, (LaidMatch(last.number, table, last.sides),)),))
    timing = plan_of(bracket.draw.stage).timing
    rounds = [current] if current is not None else make_rounds(event, bracket.draw, laid.rounds, timing, now=now)
    write_matches(rounds, laid, bracket.matches)
    for position, seat in enumerate(seats):
        rows = MatchSide.objects.filter(round=rounds[0], match__number=last.number, position=position)
        rows.update(team_id=seat, lot=lots.get(seat or 0, ""))
    made = Match.objects.filter(round=rounds[0]).select_related("round__clock", "round__stage__rules")
    bracket.matches[last.number] = made.get(number=last.number)


def _beside(bracket: Bracket, last: BracketMatch) -> list[BracketMatch]:
    """Return the other matches of a bracket's round."""
    return [each for each in bracket.outcome.bracket if each.round == last.round and each.number != last.number]


def _take_back(match: Match) -> None:
    """Remove a match that nothing was ever written of; any other stays, without teams and without a table."""
    current, clock = match.round, match.round.clock
    if match.sheets.exists() or Ruling.objects.filter(match=match).exists() or has_begun(current):
        return
    MatchSide.objects.filter(match=match).delete()
    match.delete()
    if current.matches.exists():
        return
    current.delete()
    if clock is not None:
        clock.delete()
