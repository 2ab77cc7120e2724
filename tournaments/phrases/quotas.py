"""What an event asks of an entry: kinds of entry and quotas of units, in sentences."""

from collections.abc import Iterator, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.entrykinds import EntryKind
from tournaments.quotas import MembersQuota, PercentageQuota, Quota, TableQuota

KINDS: Mapping[str, str | Promise] = {
    "pair": gettext_lazy("Pairs"),
    "team": gettext_lazy("Teams with a line-up"),
    "individual": gettext_lazy("Single players, who become pairs by lot"),
}
PARTNERS: Mapping[str, str | Promise] = {
    "own": gettext_lazy("Found before entering"),
    "lot": gettext_lazy("All drawn by lot"),
    "own_or_lot": gettext_lazy("Found before entering; those without one draw lots"),
}
NEEDED: Mapping[str, str | Promise] = {
    "none": gettext_lazy("No"),
    "optional": gettext_lazy("If the team has one"),
    "required": gettext_lazy("Yes, one"),
}
QUOTAS: Mapping[str, str | Promise] = {
    "none": gettext_lazy("The same for all units, as in “Registration”"),
    "table": gettext_lazy("A table of units"),
    "members": gettext_lazy("By the number of members"),
    "percentage": gettext_lazy("A share of the members"),
}
ROUNDINGS: Mapping[str, str | Promise] = {
    "even": gettext_lazy("To the nearest even number of players"),
    "down": gettext_lazy("Down to an even number of players"),
}


def entry_words(kind: EntryKind) -> Iterator[str]:
    """Say what an entry consists of; nothing of a plain pair."""
    if kind.kind == "team":
        yield _team(kind)
        yield ngettext("One of them sits down.", "%(number)s of them sit down in a match.", kind.line_up) % {
            "number": kind.line_up
        }
    elif kind.kind == "individual":
        yield _("Everybody enters alone; partners are drawn by lot.")
    elif kind.partners == "own_or_lot":
        yield _("Pairs enter together; who has no partner enters alone and gets one by lot.")
    if kind.substitutes:
        words = ngettext("One substitute may be named.", "Up to %(number)s substitutes may be named.", kind.substitutes)
        yield words % {"number": kind.substitutes}
    if kind.leader != "none":
        yield _("A leader is named.") if kind.leader == "required" else _("A leader may be named.")
    if kind.coach != "none":
        yield _("A coach is named.") if kind.coach == "required" else _("A coach may be named.")


def _team(kind: EntryKind) -> str:
    if kind.least == kind.most:
        return _("A team has %(number)s players.") % {"number": kind.most}
    return _("A team has %(least)s to %(most)s players.") % {"least": kind.least, "most": kind.most}


def quota_words(rule: Quota) -> list[str]:
    """Say how many pairs a unit may enter by the rule; nothing where there is none."""
    match rule:
        case TableQuota():
            return [*_table(rule)]
        case MembersQuota():
            return [*_brackets(rule)]
        case PercentageQuota():
            return [*_share(rule)]
    return []


def _pairs(number: int) -> str:
    return ngettext("%(number)s pair", "%(number)s pairs", number) % {"number": number}


def _table(rule: TableQuota) -> Iterator[str]:
    listed = _(", ").join(f"{row.unit} {row.pairs}" for row in rule.rows)
    yield _("Pairs by unit: %(table)s.") % {"table": listed}
    if rule.others is not None:
        yield _("Every other unit: %(pairs)s.") % {"pairs": _pairs(rule.others)}


def _brackets(rule: MembersQuota) -> Iterator[str]:
    for row in rule.brackets:
        if row.members is not None:
            yield _("A unit of up to %(members)s members: %(pairs)s.") % {
                "members": row.members,
                "pairs": _pairs(row.pairs),
            }
        else:
            yield _("A larger unit: %(pairs)s.") % {"pairs": _pairs(row.pairs)}


def _share(rule: PercentageQuota) -> Iterator[str]:
    rounding = {
        "even": _("%(percent)s%% of a unit's members may play, rounded to an even number."),
        "down": _("%(percent)s%% of a unit's members may play, rounded down to an even number."),
    }
    yield rounding[rule.rounding] % {"percent": rule.percent}
    if rule.at_least:
        yield _("Every unit may enter at least %(pairs)s.") % {"pairs": _pairs(rule.at_least)}
    if rule.over_capacity is not None:
        yield _("If that is more than there is room for, %(percent)s%% count for all.") % {
            "percent": rule.over_capacity
        }
