"""The organizer's next step: the way of an event as a table of steps, and the figures that need a person.

Everything here is codes with parameters; the words stand in `phrases.cockpit`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from tournaments.models import Clock, Match, Paper, PaperKind, Publication, ResultSheet, Round, Stage, Tournament, Unit
from tournaments.policy import Actor, Permission
from tournaments.regulations import DivisionPlan, Format, StagePlan
from tournaments.selectors import draws, entries, referees, results, units
from tournaments.selectors.clock import clock_of
from tournaments.selectors.late_entries import NO_CHANGES, Changes, changes_for
from tournaments.selectors.rulesets import plan_of
from tournaments.selectors.stage_field import Due, due_of
from tournaments.selectors.stages import current_stage, stages_of
from tournaments.states import DrawState, EventState, PaperState, RoundState, SheetState

StepState = Literal["done", "now", "later"]
FINAL = {EventState.FINISHED, EventState.ARCHIVED}


@dataclass(frozen=True, slots=True)
class Step:
    """One step: how far it is (`variant`), where it is done (`page`, the name of an address) and who may do it."""

    code: str
    variant: str
    page: str
    permission: Permission
    done: bool = False
    state: StepState = "later"
    may: bool = False
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with the page that explains it; `waits` where it needs a person, `division` where it is that of one."""

    code: str
    value: int
    page: str
    of: int | None = None
    waits: bool = False
    division: DivisionPlan | None = None


@dataclass(frozen=True, slots=True)
class Cockpit:
    steps: tuple[Step, ...]
    figures: tuple[Figure, ...]
    changes: Changes = NO_CHANGES

    @property
    def next(self) -> Step | None:
        """Return the step to do now; None when everything is done."""
        return next((step for step in self.steps if step.state == "now"), None)


@dataclass(frozen=True, slots=True)
class Facts:
    """What the steps are read from."""

    tournament: Tournament
    window: entries.Window
    draw_state: str
    due: Due
    stages: tuple[Stage, ...]
    rounds: tuple[Round, ...]
    referees: tuple[referees.RefereeRow, ...]
    now: datetime

    @property
    def begun(self) -> bool:
        return any(results.has_begun(row) for row in self.rounds)

    def plan_at(self, at: int) -> StagePlan:
        return plan_of(self.stages[at])

    def rounds_of(self, stage: Stage) -> list[Round]:
        return [row for row in self.rounds if row.stage_id == stage.pk]

    @property
    def tables_needed(self) -> int:
        """Return how many tables are played at: those of the draw, before it those of the hall."""
        used = Match.objects.filter(round__in=self.rounds, table__isnull=False).order_by("-table").first()
        return used.table if used is not None and used.table else self.tournament.regulations.venue.tables

    @property
    def all_closed(self) -> bool:
        played = {row.stage_id for row in self.rounds}
        whole = bool(self.rounds) and all(stage.pk in played for stage in self.stages)
        return whole and all(row.state == RoundState.CLOSED for row in self.rounds)


def cockpit(tournament: Tournament, actor: Actor, now: datetime) -> Cockpit:
    """Return where the event stands and what comes next for this actor."""
    facts = _facts(tournament, now)
    steps: list[Step] = []
    found = False
    for step in _steps(facts):
        is_now = not step.done and not found
        found = found or is_now
        state: StepState = "done" if step.done else "now" if is_now else "later"
        steps.append(replace(step, state=state, may=actor.may(step.permission)))
    return Cockpit(tuple(steps), tuple(_figures(facts)), changes_for(facts.due))


def _facts(tournament: Tournament, now: datetime) -> Facts:
    stages = stages_of(tournament)
    stage = current_stage(stages)
    draw = draws.holding(stage)
    rounds = Round.objects.filter(stage__division__tournament=tournament).exclude(state=RoundState.PLANNED)
    related = ("stage__rules", "stage__division__tournament__rules", "clock")
    return Facts(
        tournament,
        entries.registration(tournament, now),
        draw.state if draw else "",
        due_of(stage),
        tuple(stages),
        tuple(rounds.select_related(*related).prefetch_related("clock__events").order_by("number")),
        tuple(referees.referees(tournament)),
        now,
    )


def _steps(facts: Facts) -> Iterator[Step]:
    yield _publish(facts)
    yield _registration(facts)
    for at in range(len(facts.stages)):
        yield from _stage(facts, at)
    yield _standings(facts)
    is_final = facts.tournament.state in FINAL
    yield Step("finish", "done" if is_final else "open", "finish", Permission.EDIT_EVENT, done=is_final)


