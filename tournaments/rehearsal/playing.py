"""A round of a rehearsal: who leaves, who does not come, what the tables hand in, and what is corrected afterwards."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from tournaments import policy
from tournaments.actions import clocks, results, rounds, teams
from tournaments.actions.results import Receipt, Reported
from tournaments.models import Match, ResultSheet, Round, Team, Tournament
from tournaments.policy import Actor
from tournaments.rehearsal.counted import counted_of
from tournaments.rehearsal.deals import keep_deals
from tournaments.rehearsal.oracle.findings import Violation
from tournaments.rehearsal.plan import Plan
from tournaments.rehearsal.public import STANDINGS, Public, differing
from tournaments.rehearsal.results import handed_in, only_from_deals, random_result
from tournaments.selectors.results import sitting_begun
from tournaments.selectors.rulesets import ruleset_of_round
from tournaments.states import SheetState, TeamState

BOTH = (0, 1)
UNSETTLED = (SheetState.SUBMITTED, SheetState.CONFIRMED, SheetState.CONFLICT)
AGAIN, ONE_SIDE_FIRST, BOTH_ABSENT = 0.1, 0.15, 0.2
FEWEST_TEAMS = 4
KEEPS_DEALS = 0.5
REASON = "彩排"


@dataclass(frozen=True, slots=True)
class Hall:
    """An event being rehearsed, with its chance, a referee who has every table, and what the tables handed in."""

    event: Tournament
    plan: Plan
    chance: Random
    referee: Actor
    said: dict[int, Reported] = field(default_factory=dict)
    public: Public | None = None

    @property
    def portal(self) -> Actor:
        return policy.system(self.event.pk)

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    def round(self, number: int) -> Round:
        return Round.objects.select_related("clock").get(stage__division__tournament=self.event, number=number)

    def sittings(self, number: int) -> tuple[int, int]:
        """Return which sitting of a round is on, and how many it has."""
        clock = self.round(number).clock
        return (clock.sitting, clock.sittings) if clock is not None else (1, 1)

    def matches(self, number: int) -> list[Match]:
        """Return the matches of a round at its tables that have two teams."""
        rows = Match.objects.filter(round__stage__division__tournament=self.event, round__number=number)
        both = rows.filter(table__isnull=False, sides__position=0, sides__team__isnull=False)
        in_turn = both.order_by("sitting", "table")
        return [match for match in in_turn if match.sides.filter(team__isnull=False).count() == len(BOTH)]


def play_round(hall: Hall, number: int) -> Iterator[Violation]:
    """Play a released round, or what is left of it, and close it."""
    if hall.happens(hall.plan.withdraw):
        _withdraw(hall)
    on, last = hall.sittings(number)
    while on < last:
        yield from _play_sitting(hall, number, on)
        clocks.end(hall.portal, hall.event, number)
        on, last = hall.sittings(number)
    yield from _play_sitting(hall, number, on)
    rounds.close(hall.portal, hall.event, number)
    for match in hall.matches(number):
        if hall.happens(hall.plan.correct):
            yield from _correct(hall, match, number)


def _play_sitting(hall: Hall, number: int, sitting: int) -> Iterator[Violation]:
    """Play those of a round whose turn it is, starting their clock unless it runs."""
    if not sitting_begun(hall.round(number)):
        clocks.start(hall.portal, hall.event, number)
    for match in hall.matches(number):
        if match.sitting != sitting:
            continue
        if match.sheets.filter(state=SheetState.OFFICIAL).exists():
            continue  # forfeited already by a team that left
        if match.sheets.filter(state__in=UNSETTLED).exists():
            _write(hall, match, _random(hall, match), f"settled-{match.sheets.count()}")
        elif hall.happens(hall.plan.forfeit):
            _forfeit(hall, match)
        else:
            yield from _submit(hall, match, number)


def _withdraw(hall: Hall) -> None:
    playing = list(Team.objects.filter(tournament=hall.event, state=TeamState.ACTIVE).order_by("number"))
    if len(playing) > FEWEST_TEAMS:
        teams.withdraw_team(hall.portal, hall.event, hall.chance.choice(playing).pk, reason=REASON)


def _forfeit(hall: Hall, match: Match) -> None:
    absent = BOTH if hall.happens(BOTH_ABSENT) else (hall.chance.randint(0, 1),)
    key = f"rehearsal-{match.pk}-absent"
    results.forfeit(hall.portal, hall.event, match_id=match.pk, absent=absent, reason=REASON, key=key)


def _submit(hall: Hall, match: Match, number: int) -> Iterator[Violation]:
    """Send what both sides confirm; now and then with one side's word first, or twice (P7)."""
    said = hall.said[match.pk] = _random(hall, match)
    key = f"rehearsal-{match.pk}"
    if hall.happens(ONE_SIDE_FIRST):
        receipt = _send(hall, match, number, said, key=f"{key}-first", sides=(0,))
        if receipt.state == SheetState.OFFICIAL:
            yield _of(match, number, "official", "a result is official without both sides' word")
    receipt = _send(hall, match, number, said, key=key, sides=BOTH)
    if hall.happens(AGAIN):
        before = ResultSheet.objects.filter(match=match).count()
        again = _send(hall, match, number, said, key=key, sides=BOTH)
        if again != receipt or ResultSheet.objects.filter(match=match).count() != before:
            yield _of(match, number, "P7", "the same submission twice is not the same as once")
    if hall.event.regulations.results.official == "chief":
        sheet = ResultSheet.objects.filter(match=match).exclude(state=SheetState.SUPERSEDED).latest("version")
        results.approve(hall.portal, hall.event, sheet_id=sheet.pk)


