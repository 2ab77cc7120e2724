"""A match as its table's page keeps it, deal by deal: one object in words, ready for JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.deals import SEATS
from tournaments.errors import NotFound
from tournaments.models import Deal, DealMark, Match, MatchSide, SheetOutcome, Tournament
from tournaments.phrases import deals as words
from tournaments.phrases.results import Side
from tournaments.phrases.rules import effect_words, offence_words
from tournaments.phrases.rules.tables import span_words
from tournaments.policy import ANY_TABLE, Actor, Permission
from tournaments.selectors.deals import DealRow, MatchPlay, play_of
from tournaments.selectors.lateness import late_sides
from tournaments.selectors.names import team_names, written_by
from tournaments.selectors.play_rules import (
    decisions_object,
    last_deals_of,
    late_object,
    offences_object,
    rules_object,
    time_up_object,
)
from tournaments.selectors.referees import kept_tables
from tournaments.selectors.results import Content, match_at, match_begun, shown_of
from tournaments.selectors.rounds import current_round, sitting_of
from tournaments.selectors.rulings import LedgerRow, effect_of_row, occurrences, reversal_of
from tournaments.selectors.tables import report_of, side_of
from tournaments.states import RoundState

BY_LOSER = (SheetOutcome.FORFEIT_0, SheetOutcome.FORFEIT_1)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Who asks about which match, and how its sides, seats and times are said."""

    event: Tournament
    actor: Actor
    play: MatchPlay
    sides: tuple[Side, Side]
    open: bool

    def call(self, side: int) -> str:
        return self.sides[side].lot or self.sides[side].names or words.side_letter(side)

    def seat(self, seat: int) -> str:
        return self.call(seat % 2)

    def time(self, at: datetime) -> str:
        return self.event.clock_time(at)


def play_at(event: Tournament, actor: Actor, table: int, sitting: int | None = None) -> dict[str, Any]:
    """Return the match of the current round at a table (in `sitting`, else now); NotFound where no match is."""
    current = current_round(event)
    if current is None:
        raise NotFound("table_without_match", table=table)
    found = match_at(current, table, sitting)
    if found is None:
        raise NotFound("table_without_match", table=table)
    found.round = current
    current.stage.division.tournament = event
    return play_object(event, actor, found)


def match_to_play(event: Tournament, match_id: int) -> Match:
    """Return a match of the event with all that `play_object` reads; NotFound for every other."""
    found = (
        Match.objects.filter(pk=match_id, round__stage__division__tournament=event, table__isnull=False)
        .select_related("round__stage__rules", "round__stage__division", "round__clock")
        .first()
    )
    if found is None:
        raise NotFound
    found.round.stage.division.tournament = event
    return found


def play_object(event: Tournament, actor: Actor, match: Match, play: MatchPlay | None = None) -> dict[str, Any]:
    """Return a match deal by deal with everything that a page shows or asks; `play` instead of what is stored.

    Names are in full: for those who may submit results. As many queries for one deal as for many.
    """
    play = play or play_of(match)
    rows = list(MatchSide.objects.filter(match=match).order_by("position"))
    first, second = rows
    names = team_names(event, in_full=True, only=[side.team_id for side in rows if side.team_id is not None])
    sides = side_of(first, names), side_of(second, names)
    reader = _Reader(event, actor, play, sides, _open(actor, match))
    late = late_sides(match, play.ruleset, play.ledger)
    teams = first.team_id or 0, second.team_id or 0
    return {
        **_match(reader, match),
        **_state(reader),
        "rules": rules_object(play.ruleset),
        "deals": [_deal(reader, row) for row in play.rows],
        "rulings": [ruling_object(reader, row) for row in play.ledger],
        "offences": offences_object(play.ruleset, teams, occurrences(teams)),
        "decisions": decisions_object(may_decide=actor.may(Permission.DECIDE_RESULTS)),
        "late": late_object(event, match, play.ruleset, late),
        "time_up": time_up_object(match, play.ruleset),
        "reported": _reported(reader),
        "report": _report(play),
    }


