"""What ranks the teams, called by one name wherever it is spoken of."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CRITERIA: Mapping[str, str | Promise] = {
    "total": _("total"),
    "levels_risen": _("levels risen in all rounds"),
    "head_to_head": _("their meeting"),
    "best_round": _("better single round"),
    "lots": _("lot"),
}