def _send(hall: Hall, match: Match, number: int, said: Reported, *, key: str, sides: tuple[int, ...]) -> Receipt:
    return results.submit(
        hall.referee,
        hall.event,
        match_id=match.pk,
        round_number=number,
        table=match.table or 0,
        key=key,
        said=said,
        confirmed_sides=sides,
    )


def _correct(hall: Hall, match: Match, number: int) -> Iterator[Violation]:
    """Correct a result; half of the corrections of played ones are taken back, after which all is as before (P5)."""
    taken_back = match.pk in hall.said and hall.chance.randint(0, 1) == 1
    before = counted_of(hall.event) if taken_back else []
    seen = hall.public.look(STANDINGS) if hall.public is not None and _hides_standings(hall, number) else {}
    _write(hall, match, _random(hall, match, again=True), "corrected")
    if hall.public is not None and seen:
        for name in differing(seen, hall.public.look(STANDINGS)):
            yield _of(match, number, "P8", f"{name} changes with a result whose standings are not released")
    if not taken_back:
        return
    _write(hall, match, hall.said[match.pk], "back")
    if counted_of(hall.event) != before:
        yield _of(match, number, "P5", "standings differ after a correction was taken back")


def _hides_standings(hall: Hall, number: int) -> bool:
    """Say whether the regulations, or the organizer by now, keep the standings after this round from the public."""
    event = Tournament.objects.select_related("rules").get(pk=hall.event.pk)
    if event.regulations.results.standings == "released":
        return True
    return event.hidden_from is not None and number >= event.hidden_from


def _write(hall: Hall, match: Match, said: Reported, what: str) -> None:
    key = f"rehearsal-{match.pk}-{what}"
    results.correct(hall.portal, hall.event, match_id=match.pk, key=key, said=said, reason=REASON)


def _random(hall: Hall, match: Match, *, again: bool = False) -> Reported:
    current = Round.objects.select_related("stage__rules", "stage__division__tournament__rules").get(pk=match.round_id)
    knockout = current.stage.format in {"knockout", "double_knockout"}
    ruleset = ruleset_of_round(current)
    reads_deals = ruleset.match_result.reported.value == "deal_points"
    if only_from_deals(ruleset) or (reads_deals and not again and hall.happens(KEEPS_DEALS)):
        scores = keep_deals(hall.referee, hall.event, match, hall.chance)
        return handed_in(ruleset, scores, hall.chance, knockout=knockout)
    return random_result(ruleset, hall.chance, knockout=knockout)


def _of(match: Match, number: int, code: str, words: str) -> Violation:
    return Violation(code, match.round.stage.code, number, f"table {match.table}: {words}")
