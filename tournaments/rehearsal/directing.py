"""A rehearsal from the empty event to its final ranking, through the actions that people use."""

from collections.abc import Iterator
from datetime import date
from itertools import product
from random import Random
from typing import Any

from django.db.models import Max

from tournaments import policy
from tournaments.actions import awards, draws, entries, events, referees, stages, ties
from tournaments.errors import Refusal
from tournaments.events.reading import EventFile
from tournaments.models import Round, Stage, Team, Tournament
from tournaments.pairing.card_cuts import RANKS
from tournaments.pairing.tie_records import Step
from tournaments.policy import Actor, As
from tournaments.rehearsal.counted import counted_of, given_in
from tournaments.rehearsal.oracle.findings import Violation
from tournaments.rehearsal.oracle.judge import judge
from tournaments.rehearsal.oracle.rows import read
from tournaments.rehearsal.plan import Plan, Report, Standing
from tournaments.rehearsal.players import come_late, enter, units_needed
from tournaments.rehearsal.playing import REASON, Hall, play_round
from tournaments.rehearsal.public import Public, Seen, broken, differing, leak
from tournaments.selectors.cut_ties import undecided
from tournaments.selectors.draws import holding, is_stale
from tournaments.selectors.final import final_of
from tournaments.selectors.going_on import fed_by
from tournaments.selectors.stage_field import NOTHING, Wanted, due_of
from tournaments.selectors.stages import stage_of, stages_of
from tournaments.selectors.standings import count
from tournaments.states import DrawState, RoundState

MOST_STEPS = 400
SEED_DIGITS = 12
MOST_CUTS = 3


def rehearse(event: EventFile, plan: Plan, *, slug: str, today: date) -> Report:
    """Play the event of a file with so many teams and judge it after every round; the report says what was found."""
    report, chance = Report(teams=plan.teams), plan.chance()
    full = event.template is not None and event.template.teams == plan.teams
    try:
        hall = _opened(event, plan, chance, report, slug=slug, today=today)
        for _ in range(MOST_STEPS):
            if not step(hall, report):
                break
            report.add(_judged(hall, event, full=full, over=False))
        hall.event.refresh_from_db()
        if hall.event.regulations.awards.needs_draw:
            awards.draw(hall.portal, hall.event)
        events.finish(hall.portal, hall.event)
    except Refusal as refused:
        words = f"{refused.code} {dict(refused.params)}"
        report.add([Violation("refused", stage_or_nothing(slug), None, words)])
    else:
        report.add(_judged(hall, event, full=full, over=True))
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is not None:
        _tell(tournament, report)
    return report


