"""Words for events in files: what is wrong in one, and what a template is in a line."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.decisions import RuleFault, ruleset_of_plan
from tournaments.events.reading import EventFile, Placed
from tournaments.phrases import settings
from tournaments.phrases.languages import name_for_reader
from tournaments.phrases.rules import fault_line
from tournaments.phrases.rules.codes import CODES
from tournaments.phrases.stages import FORMATS, stage_name
from tournaments.regulations import Format, StagePlan

OF_FILES: Mapping[str, str | Promise] = {
    "file_is_no_json": _("This is no JSON: %(where)s."),
    "file_is_no_toml": _("This is no TOML: %(where)s."),
    "fact_of_unknown_stage": _("The event has no stage %(stage)s."),
    "extra_forbidden": _("The regulations have nothing of this name."),
}
KINDS: Mapping[str, str | Promise] = {
    "rounds": _("Rounds"),
    "knockout": _("Knockout"),
    "groups": _("Round robin in groups"),
    "stages": _("Several stages"),
}


def placed_words(each: Placed) -> str:
    """Return a fault of a file with its place."""
    if isinstance(each.fault, RuleFault):
        words = fault_line(each.fault)
    elif each.fault.code in OF_FILES:
        words = str(OF_FILES[each.fault.code]) % each.fault.params
    else:
        words = settings.fault(each.fault)
    return f"{each.place}{gettext(': ')}{words}" if each.place else words


def template_title(event: EventFile) -> str:
    """Return what a template is called in the reader's language."""
    if event.template is None:
        return ""
    return name_for_reader(event.template.title, event.template.title_en)


def template_kind(stages: tuple[StagePlan, ...]) -> str:
    """Return under which heading of `KINDS` a template stands."""
    if len(stages) > 1:
        return "stages"
    if stages[0].is_bracket:
        return "knockout"
    return "groups" if stages[0].groups is not None else "rounds"


def template_line(stages: tuple[StagePlan, ...]) -> str:
    """Return the format of every stage and its rounds, the decks, the time of a round and what a match counts by."""
    first = stages[0]
    rules = ruleset_of_plan(first)
    kind = rules.match_result.kind.value
    decks = rules.deck.decks.value
    parts = (
        _stages_words(stages),
        ngettext("%(decks)d deck", "%(decks)d decks", decks) % {"decks": decks},
        gettext("%(n)s minutes") % {"n": first.timing.round_seconds // 60},
        gettext("counted by %(kind)s") % {"kind": CODES["match_result.kind"][kind]},
    )
    return gettext(" · ").join(str(part) for part in parts)


def _stages_words(stages: tuple[StagePlan, ...]) -> str:
    """Say one stage after the other: by name where two are alike, and side by side what other divisions play."""
    formats = [_stage_words(plan) for plan in stages]
    named = len(set(formats)) < len(formats)
    said = ""
    for place, (plan, words) in enumerate(zip(stages, formats, strict=True)):
        apart = place > 0 and _play_apart(stages[place - 1], plan)
        said += gettext("; ") if apart else gettext(" → ") if place else ""
        said += f"{stage_name(plan)}{gettext(': ')}{words}" if named else words
    return said


def _play_apart(before: StagePlan, plan: StagePlan) -> bool:
    return bool(before.divisions and plan.divisions) and not set(before.divisions) & set(plan.divisions)


def _stage_words(plan: StagePlan) -> str:
    words = str(FORMATS[plan.format])
    if plan.is_bracket or plan.format == Format.ROUND_ROBIN:
        return words
    rounds = ngettext("%(rounds)d round", "%(rounds)d rounds", plan.rounds) % {"rounds": plan.rounds}
    return gettext("%(format)s, %(rounds)s") % {"format": words, "rounds": rounds}