def _publish(facts: Facts) -> Step:
    identity, window = facts.tournament.regulations.identity, facts.tournament.regulations.registration
    missing = [code for code, value in (("place", identity.place), ("privacy", window.privacy_notice)) if not value]
    done = facts.tournament.state != EventState.DRAFT
    variant = "done" if done else "missing" if missing else "ready"
    page = "event-settings" if variant == "missing" else "publish"
    return Step("publish", variant, page, Permission.EDIT_EVENT, done=done, params={"missing": missing})


def _registration(facts: Facts) -> Step:
    window = facts.window
    params: dict[str, object] = {"accepted": window.counts.accepted, "capacity": window.capacity}
    frozen = facts.tournament.entries_frozen_at is not None
    if frozen or facts.rounds:
        return Step("registration", "frozen", "manage-entries", Permission.MANAGE_ENTRIES, done=True, params=params)
    variant = {"draft": "before", "before": "before", "closed": "closed", "over": "closed"}.get(window.state, "open")
    if variant == "open" and window.free == 0:
        variant = "full"
    if window.opens_at:
        params["opens_at"] = window.opens_at
    return Step("registration", variant, "manage-entries", Permission.SEE_CONTACTS, params=params)


def _stage(facts: Facts, at: int) -> Iterator[Step]:
    """Yield a stage from its draw to its end; before the first round stand what the whole event needs once."""
    stage, plan = facts.stages[at], facts.plan_at(at)
    rounds = facts.rounds_of(stage)
    yield _draw(facts, stage, plan, drawn=bool(rounds))
    if at == 0:
        yield _staff(facts)
        yield _papers(facts)
    drawn_with = rounds[0].draw_id if rounds else None
    for row in rounds:
        if row.draw_id != drawn_with:
            drawn_with = row.draw_id
            yield _draw_round(row.number, "released", done=True)
        yield _round(facts, row)
    if rounds and facts.due.stage.pk == stage.pk and not facts.due.obstacle:
        yield _draw_round(facts.due.number, facts.draw_state or "none")
    yield from _rounds_to_come(facts, stage, plan, len(rounds))
    if at + 1 < len(facts.stages):
        yield _close_stage(facts, stage, plan, rounds)


def _draw(facts: Facts, stage: Stage, plan: StagePlan, *, drawn: bool) -> Step:
    is_current = facts.due.stage.pk == stage.pk
    done = drawn or (is_current and facts.draw_state == DrawState.RELEASED)
    variant = "released" if done else (facts.draw_state if is_current else "") or "none"
    alone = len(facts.stages) == 1 and plan.format == Format.TWO_ROUNDS
    code = "draw" if alone else "draw_stage"
    params = {} if alone else {"plan": plan}
    return Step(code, variant, "manage-draw", Permission.MAKE_DRAW, done=done, params=params)


def _draw_round(number: int, variant: str, *, done: bool = False) -> Step:
    page, permission = "manage-draw", Permission.MAKE_DRAW
    return Step("draw_round", variant, page, permission, done=done, params={"round": number})


def _rounds_to_come(facts: Facts, stage: Stage, plan: StagePlan, made: int) -> Iterator[Step]:
    """Yield the rounds that are certain to come: of a stage that has so many, as far as their numbers are known."""
    is_current = facts.due.stage.pk == stage.pk
    if not is_current or plan.is_bracket or plan.format == Format.ROUND_ROBIN:
        return
    first = facts.due.number if not facts.due.obstacle else 1
    for number in range(first, first + plan.rounds - made):
        if made == 0 or number > first:
            yield Step("round", "planned", "manage-rounds", Permission.RUN_ROUNDS, params={"round": number})


def _close_stage(facts: Facts, stage: Stage, plan: StagePlan, rounds: list[Round]) -> Step:
    closed = stage.closed_at is not None
    whole = facts.due.stage.pk != stage.pk or facts.due.obstacle == "stage_is_drawn_whole"
    over = bool(rounds) and whole and all(row.state == RoundState.CLOSED for row in rounds)
    variant = "closed" if closed else "ready" if over else "later"
    return Step("close_stage", variant, "going-on", Permission.MAKE_DRAW, done=closed, params={"plan": plan})


