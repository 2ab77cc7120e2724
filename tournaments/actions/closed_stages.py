"""A result that changes in a stage that is closed: its standings are frozen anew, and nobody is exchanged silently.

The frozen standings become a new version with the chief's reason. Whoever went on by the old ones stays by a decision
that the standings show ("keep"), or the stage is opened again where no later one is drawn ("reopen").
"""

from datetime import datetime
from typing import Literal

from django.utils.translation import gettext

from tournaments.actions import draws, reasons, stages
from tournaments.actions.log import record
from tournaments.actions.publications import freeze
from tournaments.errors import Invalid, NotAllowed, Refusal
from tournaments.models import Draw, Stage, Team, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors.closed_stages import Exchange, drawn_after, entered, exchanges
from tournaments.selectors.going_on import Entering, carried_points, fed_by, frozen, going_on
from tournaments.selectors.publications import differs, table_in
from tournaments.selectors.stages import stages_of
from tournaments.selectors.standings import Kept, Table, count, gone_at_close
from tournaments.states import DrawState

Advancing = Literal["", "keep", "reopen"]
ADVANCINGS: frozenset[str] = frozenset({"", "keep", "reopen"})


def follow_closed(
    actor: Actor, event: Tournament, stage_id: int, *, now: datetime, advancing: Advancing = "", reason: str = ""
) -> None:
    """Freeze the standings of a closed stage anew where its results changed; nothing to do for one that is open.

    Within another action's transaction. Refused by name where others would go on, unless `advancing` says that who
    went on stays, or that the stage is opened again. What is carried into later stages follows the new figures.
    """
    if advancing not in ADVANCINGS:
        raise Invalid("unknown_advancing", field="advancing")
    stage = next((row for row in stages_of(event) if row.pk == stage_id), None)
    last = frozen(stage) if stage is not None else None
    if stage is None or last is None:
        return
    table = count(event, of=stage)
    if not differs(table, last):
        return
    if not actor.may(Permission.DECIDE_RESULTS):
        raise NotAllowed("closed_stage_is_the_chiefs")
    words, before = reasons.needed(reason), table_in(last.snapshot)
    changed = exchanges(stage, before, table) if table.complete else ()
    if (changed or not table.complete) and advancing == "reopen":
        _reopen(actor, event, stage, reason=words)
        return
    if not table.complete:
        missing = table.standings.progress.matches - table.standings.progress.official
        raise Refusal("closed_stage_misses_results", stage=stage.code, missing=missing)
    if changed and advancing != "keep":
        raise _others_go_on(changed)
    kept = _kept(before, changed)
    _let_follow(stage, table)
    publication = freeze(actor, event, stage, table, reason=words, now=now, kept=kept)
    if changed:
        data = {
            "stage": stage.code,
            "version": publication.version,
            "stayed": {each.into: list(each.leaves) for each in changed},
            "instead_of": {each.into: list(each.enters) for each in changed},
        }
        record(actor, event, "stage.kept", stage, now=now, data=data, reason=words)
    for later in _fed(event, stage):
        follow_closed(actor, event, later.pk, now=now, advancing=advancing, reason=words)


def _others_go_on(changed: tuple[Exchange, ...]) -> Refusal:
    ids = {team for each in changed for team in (*each.enters, *each.leaves)}
    numbers = dict(Team.objects.filter(pk__in=ids).values_list("pk", "number"))

    def named(teams: tuple[int, ...]) -> str:
        return gettext(", ").join(str(number) for number in sorted(numbers[team] for team in teams))

    enters = tuple(team for each in changed for team in each.enters)
    leaves = tuple(team for each in changed for team in each.leaves)
    return Refusal("others_would_go_on", field="advancing", enters=named(enters) or "–", leaves=named(leaves) or "–")


def _kept(before: Table, changed: tuple[Exchange, ...]) -> tuple[Kept, ...]:
    """Return the decisions that stand: the older ones of other stages, and those that are taken now."""
    now = {each.into for each in changed}
    return (*(kept for kept in before.kept if kept.into not in now), *(each.kept() for each in changed))


def _fed(event: Tournament, stage: Stage) -> list[Stage]:
    codes = {plan.code for plan in fed_by(stage)}
    return [row for row in stages_of(event) if row.code in codes]


def _let_follow(stage: Stage, table: Table) -> None:
    """Let what teams brought along follow the new figures, and their seeds too while nothing is drawn from them."""
    out, seeded = gone_at_close(stage), not drawn_after(stage)
    for plan in fed_by(stage):
        points = carried_points(table, plan)
        places = {each.team: each for each in going_on(stage, table, plan, out=out).teams}
        for entry in entered(stage, plan.code):
            at = places.get(entry.team_id)
            if seeded and at is not None:
                entry.seed, entry.carried_points = at.seed, at.origin()
            elif entry.team_id in points:
                brings = Entering(entry.team_id, entry.seed or 0, points[entry.team_id])
                entry.carried_points |= brings.origin()
            entry.save(update_fields=["seed", "carried_points"])


def _reopen(actor: Actor, event: Tournament, stage: Stage, *, reason: str) -> None:
    """Open the stage again; a draw of a later one that nobody has seen is discarded."""
    if drawn_after(stage):
        later = next(row for row in stages_of(event) if row.order > stage.order)
        raise Refusal("next_stage_drawn", stage=later.code)
    unseen = Draw.objects.filter(stage__division__tournament=event, stage__order__gt=stage.order)
    for draw in unseen.filter(state__in=(DrawState.DRAFT, DrawState.CHECKED)):
        draws.discard(actor, event, draw.pk, reason=reason)
    stages.reopen_stage(actor, event, stage.pk, reason=reason)
