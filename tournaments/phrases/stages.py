"""Words for stages: what each is called, what a format means."""

from collections.abc import Mapping, Sequence
from zoneinfo import ZoneInfo

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.phrases.divisions import division_name
from tournaments.phrases.languages import name_for_reader
from tournaments.phrases.settings import fault as fault_words
from tournaments.regulations import Fault, Feed, Format, Regulations, StagePlan
from tournaments.simulation import Caution

FORMATS: Mapping[str, str | Promise] = {
    Format.TWO_ROUNDS: _("Two rounds by lot"),
    Format.RANDOM_ROUNDS: _("Random rounds, drawn at once"),
    Format.RANDOM: _("Random rounds, drawn one by one"),
    Format.SWISS: _("Swiss system"),
    Format.NEIGHBOURS: _("Neighbours by rank"),
    Format.LOT_ORDER: _("By the order of lots"),
    Format.ROUND_ROBIN: _("Round robin in groups"),
    Format.KNOCKOUT: _("Knockout"),
    Format.DOUBLE_KNOCKOUT: _("Double knockout"),
}
EXPLAINED: Mapping[str, str | Promise] = {
    Format.TWO_ROUNDS: _(
        "18 teams of nine units: lots A1 to I2 and the printed table. Any other field: two random rounds."
    ),
    Format.RANDOM_ROUNDS: _("All rounds are drawn before play begins; nobody meets the same opponents twice."),
    Format.RANDOM: _("Each round is drawn when the one before is closed; nobody meets the same opponents twice."),
    Format.SWISS: _("After each round teams with like scores meet. A clear order of many teams in few rounds."),
    Format.NEIGHBOURS: _("After each round first plays second, third plays fourth, and so on down the table."),
    Format.LOT_ORDER: _("Each round pairs the teams in the order of their lots, as far as they have not met."),
    Format.ROUND_ROBIN: _("Everybody in a group meets everybody, once or twice. The fairest, and the longest."),
    Format.KNOCKOUT: _("Who loses is out. Ends with a final; a third place and lower places can be played for."),
    Format.DOUBLE_KNOCKOUT: _("Who loses twice is out: the losers' side leads back to the final."),
}
STRICTNESS = (
    ("never", _("Never: the draw is refused instead")),
    ("avoid", _("Avoided as far as possible")),
    ("off", _("Allowed")),
)
BYE_TO = (
    ("random", _("anybody, by lot")),
    ("lowest", _("the lowest in the table")),
    ("highest_lot", _("the highest lot")),
)
GROUPS_BY = (
    ("lots", _("by lot")),
    ("pots", _("by lot from pots: the seeds that you name at the draw are spread")),
    ("rank", _("by lot from pots: by the places in the stage before")),
    ("bands", _("by bands of places: the first places are one group, the next ones another")),
)
SEEDINGS = (
    ("lots", _("By lot")),
    ("halves_first", _("By lot, teams of a unit as far apart as can be")),
    ("rank", _("By the places in the stage before: first against last")),
    ("cross", _("Across groups: A1 against B2")),
)
CAUTIONS: Mapping[str, str | Promise] = {
    "in_sittings": _(
        "A round has %(matches)s matches, the hall %(tables)s tables: the fullest round is played in %(sittings)s "
        "sittings, one after the other."
    ),
    "odd_teams": _("%(teams)s teams are an odd number: in every round one has a bye."),
    "too_few_rounds_for_a_winner": _(
        "After %(rounds)s rounds more than one of %(teams)s teams may have won all matches: %(needed)s rounds make one "
        "winner."
    ),
    "uneven_groups": _(
        "The groups have %(smallest)s and %(largest)s teams: in the smaller ones fewer matches are played."
    ),
    "ties_may_stay": _("The order of tie-breaks may leave teams equal: let a lot decide last."),
    "time_does_not_fit": _("%(minutes)s minutes too long: play fewer or shorter rounds, or start earlier."),
    "stage_begins_late": _("A stage begins %(minutes)s minutes later than it is to: what comes before takes longer."),
    "past_midnight": _("It does not end on the same day."),
    "more_rounds_than_opponents": _(
        "%(rounds)s rounds, but at most %(most)s without meeting the same opponents again: play fewer, or allow it."
    ),
    "rounds_may_run_out": _(
        "Drawn one by one, only %(sure)s rounds are sure to be possible without meeting the same opponents again."
    ),
    "unit_larger_than_half": _(
        "%(unit)s has %(size)s of %(teams)s teams: with more than %(most)s its teams have to meet each other."
    ),
    "more_rounds_than_outside_opponents": _(
        "Teams of %(unit)s have %(most)s opponents outside: after that they meet their own unit, or the same again."
    ),
    "more_byes_than_teams": _("%(rounds)s byes for %(teams)s teams: some have a second one."),
    "sizes_do_not_fit": _("The groups have %(places)s places for %(teams)s teams."),
    "group_of_one": _("A group would have a single team: make fewer groups."),
    "bad_groups": _("There has to be at least one group."),
    "unit_larger_than_groups": _(
        "%(unit)s has %(size)s teams for %(groups)s groups: some of them meet in their group."
    ),
    "too_few_teams": _("At least two teams are needed."),
    "nobody_goes_out": _("With %(teams)s teams nobody goes out: %(until)s are to be left."),
    "other": _("This stage cannot be played so."),
}


def stage_name(plan: StagePlan) -> str:
    """Return what a stage is called in the reader's language: its own name, else that of its format."""
    return name_for_reader(plan.name, plan.name_en) or str(FORMATS[plan.format])


