"""Words for roles and qualities."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ROLES: Mapping[str, str | Promise] = {
    "site_admin": _("Site administrator"),
    "organizer": _("Organizer"),
    "chief": _("Chief referee"),
    "referee": _("Referee"),
    "desk": _("Results desk"),
    "auditor": _("Auditor"),
    "liaison": _("Unit liaison"),
    "team": _("Team"),
    "screen": _("Hall screen"),
    "public": _("Public"),
    "system": _("The portal itself"),
}
GIVEN_ROLES = (
    ("chief", _("Chief referee: runs the draw, the rounds and the results")),
    ("desk", _("Results desk: types results from paper")),
    ("organizer", _("Organizer: may do everything")),
    ("auditor", _("Auditor: reads everything, changes nothing")),
)
