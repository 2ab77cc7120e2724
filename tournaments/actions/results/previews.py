"""What a change of a result would move, before it is saved: it is made, looked at, and taken back without a trace.

Where it needs a decision (a later match has begun with another team, others would go on from a closed stage) each way
that is open is tried, so that every choice is named with what it would do.
"""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import transaction

from tournaments.actions.brackets import Consequence
from tournaments.actions.closed_stages import Advancing
from tournaments.actions.results import corrections, decisions, restoring
from tournaments.actions.results.reading import Reported
from tournaments.actions.results.receipts import Receipt
from tournaments.errors import NotFound, Refusal
from tournaments.models import SheetOutcome, Stage, Tournament
from tournaments.policy import Actor
from tournaments.selectors.moves import Moved, look, moved
from tournaments.selectors.results import Content, before_the_last
from tournaments.selectors.tables import match_for_desk

REASON = "?"
Attempt = Callable[[Consequence, Advancing], Receipt]
CONSEQUENCES: tuple[Consequence, ...] = ("keep", "clear")
ADVANCINGS: tuple[Advancing, ...] = ("keep", "reopen")
ASKS_ADVANCING = frozenset({"others_would_go_on", "closed_stage_misses_results"})


@dataclass(frozen=True, slots=True)
class Way:
    """One way to save a change, with what it moves; both choices are empty where there is nothing to choose.

    `content` and `levels` are what the match then says.
    """

    consequence: Consequence
    advancing: Advancing
    moved: Moved
    content: Content
    levels: tuple[str | None, str | None]

    @property
    def code(self) -> str:
        return f"{self.consequence}-{self.advancing}"


@dataclass(frozen=True, slots=True)
class Preview:
    """Every way to save a change; `refused` says why one had to be chosen."""

    ways: tuple[Way, ...]
    refused: Refusal | None = None

    @property
    def asks(self) -> bool:
        return self.refused is not None

    @property
    def digest(self) -> str:
        """Return what a page that showed this was looking at: another state of the event gives another."""
        return hashlib.sha256(repr(self.ways).encode()).hexdigest()[:32]

    def way(self, code: str) -> Way | None:
        """Return the way that was chosen; the only one where nothing is to be chosen."""
        if not self.asks:
            return self.ways[0]
        return next((way for way in self.ways if way.code == code), None)


def preview_correction(
    actor: Actor,
    tournament: Tournament,
    *,
    match_id: int,
    levels: Sequence[str] | None = None,
    said: Reported | None = None,
    outcome: str = SheetOutcome.PLAYED,
    version: int | None = None,
) -> Preview:
    """Return what `correct` would move; nothing is written. Raises what `correct` would where no way is open."""

    def correct(consequence: Consequence, advancing: Advancing) -> Receipt:
        return corrections.correct(
            actor,
            tournament,
            match_id=match_id,
            key=_key(),
            reason=REASON,
            levels=levels,
            said=said,
            outcome=outcome,
            version=version,
            consequence=consequence,
            advancing=advancing,
        )

    return _preview(tournament, match_id, correct)


def preview_decision(actor: Actor, tournament: Tournament, *, match_id: int, sheet_id: int) -> Preview:
    """Return what `decide` would move, as `preview_correction` does."""

    def decide(consequence: Consequence, advancing: Advancing) -> Receipt:
        return decisions.decide(
            actor, tournament, sheet_id=sheet_id, reason=REASON, consequence=consequence, advancing=advancing
        )

    return _preview(tournament, match_id, decide)


def preview_restoring(actor: Actor, tournament: Tournament, *, match_id: int) -> Preview:
    """Return what `restore` would move, as `preview_correction` does."""
    last, _before = before_the_last(match_for_desk(tournament, match_id))

    def restore(consequence: Consequence, advancing: Advancing) -> Receipt:
        return restoring.restore(
            actor,
            tournament,
            match_id=match_id,
            key=_key(),
            reason=REASON,
            version=last.version if last is not None else 0,
            consequence=consequence,
            advancing=advancing,
        )

    return _preview(tournament, match_id, restore)


def _key() -> str:
    return f"preview-{secrets.token_hex(8)}"


def _preview(tournament: Tournament, match_id: int, attempt: Attempt) -> Preview:
    stage = _stage_of(tournament, match_id)
    before = look(tournament, stage)

    def tried(consequence: Consequence, advancing: Advancing) -> Way:
        with transaction.atomic():
            receipt = attempt(consequence, advancing)
            found = moved(tournament, _fresh(stage), before)
            transaction.set_rollback(True)
        return Way(consequence, advancing, found, receipt.content, receipt.levels)

    try:
        return Preview((tried("", ""),))
    except Refusal as refused:
        ways = tuple(_others(tried, refused, "", ""))
        if not ways:
            raise
        return Preview(ways, refused)


def _others(
    tried: Callable[[Consequence, Advancing], Way], refused: Refusal, consequence: Consequence, advancing: Advancing
) -> list[Way]:
    """Return the ways that are open where one was refused for want of a choice."""
    choices: list[tuple[Consequence, Advancing]] = []
    if refused.code == "next_match_begun" and not consequence:
        choices = [(each, advancing) for each in CONSEQUENCES]
    elif refused.code in ASKS_ADVANCING and not advancing:
        choices = [(consequence, each) for each in ADVANCINGS]
    ways: list[Way] = []
    for choice in choices:
        try:
            ways.append(tried(*choice))
        except Refusal as again:
            ways += _others(tried, again, *choice)
    return ways


def _fresh(stage: Stage) -> Stage:
    """Return a stage as it stands in this transaction: it may have been opened again."""
    found = Stage.objects.select_related("division", "rules").get(pk=stage.pk)
    found.division.tournament = stage.division.tournament
    return found


def _stage_of(tournament: Tournament, match_id: int) -> Stage:
    rows = Stage.objects.select_related("division", "rules").filter(division__tournament=tournament)
    stage = rows.filter(rounds__matches=match_id).first()
    if stage is None:
        raise NotFound
    stage.division.tournament = tournament
    return stage
