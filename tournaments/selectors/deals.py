"""A match deal by deal: the stored facts, replayed through `scoring` to levels, the next dealer and the end."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from scoring import deals as counted
from scoring.kitty import Component, LastTrick
from scoring.matches import DealWon, Decision, deal_won, decide_match, points_of_deal, sum_of_deals
from scoring.penalties import Penalty, Role
from scoring.progress import Credit, State, credit, play_deal, start
from scoring.ruleset import Ruleset
from tournaments.models import Deal, DealMark, EffectUnit, Match, ResultSheet
from tournaments.selectors.results import standing_sheets
from tournaments.selectors.rulesets import ruleset_of_round
from tournaments.selectors.rulings import DECISION, ENDS_THE_MATCH, LedgerRow, effect_of_row, ledger_of


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal that counts, with all its versions, newest first.

    `score` is None where the match was over before it by what is stored now, and where it was played by mistake after
    the last of the last deals. `out_of_turn`: another seat was due by what is stored now: what was played stays as it
    was played.
    """

    deal: Deal
    versions: tuple[Deal, ...]
    score: counted.DealScore | None
    levels_after: tuple[int, int]
    out_of_turn: bool
    penalties: tuple[LedgerRow, ...]

    @property
    def number(self) -> int:
        return self.deal.number

    @property
    def first_observed_at(self) -> datetime:
        return self.versions[-1].observed_at


@dataclass(frozen=True, slots=True)
class MatchPlay:
    """A match as its deals and rulings make it; levels are ladder positions.

    `decision` is what the match would be if it ended now. `sheet` is the newest that stands.
    """

    match: Match
    ruleset: Ruleset
    state: State
    rows: tuple[DealRow, ...]
    ledger: tuple[LedgerRow, ...]
    ended_by: str
    winner: int | None
    sheet: ResultSheet | None = field(default=None)

    @property
    def number(self) -> int:
        """The number of the next deal."""
        return self.rows[-1].number + 1 if self.rows else 1

    @property
    def finished(self) -> bool:
        return bool(self.ended_by)

    @property
    def levels(self) -> tuple[str, str]:
        return self.labels(self.state.levels)

    @property
    def next_dealer(self) -> int | None:
        return self.state.dealer

    @property
    def dealer_side(self) -> int | None:
        """The side that would deal next; None before a deal was finished."""
        return None if self.state.dealer is None else self.state.dealer % 2

    @property
    def decision(self) -> Decision:
        """Who has won, or would if the match ended now, and by what, rulings that lose a match apart."""
        levels, deal_points = self.ruleset.levels, self.ruleset.match_result.deal_points
        first, second = self.scores
        if deal_points.value is not None and first != second:
            return Decision(int(first < second), "levels", deal_points.clause)
        if self.state.ended_by == "ladder":
            return Decision(self.state.winner, "ladder", levels.end.clause)
        if self.state.ended_by == "early_lead":
            return Decision(self.state.winner, "early_lead", levels.early_win.clause)
        return decide_match(self.ruleset, self.state.levels, reason="time", dealer_side=self.dealer_side)

    @property
    def reported_differs(self) -> bool:
        """Whether the newest sheet that stands says other levels than the deals."""
        sheet = self.sheet
        if sheet is None or sheet.level_0 is None or sheet.level_1 is None:
            return False
        return bool(self.rows) and self.state.levels != (sheet.level_0, sheet.level_1)

    def points_of_deals(self) -> list[tuple[int, int]]:
        """Return what side 0 and side 1 got in each deal that counts: its own points, or the attackers' final ones."""
        table = self.ruleset.match_result.deal_points.value
        if table is not None:
            return [points_of_deal(table, deal) for deal in self._won]
        return [
            (0, row.score.points) if row.deal.dealer % 2 == 0 else (row.score.points, 0)
            for row in self.rows
            if row.score is not None and not row.score.void
        ]

    @property
    def scores(self) -> tuple[int, int]:
        """The points of both sides in all deals that count, or those of a sweep."""
        table = self.ruleset.match_result.deal_points.value
        if table is not None:
            return sum_of_deals(table, self._won)
        pairs = self.points_of_deals()
        return sum(first for first, _ in pairs), sum(second for _, second in pairs)

    @property
    def _won(self) -> list[DealWon]:
        return [deal_won(row.deal.dealer, row.score) for row in self.rows if row.score is not None]

    def labels(self, levels: tuple[int, int]) -> tuple[str, str]:
        first, second = (self.ruleset.ladder.label(level) for level in levels)
        return first, second


def play_of(match: Match, *, extra: Deal | None = None, strict: int | None = None) -> MatchPlay:
    """Replay a match (seven queries, however many deals). Give it with its round, stage, rules and event.

    `extra` is a version that is not stored yet. The deal numbered `strict` has to be one that the rules allow where it
    stands: raises ScoringError for it; all others are taken as they were played.
    """
    ledger = tuple(ledger_of(match))
    versions = versions_of(match)
    if extra is not None:
        versions.setdefault(extra.number, []).insert(0, extra)
    return _replayed(match, versions, ledger, strict)


