"""What an event itself settles, in sentences: the page of the rules and the printed regulations say the same."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.phrases.divisions import division_name
from tournaments.phrases.figures import signed
from tournaments.phrases.quotas import entry_words, quota_words
from tournaments.phrases.stages import EXPLAINED, begins, divisions_of
from tournaments.regulations import (
    Bye,
    DivisionPlan,
    Format,
    Registration,
    Regulations,
    Scoring,
    StagePlan,
    Timing,
)


def entry_rules(registration: Registration) -> Iterator[str]:
    """Say how many may enter, and what becomes of those who come too late for a place."""
    if registration.entry.kind == "team":
        words = ngettext("There is room for one team.", "There is room for %(number)s teams.", registration.capacity)
    else:
        words = ngettext(
            "A team is a pair. There is room for one pair.",
            "A team is a pair. There is room for %(number)s pairs.",
            registration.capacity,
        )
    yield words % {"number": registration.capacity}
    yield from entry_words(registration.entry)
    yield from quota_words(registration.quota)
    per_unit = registration.pairs_per_unit
    if per_unit and registration.quota.rule == "none":
        words = ngettext("A unit may enter one pair.", "A unit may enter at most %(number)s pairs.", per_unit)
        yield words % {"number": per_unit}
    elif per_unit:
        words = ngettext(
            "A unit of which this says nothing may enter one pair.",
            "A unit of which this says nothing may enter at most %(number)s pairs.",
            per_unit,
        )
        yield words % {"number": per_unit}
    if registration.approval:
        yield _("The organizer approves each entry.")
    yield _("Who comes when all places are taken goes on the waiting list and moves up by itself, in order of entry.")


def division_rules(rules: Regulations) -> Iterator[str]:
    """Say which divisions an event has, with their places and pairs per unit; nothing where there is but one."""
    if not rules.divisions:
        return
    names = _(", ").join(_with_places(each) for each in rules.divisions)
    yield _("The divisions are: %(names)s. Each is drawn, seated and ranked by itself.") % {"names": names}
    for each in rules.divisions:
        if each.pairs_per_unit is not None:
            words = ngettext(
                "In %(name)s a unit may enter one pair.",
                "In %(name)s a unit may enter at most %(number)s pairs.",
                each.pairs_per_unit,
            )
            yield words % {"name": division_name(each), "number": each.pairs_per_unit}


def _with_places(plan: DivisionPlan) -> str:
    if plan.capacity is None:
        return division_name(plan)
    words = ngettext("%(name)s (%(count)d place)", "%(name)s (%(count)d places)", plan.capacity)
    return words % {"name": division_name(plan), "count": plan.capacity}


def session_rules(plan: StagePlan, rules: Regulations) -> Iterator[str]:
    """Say which divisions play a stage and when it begins, as far as the regulations say it."""
    if plan.divisions:
        yield _("Played by: %(names)s.") % {"names": divisions_of(plan, rules)}
    if plan.starts_at is not None:
        yield _("It begins at %(time)s.") % {"time": begins(plan, rules)}


def rounds_rule(plan: StagePlan) -> str:
    """Say how many rounds are drawn at once; "" for a format that draws otherwise."""
    if plan.format not in {Format.TWO_ROUNDS, Format.RANDOM_ROUNDS}:
        return ""
    words = ngettext("One round is drawn.", "%(number)s rounds are drawn before the first, all at once.", plan.rounds)
    return words % {"number": plan.rounds}


def draw_rules(plan: StagePlan) -> Iterator[str]:
    """Say how a stage is drawn."""
    if plan.format == Format.TWO_ROUNDS:
        yield _(
            "18 pairs of nine units with two pairs each get the lots A1 to I2 and meet by the printed table; "
            "equal letters never meet, so pairs of one unit never do."
        )
        yield _(
            "For other numbers the rounds are drawn at random: nobody meets the same opponents twice, and pairs of one "
            "unit do not meet, as long as such a draw exists."
        )
        yield _("With an odd number one pair has a bye in each round, never the same pair twice.")
    else:
        yield str(EXPLAINED[plan.format])
    yield from part_rules(plan)
    yield _("Every draw comes from a stored seed, so that anyone can repeat it.")


def part_rules(plan: StagePlan) -> Iterator[str]:
    """Say into which groups a stage is divided, and where a knockout ends before its final."""
    groups = plan.groups
    if groups is not None and groups.size is not None:
        yield _("The field is divided into groups of %(size)s at most; each is drawn and ranked by itself.") % {
            "size": groups.size
        }
    elif groups is not None and (groups.count or 1) > 1:
        yield _("The field is divided into %(count)s groups; each is drawn and ranked by itself.") % {
            "count": groups.count
        }
    if groups is not None and groups.by == "bands":
        yield _(
            "The first places of the stage before make the first group, the next ones the second; "
            "everybody in a group is ranked before the next."
        )
    if plan.until > 1:
        yield _("The knockout ends when %(until)s are left.") % {"until": plan.until}


def length_rule(timing: Timing) -> str:
    words = _("A round takes %(minutes)s minutes, for the whole hall together.")
    return words % {"minutes": timing.round_seconds // 60}


def reminder_rule(timing: Timing) -> str:
    """Say when the reminder comes; "" without one."""
    if not timing.reminder_seconds:
        return ""
    words = _("The reminder comes %(minutes)s minutes before the end.")
    return words % {"minutes": timing.reminder_seconds // 60}


def last_deals_rule(timing: Timing) -> str:
    """Say when the reminder comes and what is played from then on."""
    words = ngettext(
        "The reminder comes %(minutes)s minutes before the end. From then on one more deal is played, the one in hand.",
        "The reminder comes %(minutes)s minutes before the end. From then on %(number)s more deals are played, the one "
        "in hand included; the table is finished with the last of them, also before the time is up.",
        timing.last_deals,
    )
    return words % {"minutes": timing.reminder_seconds // 60, "number": timing.last_deals}


def time_rules(timing: Timing) -> Iterator[str]:
    """Say how long a round is, and what happens at its end."""
    yield length_rule(timing)
    if timing.reminder_seconds:
        yield last_deals_rule(timing) if timing.last_deals else reminder_rule(timing)
    yield _(
        "When the time is up nothing is closed by itself: "
        "the chief referee closes the round once every table is decided."
    )


def result_rules(official: str, standings: str = "live") -> Iterator[str]:
    """Say when a result counts, and when the standings are shown; both are as in the regulations."""
    if official == "chief":
        yield _("A result that both sides have confirmed counts after the chief referee has ticked it.")
    else:
        yield _(
            "A result that both sides have confirmed counts at once, unless somebody sent another one: "
            "then the chief referee decides."
        )
    yield _("A correction is a new version with its reason; the old one is kept.")
    if standings == "released":
        yield _("The standings are shown when the organizer releases them.")
    elif standings == "ceremony":
        yield _("The organizer may keep the standings of the last rounds for the ceremony.")


def unplayed_rules(scoring: Scoring) -> Iterator[str]:
    """Say what matches count that were not played."""
    forfeits = scoring.forfeits
    yield _(
        "A pair that does not come gets %(loser)s, its opponents %(winner)s; "
        "where both do not come, each gets %(both)s."
    ) % {"loser": signed(forfeits.loser), "winner": signed(forfeits.winner), "both": signed(forfeits.both)}
    yield {
        Bye.AVERAGE: _("A bye counts the average of the pair's other rounds."),
        Bye.POINTS: _("A bye counts the points that the ruleset names for it."),
    }.get(scoring.bye, _("A bye counts nothing."))
    yield withdrawal_rule()


def withdrawal_rule() -> str:
    return _("A pair that withdraws keeps its results, as do its opponents, and stands below all that stayed.")
