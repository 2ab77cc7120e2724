"""Who may write at a table, and whether the page that they write from is still the present."""

from dataclasses import dataclass

from tournaments.errors import Gone, Invalid, NotAllowed, NotFound, Refusal
from tournaments.models import Match, Tournament
from tournaments.policy import ANY_TABLE, Actor
from tournaments.selectors.referees import kept_tables
from tournaments.selectors.results import match_begun, now_at_table
from tournaments.states import RoundState

SIDES = frozenset({0, 1})


@dataclass(frozen=True, slots=True)
class Page:
    """What a page showed: forms echo it."""

    match_id: int
    round_number: int
    table: int


def match_of(event: Tournament, match_id: int) -> Match:
    """Return a match of two teams of this event, fresh, with its sides, round and stage; they share this very event."""
    rows = Match.objects.filter(pk=match_id, round__stage__division__tournament=event).prefetch_related("sides")
    match = rows.select_related("round__stage__division", "round__clock").order_by().first()
    if match is None:
        raise NotFound
    stage = match.round.stage
    stage.division.tournament = event
    if stage.rules_id == event.rules_id:
        stage.rules = event.rules
    if match.table is None or sum(side.team_id is not None for side in match.sides.all()) != len(SIDES):
        raise Invalid("match_without_pairs")
    return match


def has_any_table(actor: Actor) -> bool:
    return bool(actor.qualities & ANY_TABLE)


def require_table(actor: Actor, table: int | None) -> None:
    """Refuse a referee who does not have this table now; chief, organizer and desk have all of them."""
    if not kept_tables(actor, [] if table is None else [table]):
        raise NotAllowed("table_not_yours", table=table)


def require_begun(match: Match) -> None:
    if not match_begun(match):
        raise not_begun(match)


def not_begun(match: Match) -> Refusal:
    """Return the refusal of what comes before the start: of the round, or of one of its sittings."""
    number, clock = match.round.number, match.round.clock
    if clock is not None and clock.sittings > 1:
        return Refusal("sitting_not_begun", round=number, sitting=match.sitting)
    return Refusal("round_not_begun", round=number)


def match_of_page(event: Tournament, page: Page, *, late_known: bool) -> Match:
    """Return the match that the page showed; an old page is refused with what is played at its table now."""
    match = match_of(event, page.match_id)
    moved = (match.round.number, match.table) != (page.round_number, page.table)
    closed = match.round.state == RoundState.CLOSED
    # What is played there now is only looked up where the page may be old: nearly all are not.
    if moved or (closed and not late_known):
        _refuse_old_page(event, page.table, moved=moved)
    require_begun(match)
    return match


def _refuse_old_page(event: Tournament, table: int, *, moved: bool) -> None:
    """Say what is played at the table now; a closed round whose successor has not begun still takes results."""
    present = now_at_table(event, table)
    if not moved and (present is None or not present.begun):
        return
    if present is None:
        raise Gone("page_old_free", table=table)
    raise Gone("page_old", table=table, round=present.round_number, names=present.names)


def match_to_keep(actor: Actor, event: Tournament, match_id: int, page: Page | None = None) -> Match:
    """Return a match whose deals, rulings and arrivals this actor may write now.

    A referee writes at the own tables while the round is open; chief, organizer and desk also after its close.
    Raises NotFound, NotAllowed, Gone (an old page), Refusal (not begun, closed).
    """
    if page is not None:
        require_table(actor, page.table)
        match = match_of_page(event, page, late_known=has_any_table(actor))
    else:
        match = match_of(event, match_id)
        require_table(actor, match.table)
        require_begun(match)
    if match.round.state == RoundState.CLOSED and not has_any_table(actor):
        raise Refusal("round_closed_to_referees", round=match.round.number)
    return match