def _staff(facts: Facts) -> Step:
    open_tables = referees.without_referee(facts.referees, facts.tables_needed)
    variant = "none" if not facts.referees else "open" if open_tables else "done"
    params = {"referees": len(facts.referees), "tables": open_tables, "count": len(open_tables)}
    done = not open_tables or facts.begun
    return Step("staff", variant, "manage-referees", Permission.MANAGE_PEOPLE, done=done, params=params)


def _papers(facts: Facts) -> Step:
    made = Paper.objects.filter(
        tournament=facts.tournament, kind=PaperKind.SCORE_SHEETS, state=PaperState.READY
    ).exists()
    variant = "done" if made else "skipped" if facts.begun else "open"
    return Step("papers", variant, "manage-papers", Permission.PRINT, done=variant != "open")


def _round(facts: Facts, row: Round) -> Step:
    params: dict[str, object] = {"round": row.number}
    if row.state == RoundState.CLOSED:
        return Step("round", "closed", "manage-rounds", Permission.RUN_ROUNDS, done=True, params=params)
    if not results.has_begun(row):
        return Step("round", "ready", "manage-rounds", Permission.RUN_ROUNDS, params=params)
    if row.clock is not None and row.clock.sittings > 1:
        return _sitting(row, row.clock)
    waiting = len(results.open_matches(row))
    clock = clock_of(row, facts.now)
    params |= {"count": waiting, "ends_at": clock.ends_at if clock else None}
    if waiting:
        return Step("round", "running", "desk", Permission.SUBMIT_RESULT, params=params)
    return Step("round", "all_in", "manage-rounds", Permission.RUN_ROUNDS, params=params)


def _sitting(row: Round, clock: Clock) -> Step:
    """Return the step of a round that is played in turns: start the next, wait for it, end it, close the round."""
    waiting = results.open_matches(row)
    there = [status for status in waiting if status.sitting == clock.sitting]
    params: dict[str, object] = {"round": row.number, "sitting": clock.sitting, "sittings": clock.sittings}
    params |= {"count": len(there)}
    if not results.sitting_begun(row):
        return Step("round", "sitting_ready", "manage-rounds", Permission.RUN_ROUNDS, params=params)
    if there:
        return Step("round", "sitting_running", "desk", Permission.SUBMIT_RESULT, params=params)
    if clock.sitting < clock.sittings:
        return Step("round", "sitting_over", "manage-rounds", Permission.RUN_ROUNDS, params=params)
    params |= {"count": len(waiting)}
    if waiting:
        return Step("round", "running", "desk", Permission.SUBMIT_RESULT, params=params)
    return Step("round", "all_in", "manage-rounds", Permission.RUN_ROUNDS, params=params)


def _standings(facts: Facts) -> Step:
    last = (
        Publication.objects.filter(stage__division__tournament=facts.tournament).order_by("-version").first()
        if facts.all_closed
        else None
    )
    closed = max((row.closed_at for row in facts.rounds if row.closed_at), default=None)
    done = last is not None and closed is not None and last.released_at >= closed
    variant = "released" if done else "ready" if facts.all_closed else "later"
    params = {"version": last.version} if last else {}
    return Step("standings", variant, "manage-standings", Permission.PUBLISH, done=done, params=params)


def _figures(facts: Facts) -> Iterator[Figure]:
    counts, event = facts.window.counts, facts.tournament
    yield Figure("entries", counts.accepted, "manage-entries", of=facts.window.capacity)
    for each in facts.window.divisions:
        places = None if each.shared else each.capacity
        yield Figure("entries", each.counts.accepted, "manage-entries", of=places, division=each.plan)
    unit_rows = list(Unit.objects.filter(tournament=event, merged_into=None))
    yield Figure("units", len(unit_rows), "manage-units")
    yield Figure("tables", event.regulations.venue.tables, "event-settings")
    yield Figure("referees", len(facts.referees), "manage-referees")
    idle = sum(not row.tables for row in facts.referees)
    sheets = ResultSheet.objects.filter(match__round__stage__division__tournament=event)
    waiting = (
        ("pending", counts.pending, "manage-entries"),
        ("waiting", counts.waiting, "manage-entries"),
        ("like_units", len(units.alike(unit_rows)), "manage-units"),
        ("unsent", len(entries.unsent_mails(event)), "manage-mails"),
        ("idle_referees", idle, "manage-referees"),
        ("conflicts", sheets.filter(state=SheetState.CONFLICT).values("match").distinct().count(), "desk"),
        ("late", sheets.filter(state=SheetState.LATE).count(), "desk"),
    )
    yield from (Figure(code, value, page, waits=True) for code, value, page in waiting if value)
