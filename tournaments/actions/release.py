"""What the release of a draw makes, within its transaction: a fixed number of statements for any number of teams."""

from datetime import datetime

from tournaments.models import Clock, Draw, Match, MatchSide, Round, SideSource, StageEntry, Tournament
from tournaments.pairing import DrawnRound, Outcome
from tournaments.states import RoundState


def lay_out(event: Tournament, draw: Draw, outcome: Outcome, *, now: datetime) -> None:
    """Write lots, clocks, rounds, matches and sides; the stage keeps the regulations in force now."""
    stage = draw.stage
    if stage.rules_id != event.rules_id:
        stage.rules_id = event.rules_id
        stage.save(update_fields=["rules"])
    teams = [entrant[0] for entrant in draw.inputs["entrants"]]
    StageEntry.objects.bulk_create(
        [StageEntry(stage=stage, team_id=team, lot=outcome.lots.get(team, "")) for team in teams]
    )
    timing = event.regulations.stage.timing
    clocks = Clock.objects.bulk_create(
        [
            Clock(
                tournament=event,
                seconds=timing.round_seconds,
                reminder_seconds=timing.reminder_seconds,
                last_deals=timing.last_deals,
            )
            for _ in outcome.rounds
        ]
    )
    rounds = Round.objects.bulk_create(
        [
            Round(stage=stage, draw=draw, number=each.number, state=RoundState.RELEASED, clock=clock, released_at=now)
            for each, clock in zip(outcome.rounds, clocks, strict=True)
        ]
    )
    matches: list[Match] = []
    sides: list[MatchSide] = []
    for made, each in zip(rounds, outcome.rounds, strict=True):
        for match, of_match in _matches(made, each, outcome):
            matches.append(match)
            sides.extend(of_match)
    Match.objects.bulk_create(matches)
    for side in sides:
        side.match = side.match  # takes the key that its match was given just now
    MatchSide.objects.bulk_create(sides)


def _matches(made: Round, each: DrawnRound, outcome: Outcome) -> list[tuple[Match, list[MatchSide]]]:
    """Pair every match with its sides; a bye follows the tables, without one, against nobody."""
    found = []
    for drawn in each.matches:
        match = Match(round=made, number=drawn.table, table=drawn.table)
        found.append((match, [_side(match, made, place, team, outcome) for place, team in enumerate(drawn.sides)]))
    for place, team in enumerate(each.byes, start=1):
        match = Match(round=made, number=len(each.matches) + place, table=None)
        empty = MatchSide(match=match, round=made, position=1, source=SideSource.BYE)
        found.append((match, [_side(match, made, 0, team, outcome), empty]))
    return found


def _side(match: Match, made: Round, position: int, team: int, outcome: Outcome) -> MatchSide:
    return MatchSide(match=match, round=made, position=position, team_id=team, lot=outcome.lots.get(team, ""))