def _open(actor: Actor, match: Match) -> bool:
    """Tell whether this person may write deals and rulings here now."""
    if not match_begun(match) or not actor.may(Permission.SUBMIT_RESULT):
        return False
    if actor.qualities & ANY_TABLE:
        return True
    return match.round.state != RoundState.CLOSED and bool(kept_tables(actor, [match.table or 0]))


def _match(reader: _Reader, match: Match) -> dict[str, Any]:
    return {
        "match": match.pk,
        "round": match.round.number,
        "table": match.table,
        "sitting": sitting_of(match.round, match),
        "begun": match_begun(match),
        "closed": match.round.state == RoundState.CLOSED,
        "open": reader.open,
        "may_decide": reader.actor.may(Permission.DECIDE_RESULTS),
        "sides": [_side(side) for side in reader.sides],
        "roster": [
            {
                "seat": seat,
                "side": seat % 2,
                "words": words.seat_words(reader.call(seat % 2), seat // 2 + 1),
                "known": False,
            }
            for seat in range(SEATS)
        ],
    }


def _side(side: Side) -> dict[str, Any]:
    return {
        "position": side.position,
        "lot": side.lot,
        "number": side.number,
        "unit": side.unit,
        "division": side.division,
        "players": list(side.players),
        "words": side.words,
    }


def _state(reader: _Reader) -> dict[str, Any]:
    play, ladder = reader.play, reader.play.ruleset.ladder
    last = last_deals_of(play.match, play.ruleset, play.rows)
    ended_by = play.ended_by or ("last_deals" if last is not None and not last.left else "")
    dealer = play.next_dealer
    return {
        "number": play.number,
        "levels": list(play.levels),
        "labels": list(ladder.labels()),
        "start": ladder.label(ladder.start_position),
        "dealer": dealer,
        "dealer_side": play.dealer_side,
        "dealer_words": words.dealer_words(reader.seat(dealer) if dealer is not None else "", first=dealer is None),
        "last_deals": None
        if last is None
        else {
            "total": last.total,
            "played": last.played,
            "left": last.left,
            "words": words.last_deals_words(last.left, last.total),
            "clause": play.ruleset.round_clock.last_deals.clause,
        },
        "scores": list(play.scores),
        "finished": bool(ended_by),
        "ended_by": ended_by,
        "ended_words": words.ended_words(ended_by),
        "winner": play.winner,
        "forfeit": _forfeit(play),
        "decision": _decision(reader),
    }


def _forfeit(play: MatchPlay) -> str:
    """Return the outcome to hand in where the match was lost by a ruling, else ""."""
    if play.ended_by != "match_lost":
        return ""
    return str(SheetOutcome.FORFEIT_BOTH if play.winner is None else BY_LOSER[1 - play.winner])


def _decision(reader: _Reader) -> dict[str, Any]:
    play = reader.play
    if play.ended_by == "match_lost":
        said = words.lost_words(play.winner, reader.call)
        return {"winner": play.winner, "decided_by": "match_lost", "words": said, "clause": ""}
    decision, by_points = play.decision, play.ruleset.match_result.kind.value == "per_deal"
    return {
        "winner": decision.winner,
        "decided_by": decision.decided_by,
        "words": words.decision_words(decision.decided_by, decision.winner, reader.call, by_points=by_points),
        "clause": decision.clause,
    }


def _deal(reader: _Reader, row: DealRow) -> dict[str, Any]:
    score, deal = row.score, row.deal
    levels = reader.play.labels(row.levels_after)
    steps = score.steps if score is not None else ()
    table = next((step.params for step in steps if step.code == "level_table"), None)
    counted = score is not None
    return {
        **_stored(deal),
        "dealer_words": reader.seat(deal.dealer),
        "p": score.points if score is not None else None,
        "multiplier": score.multiplier if score is not None else 0,
        "kitty_gain": score.kitty_gain if score is not None else 0,
        "held": score.deal_held if score is not None else None,
        "void": score.void if score is not None else False,
        "counted": counted,
        "out_of_turn": row.out_of_turn,
        "sentence": words.sentence(row.number, score, reader.call, deal.dealer % 2, levels)
        if deal.mark != DealMark.MISTAKE
        else words.mistake_words(row.number),
        "row_words": _row_words(table),
        "deltas": [score.dealer_delta, score.attackers_delta] if score is not None else [0, 0],
        "levels_after": list(levels),
        "next_dealer": score.next_dealer if score is not None else None,
        "next_dealer_words": reader.seat(score.next_dealer) if score is not None else "",
        "steps": [
            {"code": step.code, "words": words.step_words(step, reader.call, reader.seat), "clause": step.clause}
            for step in steps
        ],
        "penalties": [{"id": each.ruling.pk, "words": _ruled_words(reader, each)} for each in row.penalties],
        "versions": [_version(reader, version) for version in row.versions],
        "removable": reader.open and row.number == reader.play.number - 1,
    }


def _stored(deal: Deal) -> dict[str, Any]:
    return {
        "number": deal.number,
        "version": deal.version,
        "dealer": deal.dealer,
        "dealer_side": deal.dealer % 2,
        "points": deal.points,
        "kitty_points": deal.kitty_points,
        "last_trick": deal.last_trick,
        "mark": str(deal.mark),
        "mark_words": words.mark_words(deal.mark),
    }


def _row_words(table: Any) -> str:
    """Say the row of the level table that a deal fell into: "120–175"."""
    return span_words(table["lowest"], table["highest"]) if table is not None else ""


def _version(reader: _Reader, version: Deal) -> dict[str, Any]:
    return {
        "version": version.version,
        "at_words": reader.time(version.received_at),
        "by": written_by(version),
        "sentence": words.version_words(reader.seat(version.dealer), version.points, version.kitty_points),
        "reason": version.reason,
        "removed": version.removed,
    }


def _ruled_words(reader: _Reader, row: LedgerRow) -> str:
    return words.ruled_words(
        reader.call(row.side),
        offence_words(row.ruling.offence),
        effect_words(effect_of_row(row.ruling), reader.play.ruleset.level_table),
    )


def ruling_object(reader: _Reader, row: LedgerRow) -> dict[str, Any]:
    ruling = row.ruling
    back = reversal_of(ruling)
    return {
        "id": ruling.pk,
        "side": row.side,
        "offence": ruling.offence,
        "claimed": ruling.claimed,
        "words": offence_words(ruling.offence),
        "effect_words": effect_words(effect_of_row(ruling), reader.play.ruleset.level_table),
        "clause": ruling.clause,
        "cards": ruling.cards,
        "occurrence": ruling.occurrence,
        "deal": ruling.deal,
        "unit": str(ruling.unit),
        "value": ruling.value,
        "note": ruling.note,
        "by": written_by(ruling),
        "at": ruling.at.isoformat(),
        "at_words": reader.time(ruling.at),
        "escalation_moved": row.escalation_moved,
        "waits": ruling.deal is not None and ruling.deal >= reader.play.number and row.stands,
        "reversed": None
        if back is None
        else {"id": back.pk, "reason": back.note, "by": written_by(back), "at_words": reader.time(back.at)},
        "reversible": back is None and reader.open,
    }


def _reported(reader: _Reader) -> dict[str, Any] | None:
    """Return the newest sheet that stands, against the deals."""
    play, sheet = reader.play, reader.play.sheet
    if sheet is None:
        return None
    levels = shown_of(Content.of(sheet), play.ruleset.ladder.label)
    said = words.differ_words(play.levels, levels) if play.reported_differs else ""
    return {"levels": list(levels), "version": sheet.version, "differs": play.reported_differs, "words": said}


def _report(play: MatchPlay) -> dict[str, Any]:
    report = report_of(play.ruleset)
    return {
        "kind": report.kind,
        "dealer_side_on_equal": report.dealer_side_on_equal,
        "lots_on_equal": report.lots_on_equal,
        "lots_without_deal": report.lots_without_deal,
        "draw": report.draw,
    }


def find(objects: Sequence[dict[str, Any]], name: str, value: object) -> dict[str, Any] | None:
    """Return the deal or ruling of a play object that has this number or id."""
    return next((each for each in objects if each[name] == value), None)
