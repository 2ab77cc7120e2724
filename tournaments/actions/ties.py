"""Teams that nothing counted parts: an extra deal, a cut of the cards or lots, each typed in, or lots drawn here."""

import secrets
from collections.abc import Collection, Mapping

from django.db import transaction
from django.utils import timezone

from scoring.ruleset import Criterion
from tournaments import policy
from tournaments.actions import reasons
from tournaments.actions.log import lock_open_event, record
from tournaments.errors import Invalid, Refusal
from tournaments.models import Stage, StageEntry, Team, Tournament
from tournaments.pairing.card_cuts import order_of_cuts, read_cut
from tournaments.pairing.randomness import Chance
from tournaments.pairing.tie_lots import PER_DRAWING, drawing_of, recorded
from tournaments.policy import Actor, Permission
from tournaments.selectors.cut_ties import undecided
from tournaments.selectors.stage_facts import records_of

METHOD, VERSION = "lots_of_a_tie", "1"
SEED_BYTES = 16
MOST_POINTS, LONGEST_CUT = 9999, 30


@transaction.atomic
def record_lots(actor: Actor, tournament: Tournament, lots: Mapping[int, int], reason: str) -> None:
    """Store the lots that tied teams drew, the lowest first; `lots` names every team of a tie, each another number.

    A tie drawn before may be drawn anew; the older lots then part nobody.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.PUBLISH, event.pk)
    words = reasons.needed(reason)
    stage = _stage_of_tie(event, lots, "lots")
    if len(set(lots.values())) != len(lots) or not all(0 < lot < PER_DRAWING for lot in lots.values()):
        raise Invalid("lots_not_distinct", field="lots")
    _store(actor, event, stage, lots, reason=words)


@transaction.atomic
def draw_lots(actor: Actor, tournament: Tournament, team_ids: Collection[int], reason: str = "") -> dict[int, int]:
    """Draw the lots of a tie from a seed of the system; the log keeps the seed, so that anyone can draw it again."""
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.PUBLISH, event.pk)
    stage = _stage_of_tie(event, team_ids, "lots")
    by_number = Team.objects.filter(pk__in=team_ids).order_by("number").values_list("pk", flat=True)
    seed = secrets.token_hex(SEED_BYTES)
    drawn = Chance(METHOD, VERSION, seed).shuffled(list(by_number))
    lots = {team: lot for lot, team in enumerate(drawn, start=1)}
    _store(actor, event, stage, lots, reason=reasons.optional(reason), seed=seed)
    return lots


@transaction.atomic
def record_extra_deal(actor: Actor, tournament: Tournament, points: Mapping[int, int], reason: str) -> None:
    """Store what each team of a tie won in an extra deal or match, the most first; equal points leave teams equal.

    Recording it anew replaces what was recorded.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.PUBLISH, event.pk)
    words = reasons.needed(reason)
    stage = _stage_of_tie(event, points, "extra_deal")
    if not all(abs(won) <= MOST_POINTS for won in points.values()):
        raise Invalid("points_too_many", field="extra_deal", most=MOST_POINTS)
    best_first = sorted(set(points.values()), reverse=True)
    places = {team: best_first.index(won) + 1 for team, won in points.items()}
    said = {team: str(won) for team, won in points.items()}
    data = _typed(stage, "extra_deal", places, said)
    record(actor, event, "tie.recorded", stage, now=timezone.now(), data=data, reason=words)


@transaction.atomic
def record_card_cut(actor: Actor, tournament: Tournament, cards: Mapping[int, str], reason: str) -> None:
    """Store the card that each team of a tie took, as typed ("K", "♠K 7" where it had to cut again), the high first.

    Recording it anew replaces what was recorded. Refused: what is no card, and equal cards with no second cut.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.PUBLISH, event.pk)
    words = reasons.needed(reason)
    stage = _stage_of_tie(event, cards, "card_cut")
    cuts: dict[int, tuple[int, ...]] = {}
    for team, text in cards.items():
        cut = read_cut(text)
        if cut is None or len(text) > LONGEST_CUT:
            raise Invalid("no_card", field=f"card_{team}", card=text)
        cuts[team] = cut
    ordered = order_of_cuts(cuts)
    if ordered is None:
        raise Invalid("cards_equal", field="cards")
    places = {team: place for place, team in enumerate(ordered, start=1)}
    said = {team: " ".join(text.split()) for team, text in cards.items()}
    data = _typed(stage, "card_cut", places, said)
    record(actor, event, "tie.recorded", stage, now=timezone.now(), data=data, reason=words)


def _stage_of_tie(event: Tournament, teams: Collection[int], criterion: Criterion) -> Stage:
    """Return the stage of a tie; refused before all is official, for any choice of teams that is not one whole tie.

    Also where by the declared order something else has to part these teams first.
    """
    found = undecided(event)
    if not found.table.complete:
        raise Refusal("ties_too_early")
    due = [step.criterion for step in found.all if set(step.teams) == set(teams)]
    if not due:
        raise Invalid("teams_not_tied", field="lots")
    if criterion not in due:
        raise Invalid("parted_otherwise_first", field="lots", criterion=due[-1])
    return found.stage


def _store(
    actor: Actor, event: Tournament, stage: Stage, lots: Mapping[int, int], *, reason: str, seed: str = ""
) -> None:
    drawing = _next_drawing(stage, "lots")
    entries = list(StageEntry.objects.filter(stage=stage, team__in=lots))
    for entry in entries:
        entry.drawn_lot = recorded(drawing, lots[entry.team_id])
    StageEntry.objects.bulk_update(entries, ["drawn_lot"])
    data: dict[str, object] = {"lots": {str(team): lot for team, lot in sorted(lots.items())}}
    if seed:
        data |= {"seed": seed, "method": METHOD, "version": VERSION}
    record(actor, event, "lots.drawn" if seed else "lots.recorded", stage, now=timezone.now(), data=data, reason=reason)


def _typed(stage: Stage, criterion: Criterion, places: Mapping[int, int], said: Mapping[int, str]) -> dict[str, object]:
    """Store what equal teams decided with their entries; return what the log says of it."""
    drawing = _next_drawing(stage, criterion)
    entries = list(StageEntry.objects.filter(stage=stage, team__in=places))
    earlier = {str(entry.team_id): (entry.recorded or {}).get(criterion) for entry in entries}
    before = {team: held["said"] for team, held in earlier.items() if held is not None}
    for entry in entries:
        held = {"number": recorded(drawing, places[entry.team_id]), "among": len(places), "said": said[entry.team_id]}
        entry.recorded = {**(entry.recorded or {}), criterion: held}
    StageEntry.objects.bulk_update(entries, ["recorded"])
    data: dict[str, object] = {
        "criterion": criterion,
        "places": {str(team): place for team, place in sorted(places.items())},
        "said": {str(team): text for team, text in sorted(said.items())},
    }
    if before:
        data["before"] = dict(sorted(before.items()))
    return data


def _next_drawing(stage: Stage, criterion: Criterion) -> int:
    numbers = [each.number for each in records_of(stage).get(criterion, {}).values()]
    return drawing_of(max(numbers, default=0)) + 1