def format_line(format_: Format) -> str:
    """Return a format with what it means, for a choice."""
    return _("%(name)s: %(meaning)s") % {"name": FORMATS[format_], "meaning": EXPLAINED[format_]}


def _down_to(place: int) -> str:
    return gettext("Down to place %(place)d") % {"place": place}


down_to = lazy(_down_to, str)


def fault(found: Fault, rules: Regulations) -> str:
    """Return the words for a fault, with the stages called as people call them."""
    names = {plan.code: stage_name(plan) for plan in rules.stages}
    called = {key: names.get(str(value), value) for key, value in found.params.items() if key in {"stage", "source"}}
    divisions = {each.code: division_name(each) for each in rules.divisions}
    if "division" in found.params:
        called["division"] = divisions.get(str(found.params["division"]), found.params["division"])
    return fault_words(Fault(found.code, found.place, {**found.params, **called}))


def caution_words(caution: Caution, units: Sequence[str] = ()) -> str:
    """Say what to think of before the start, and what would help."""
    params = dict(caution.params)
    if "unit" in params:
        number = int(str(params["unit"]))
        params["unit"] = units[number - 1] if number <= len(units) else ""
    return str(CAUTIONS.get(caution.code, CAUTIONS["other"])) % params


def facts_of(plan: StagePlan, rules: Regulations) -> list[tuple[str, str]]:
    """Return what a stage is made of, each with its label."""
    found = [(gettext("Who plays"), _entrants(plan, rules))]
    if plan.divisions:
        found.insert(0, (gettext("Divisions"), divisions_of(plan, rules)))
    if plan.starts_at is not None:
        found.append((gettext("Begins"), begins(plan, rules)))
    if plan.is_bracket:
        found += _bracket(plan)
    elif plan.format != Format.ROUND_ROBIN:
        found.append((gettext("Number of rounds"), str(plan.rounds)))
    found += _groups(plan)
    minutes = plan.timing.round_seconds // 60
    found.append((gettext("Length of a round"), gettext("%(minutes)d minutes") % {"minutes": minutes}))
    if plan.carry.kind != "none":
        share = gettext("All points") if plan.carry.kind == "all" else f"{plan.carry.percent} %"
        found.append((gettext("What they bring along"), share))
    return found


def divisions_of(plan: StagePlan, rules: Regulations) -> str:
    """Return which divisions play a stage; nothing where all do."""
    return gettext(", ").join(division_name(each) for each in rules.divisions if each.code in plan.divisions)


def begins(plan: StagePlan, rules: Regulations) -> str:
    """Return when a stage begins in the event's own time, the day only where it is another; nothing where not said."""
    if plan.starts_at is None:
        return ""
    at = plan.starts_at.astimezone(ZoneInfo(rules.identity.zone))
    return f"{at:%H:%M}" if at.date() == rules.identity.day else f"{at:%Y-%m-%d %H:%M}"


def _entrants(plan: StagePlan, rules: Regulations) -> str:
    feed = plan.entrants
    if feed is None:
        return gettext("All teams that entered")
    source = stage_name(rules.plan(feed.from_stage))
    if feed.after:
        return _behind(feed, source)
    if feed.teams is not None:
        return gettext("The first %(teams)d of “%(stage)s”") % {"teams": feed.teams, "stage": source}
    if feed.per_group is None:
        return gettext("Everybody from “%(stage)s”") % {"stage": source}
    said = gettext("The first %(teams)d of each group of “%(stage)s”") % {"teams": feed.per_group, "stage": source}
    return said if feed.best is None else said + gettext(", and the %(best)d best of those next") % {"best": feed.best}


def _behind(feed: Feed, source: str) -> str:
    """Say who comes from the places behind others."""
    first = feed.after + 1
    if feed.teams is not None:
        params = {"first": first, "last": feed.after + feed.teams, "stage": source}
        return gettext("Places %(first)d to %(last)d of “%(stage)s”") % params
    if feed.per_group is None:
        return gettext("From place %(first)d on of “%(stage)s”") % {"first": first, "stage": source}
    params = {"first": first, "last": feed.after + feed.per_group, "stage": source}
    said = gettext("Places %(first)d to %(last)d of each group of “%(stage)s”") % params
    return said if feed.best is None else said + gettext(", and the %(best)d best of those next") % {"best": feed.best}


def _groups(plan: StagePlan) -> list[tuple[str, str]]:
    groups = plan.groups
    if groups is None and plan.format != Format.ROUND_ROBIN:
        return []
    if groups is not None and groups.size is not None:
        said = gettext("Groups of %(size)d at most") % {"size": groups.size}
    else:
        count = groups.count if groups is not None and groups.count else 1
        said = ngettext("%(count)d group", "%(count)d groups", count) % {"count": count}
    if groups is not None and groups.by == "bands":
        said += gettext(", by bands of places")
    twice = [(gettext("Meetings"), gettext("Everybody meets everybody twice"))] if plan.legs > 1 else []
    return [(gettext("Groups"), said), *twice]


def _bracket(plan: StagePlan) -> list[tuple[str, str]]:
    found = [(gettext("Places in the bracket"), str(dict(SEEDINGS)[plan.seeding]))]
    if plan.redraw:
        found = [(gettext("Number of rounds"), gettext("Drawn anew each round"))]
    if plan.until > 1:
        found.append((gettext("Played until"), gettext("%(until)d are left") % {"until": plan.until}))
    if plan.third_place:
        found.append((gettext("Third place"), gettext("played for")))
    if plan.placement:
        found.append((gettext("Lower places"), str(down_to(plan.placement))))
    return found
