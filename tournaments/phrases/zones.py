"""Time zones as people call them."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NAMES: Mapping[str, str | Promise] = {"Asia/Shanghai": _("Beijing time")}


def zone_name(zone: str) -> str:
    """Return what people call a zone; without such a name the one of the time zone database, without underlines."""
    return str(NAMES.get(zone, zone.replace("_", " ")))
