"""Events with a bracket, laid out as a release does: rows made directly, results sent as official sheets."""

from collections.abc import Sequence
from typing import Any

from tournaments.models import (
    Clock,
    Draw,
    Match,
    MatchSide,
    Round,
    SeedSource,
    SideSource,
    Stage,
    StageEntry,
    Team,
    Tournament,
)
from tournaments.pairing import BracketMatch, DrawRecord, Entrant, Inputs, Outcome, Plan, draw_record
from tournaments.pairing.constraints import Constraints
from tournaments.states import DrawState, RoundState
from tournaments.tests import cast
from tournaments.tests.standings import sheets

UNITS = ("机电学院", "外语学院", "图书馆", "后勤集团", "附属医院", "体育部", "出版社", "化工学院", "离退休处")


def event(teams: int, slug: str = "spring-cup", **plan: Any) -> tuple[Tournament, list[Team]]:
    """Enter so many pairs into an event whose one stage is a knockout."""
    stage = {"code": "main", "format": "knockout", **plan}
    made = cast.event(
        slug,
        registration={"capacity": max(18, teams)},
        venue={"tables": max(9, teams // 2)},
        stages=[stage],
    )
    Stage.objects.filter(division__tournament=made).update(format=stage["format"])
    entered = [
        cast.team(made, *cast.pair_names(at), unit_name=UNITS[at % len(UNITS)], consent=at != 1) for at in range(teams)
    ]
    return made, entered


def draw(made: Tournament, teams: Sequence[Team], **plan: Any) -> Draw:
    """Store a draft of the bracket."""
    double = made.regulations.stage.format == "double_knockout"
    inputs = Inputs(tuple(Entrant(team.pk, team.unit_id) for team in teams), plan=Plan(**plan))
    record = DrawRecord("double_knockout" if double else "knockout", "1", inputs, Constraints(), "1234", 0)
    return Draw.objects.create(
        stage=Stage.objects.get(division__tournament=made),
        number=1,
        method=record.method,
        method_version=1,
        inputs=inputs.to_json(),
        constraints=record.constraints.to_json(),
        seed="1234",
        seed_source=SeedSource.CALLED,
        outcome=draw_record(record).to_json(),
        made_at=cast.NOW,
    )


def release(made: Tournament, drawn: Draw) -> None:
    """Lay the bracket out: every match with its sides, a bye without a table."""
    outcome = Outcome.from_json(drawn.outcome)
    stage = drawn.stage
    stage.rules = made.rules
    stage.save(update_fields=["rules"])
    Draw.objects.filter(pk=drawn.pk).update(state=DrawState.RELEASED, released_at=cast.NOW)
    Tournament.objects.filter(pk=made.pk).update(entries_frozen_at=cast.NOW)
    for team, lot in outcome.lots.items():
        StageEntry.objects.create(stage=stage, team_id=team, lot=lot)
    known: dict[int, Match] = {}
    for turn in sorted({each.round for each in outcome.bracket}):
        clock = Clock.objects.create(tournament=made, seconds=7200, reminder_seconds=1800, last_deals=3)
        current = Round.objects.create(
            stage=stage, draw=drawn, number=turn, state=RoundState.RELEASED, released_at=cast.NOW, clock=clock
        )
        table = 0
        for each in (match for match in outcome.bracket if match.round == turn):
            table += not each.is_bye
            known[each.number] = Match.objects.create(
                round=current, number=each.number, table=None if each.is_bye else table
            )
            _sides(current, each, known, outcome)


def _sides(current: Round, each: BracketMatch, known: dict[int, Match], outcome: Outcome) -> None:
    for position, side in enumerate(each.sides):
        MatchSide.objects.create(
            match=known[each.number],
            round=current,
            position=position,
            source=SideSource(side.source),
            team_id=side.team,
            from_match=known.get(side.match or 0),
            lot=outcome.lots.get(side.team or 0, ""),
        )


def win(made: Tournament, number: int, winner: int, **content: Any) -> None:
    """Make a result of a match official and move both teams on to where the bracket says."""
    match = Match.objects.select_related("round").get(round__stage__division__tournament=made, number=number)
    levels = (("9", "6"), ("6", "9"))[winner]
    sheets.sheet(match, levels, **content)
    sides = {side.position: side for side in match.sides.all()}
    for target in MatchSide.objects.filter(from_match=match):
        position = winner if target.source == SideSource.WINNER else 1 - winner
        target.team_id, target.lot = sides[position].team_id, sides[position].lot
        target.save(update_fields=["team", "lot"])
    made.refresh_from_db()