def kept_play(match: Match) -> MatchPlay | None:
    """Return the match as its deals make it; None where the table keeps no deals (one query)."""
    if not Deal.objects.filter(match=match).exists():
        return None
    play = play_of(match)
    return play if play.rows else None


def versions_of(match: Match) -> dict[int, list[Deal]]:
    """Return every version of the deals of a match by number, newest first (one query)."""
    found: dict[int, list[Deal]] = defaultdict(list)
    rows = Deal.objects.filter(match=match).select_related("membership", "user", "link")
    for row in rows.order_by("number", "-version"):
        found[row.number].append(row)
    return dict(found)


def scoring_deal(deal: Deal, penalties: Iterable[LedgerRow]) -> counted.Deal:
    """Return a stored deal as a value of `scoring`."""
    return counted.Deal(
        deal.dealer,
        deal.points,
        deal.kitty_points,
        last_trick_of(deal.last_trick),
        tuple(_penalty(row, deal.dealer % 2) for row in penalties),
    )


def last_trick_of(given: Mapping[str, Any] | None) -> LastTrick | None:
    """Read a stored last trick; raises ScoringError for a shape that does not exist."""
    if given is None:
        return None
    components = tuple(Component(width, length) for width, length in given["components"])
    return LastTrick(given["attackers"], given["trump"], components, given.get("jack", ""))


def _penalty(row: LedgerRow, dealer_side: int) -> Penalty:
    offence = row.ruling.claimed or row.ruling.offence
    role: Role = "dealer_side" if row.side == dealer_side else "attackers"
    return Penalty(role, effect_of_row(row.ruling), "" if offence == DECISION else offence)


def _replayed(
    match: Match, versions: Mapping[int, Sequence[Deal]], ledger: tuple[LedgerRow, ...], strict: int | None
) -> MatchPlay:
    ruleset = ruleset_of_round(match.round)
    of_deal: dict[int | None, list[LedgerRow]] = defaultdict(list)
    for entry in ledger:
        if entry.stands:
            of_deal[entry.ruling.deal].append(entry)
    waiting = [entry for entry in of_deal[None] if entry.ruling.unit == EffectUnit.LEVELS]
    state = start(ruleset)
    rows: list[DealRow] = []
    for number in sorted(versions):
        newest, first = versions[number][0], versions[number][-1]
        if newest.removed:
            continue
        while waiting and waiting[0].ruling.at <= first.received_at:
            state = _credited(ruleset, state, waiting.pop(0))
        state, row = _played(ruleset, state, versions[number], of_deal[number], strict=number == strict)
        rows.append(row)
    for each in waiting:
        state = _credited(ruleset, state, each)
    played = {row.number for row in rows if row.deal.mark != DealMark.MISTAKE}
    lost = {
        row.side for row in ledger if row.stands and row.ruling.unit in ENDS_THE_MATCH and row.ruling.deal not in played
    }
    ended_by, winner = _end(state, lost)
    sheet = standing_sheets(match)
    return MatchPlay(match, ruleset, state, tuple(rows), ledger, ended_by, winner, sheet[-1] if sheet else None)


def _over(state: State) -> bool:
    return bool(state.ended_by)


def _end(state: State, lost: set[int]) -> tuple[str, int | None]:
    """Return what ended the match and who won it; a side that lost it by a ruling has lost it whatever the levels."""
    if not lost:
        return state.ended_by, state.winner
    return "match_lost", (1 - min(lost) if len(lost) == 1 else None)


def _credited(ruleset: Ruleset, state: State, row: LedgerRow) -> State:
    if _over(state):
        return state
    levels = Credit(1 - row.side, row.ruling.value, row.ruling.offence, row.ruling.clause)
    return credit(ruleset, state, levels)[0]


def _played(
    ruleset: Ruleset, state: State, versions: Sequence[Deal], penalties: Sequence[LedgerRow], *, strict: bool
) -> tuple[State, DealRow]:
    deal = versions[0]
    if deal.mark == DealMark.MISTAKE:
        if strict and not _over(state):
            play_deal(ruleset, state, scoring_deal(deal, penalties))
        return state, DealRow(deal, tuple(versions), None, state.levels, False, tuple(penalties))
    out_of_turn = state.dealer is not None and state.dealer != deal.dealer
    score = None
    if strict or not _over(state):
        due = replace(state, dealer=deal.dealer) if out_of_turn and not strict else state
        state, score = play_deal(ruleset, due, scoring_deal(deal, penalties))
    return state, DealRow(deal, tuple(versions), score, state.levels, out_of_turn, tuple(penalties))