def document_for(event: EventFile, teams: int, today: date) -> dict[str, Any]:
    """Return the file's document with room for so many teams; where it names no tables, with enough for all of them."""
    document = event.dated(today)
    registration, venue = document["registration"], document.get("venue", {})
    tables = venue.get("tables", -(-teams // 2))
    whole = event.template is not None and event.template.teams == teams
    divisions = document.get("divisions", ())
    return {
        **document,
        "registration": {**registration, "capacity": max(registration.get("capacity", 2), teams)},
        "divisions": divisions if whole else [{**each, "capacity": None} for each in divisions],
        "venue": {**venue, "tables": tables},
    }


def stage_or_nothing(slug: str) -> str:
    tournament = Tournament.objects.filter(slug=slug).first()
    return stage_of(tournament).code if tournament is not None else ""


def _opened(event: EventFile, plan: Plan, chance: Random, report: Report, *, slug: str, today: date) -> Hall:
    """Create and publish the event, enter its teams, close the list, invite a referee who has every table."""
    made = events.create(None, slug=slug, document=document_for(event, plan.teams, today))
    portal = policy.system(made.pk)
    events.publish(portal, made)
    made.refresh_from_db()
    wanted = event.template.units if event.template is not None else plan.teams
    count_of_units = units_needed(plan.teams, wanted, made.regulations.registration.pairs_per_unit)
    report.add(enter(portal, made, plan.teams, count_of_units, event.facts))
    entries.freeze(portal, made)
    referees.invite(portal, made, name="彩排裁判")
    referees.share_evenly(portal, made)
    made.refresh_from_db()
    membership = made.memberships.get(role="referee")
    referee = Actor(made.pk, frozenset({As.REFEREE}), membership_id=membership.pk)
    public = Public(slug, Random(f"public {plan.teams} {plan.seed}"))  # noqa: S311 as the plan's own
    return Hall(made, plan, chance, referee, public=public)


def step(hall: Hall, report: Report) -> bool:
    """Do what comes next: play the round that is open, draw the next one, or close the stage; False at the end."""
    rows = Round.objects.filter(stage__division__tournament=hall.event, state=RoundState.RELEASED).order_by("number")
    current = rows.first()
    if current is not None:
        report.add(play_round(hall, current.number))
        report.rounds += 1
        report.matches += len(hall.matches(current.number))
        return True
    stage = stage_of(hall.event)
    if stage.closed_at is not None:
        return False
    due = due_of(stage)
    if due.obstacle == "stage_is_drawn_whole":
        _close(hall, stage)
    else:
        report.add(_draw(hall, stage))
    return True


def _draw(hall: Hall, stage: Stage) -> Iterator[Violation]:
    """Release the draft that somebody left, else one of called digits, of which nobody saw anything before."""
    left = holding(stage)
    if left is not None and left.state in {DrawState.DRAFT, DrawState.CHECKED} and not is_stale(hall.event, left):
        draws.check(hall.portal, hall.event, left.pk)
        draws.release(hall.portal, hall.event, left.pk)
        return
    if hall.plan.late and hall.happens(hall.plan.late):
        come_late(hall.portal, hall.event)
    pages = hall.public.pages() if hall.public is not None else ()
    seen = hall.public.look(pages) if hall.public is not None else {}
    digits = "".join(str(hall.chance.randint(0, 9)) for _ in range(SEED_DIGITS))
    draw = draws.make(hall.portal, hall.event, called_seed=digits, wanted=_wanted(hall, stage), reason=REASON)
    draws.check(hall.portal, hall.event, draw.pk)
    if hall.public is not None and pages:
        yield from _seen_too_early(hall.public, stage, seen)
    draws.release(hall.portal, hall.event, draw.pk)


def _seen_too_early(public: Public, stage: Stage, before: Seen) -> Iterator[Violation]:
    """P8: a draw that is not released leaves the public pages as they were, and its rounds as those that never are."""
    after = public.look(tuple(before))
    for name in differing(before, after):
        yield leak(stage.code, None, f"{name} changes with a draw that is not released")
    for words in broken(after):
        yield leak(stage.code, None, words)
    last = Round.objects.filter(stage__division=stage.division).aggregate(last=Max("number"))["last"] or 0
    for name in public.not_released(last + 1):
        yield leak(stage.code, last + 1, f"{name} answers otherwise than for a round that does not exist")


def _wanted(hall: Hall, stage: Stage) -> Wanted:
    """Ask for what the organizer would: the teams by strength for pots, and who came too late for this round."""
    due = due_of(stage)
    teams = [each.team for each in due.teams]
    if due.plan.groups is not None and due.plan.groups.by == "pots" and not due.made:
        return Wanted(seeds=tuple(teams))
    if not due.one or due.plan.redraw:
        return NOTHING
    return Wanted(absent=tuple(team for team in teams[2:] if hall.happens(hall.plan.late)))


def _close(hall: Hall, stage: Stage) -> None:
    """Let the equal decide it as declared, draw lots where others go on by it, then close the stage."""
    feeds = bool(fed_by(stage))
    while due := next((each for each in _open(hall.event) if feeds or each.criterion != "lots"), None):
        decide(hall, due)
    stages.close_stage(hall.portal, hall.event, stage.pk)


def _open(tournament: Tournament) -> Iterator[Step]:
    """Yield what equal teams have yet to decide: those of a table, and those across groups."""
    found = undecided(tournament)
    return (step for step in (*found.by_place, *found.over_the_cut) if not step.records)


def decide(hall: Hall, step: Step) -> None:
    """Draw lots among equal teams, play an extra deal or let them cut the cards, with whatever comes."""
    teams = step.teams
    match step.criterion:
        case "card_cut":
            cards = hall.chance.sample(list(product(RANKS, repeat=MOST_CUTS)), len(teams))
            cuts = {team: " ".join(taken) for team, taken in zip(teams, cards, strict=True)}
            ties.record_card_cut(hall.portal, hall.event, cuts, REASON)
        case "extra_deal":
            won = {team: hall.chance.randint(0, len(teams)) for team in teams}
            ties.record_extra_deal(hall.portal, hall.event, won, REASON)
        case _:
            lots = list(range(1, len(teams) + 1))
            hall.chance.shuffle(lots)
            ties.record_lots(hall.portal, hall.event, dict(zip(teams, lots, strict=True)), REASON)


def _judged(hall: Hall, event: EventFile, *, full: bool, over: bool) -> list[Violation]:
    hall.event.refresh_from_db()
    document = hall.event.rules.document if hall.event.rules is not None else {}
    given = given_in(hall.event) if over else ()
    return judge(read(hall.event.pk), document, counted_of(hall.event), event.facts, full=full, over=over, given=given)


def _tell(tournament: Tournament, report: Report) -> None:
    """Note the final ranking with the teams' numbers."""
    numbers = dict(Team.objects.filter(tournament=tournament).values_list("pk", "number"))
    totals: dict[int, str] = {}
    for stage in stages_of(tournament):
        totals |= {row.team: str(row.total) for row in count(tournament, of=stage).standings.rows}
    report.standings = [Standing(each.place, numbers[each.team], totals[each.team]) for each in final_of(tournament)]
