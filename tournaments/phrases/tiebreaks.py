"""What ranks the teams, called by one name wherever it is spoken of."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CRITERIA: Mapping[str, str | Promise] = {
    "total": _("total"),
    "wins": _("matches won"),
    "net_levels": _("net levels"),
    "levels_risen": _("levels risen in all rounds"),
    "head_to_head": _("their meeting"),
    "head_to_head_if_met": _("their meeting, where they met"),
    "opponents_points": _("opponents' points"),
    "opponents_points_but_weakest": _("opponents' points without the weakest"),
    "opponents_net_levels": _("opponents' net levels"),
    "last_rounds": _("last round, then the one before"),
    "best_round": _("better single round"),
    "second_best_round": _("second best round"),
    "fewer_penalties": _("fewer penalties (warnings do not count)"),
    "first_to_reach": _("first to reach the level"),
    "dealer_side": _("dealer side at the end"),
    "extra_deal": _("extra deal or match"),
    "card_cut": _("cutting the cards"),
    "lots": _("lot"),
    "shared": _("shared place"),
}
