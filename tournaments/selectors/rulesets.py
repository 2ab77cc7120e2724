"""The ruleset of a stage: its preset with what the event's regulations decide, and how it was amended."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from django.db.models import Q

from scoring.ruleset import Ruleset, available_presets, load_preset
from tournaments.decisions import Base, present, ruleset_of_plan, stored
from tournaments.models import ClockEvent, RegulationsVersion, Round, RulesetCopy, Stage, Tournament
from tournaments.regulations import StagePlan
from tournaments.selectors.stages import stages_of
from tournaments.timing import FactKind


@dataclass(frozen=True, slots=True)
class Amendment:
    """A change of the rules after the draw: from which round, why, and the rules before and after it."""

    version: int
    made_at: datetime
    reason: str
    from_round: int
    before: Ruleset
    after: Ruleset


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of one or more stages that are the same in everything: values, times, points and amendments.

    All of them are brackets, or none is.
    """

    plans: tuple[StagePlan, ...]
    ruleset: Ruleset
    amendments: tuple[Amendment, ...]

    @property
    def plan(self) -> StagePlan:
        return self.plans[0]

    def is_of(self, plan: StagePlan, ruleset: Ruleset) -> bool:
        own = self.plan
        same = (own.timing, own.scoring, own.amended, own.is_bracket) == (
            plan.timing,
            plan.scoring,
            plan.amended,
            plan.is_bracket,
        )
        return same and self.ruleset == ruleset


def plan_of(stage: Stage) -> StagePlan:
    """Return the stage's part of the regulations: of the version it was frozen to, else of the one in force."""
    if stage.rules is not None:
        return stage.rules.regulations.plan(stage.code)
    return stage.division.tournament.regulations.plan(stage.code)


def ruleset_of(stage: Stage) -> Ruleset:
    """Return the stage's rules with every amendment. Give the stage with `rules` (and the event) selected."""
    return ruleset_of_plan(plan_of(stage), base=base_of(stage))


def base_of(stage: Stage) -> Base | None:
    """Return the preset as a drawn stage keeps it; None where it says the same today, or the stage is not drawn.

    No query unless a release of the portal has changed the preset since, then one for each preset.
    """
    if stage.preset_id is None:
        return None
    if stage.ruleset in available_presets() and present(stage.ruleset).digest == stage.preset_id:
        return None
    return _kept(stage.ruleset, stage.preset_id)


@lru_cache(maxsize=64)
def _kept(name: str, digest: str) -> Base:
    """Return a stored preset; what a digest stands for never changes, so that it is read once in a process."""
    return stored(name, digest, RulesetCopy.objects.get(pk=digest).document)


def ruleset_of_round(current: Round) -> Ruleset:
    """Return the rules that are in force in a round. Give it with its stage and the stage's rules selected."""
    return ruleset_of_plan(plan_of(current.stage), current.number, base_of(current.stage))


def preset(name: str) -> Ruleset | None:
    """Return a ruleset that comes along, None where there is none of this name."""
    return load_preset(name) if name in available_presets() else None


def presets() -> dict[str, Ruleset]:
    """Return every ruleset that comes along, by its name."""
    return {name: load_preset(name) for name in available_presets()}


def rounds_not_begun(tournament: Tournament) -> list[int]:
    """Return the drawn rounds whose clock has not been started: from these on the rules may still change."""
    last = dict(ClockEvent.objects.filter(clock__tournament=tournament).order_by("order").values_list("clock", "kind"))
    begun = [clock for clock, kind in last.items() if kind != FactKind.UNDONE]
    rows = Round.objects.filter(stage__division__tournament=tournament).exclude(
        Q(clock__in=begun) | Q(sitting_clocks__in=begun)
    )
    return list(rows.filter(closed_at=None).order_by("number").values_list("number", flat=True))


def books_of(tournament: Tournament) -> list[Book]:
    """Return the rules of all stages in their order, those of the same rules as one."""
    books: list[Book] = []
    for stage in stages_of(tournament):
        plan, ruleset = plan_of(stage), ruleset_of(stage)
        place = next((place for place, book in enumerate(books) if book.is_of(plan, ruleset)), None)
        if place is None:
            books.append(Book((plan,), ruleset, tuple(amendments_of(stage))))
        else:
            books[place] = replace(books[place], plans=(*books[place].plans, plan))
    return books


def amendments_of(stage: Stage) -> list[Amendment]:
    """Return the changes of the rules after the draw, in order. Empty while the stage is not drawn."""
    if stage.rules is None:
        return []
    rows = RegulationsVersion.objects.filter(tournament=stage.division.tournament_id).order_by("version")
    found: list[Amendment] = []
    before: StagePlan | None = None
    base = base_of(stage)
    for row in rows:
        plan = next((each for each in row.regulations.stages if each.code == stage.code), None)
        if plan is None:
            continue
        if before is not None and plan.amended and plan.amended != before.amended:
            rules = ruleset_of_plan(before, base=base), ruleset_of_plan(plan, base=base)
            found.append(Amendment(row.version, row.made_at, row.reason, plan.amended[-1].from_round, *rules))
        before = plan
    return found
