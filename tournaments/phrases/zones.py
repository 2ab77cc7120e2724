"""Time zones as people call them."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# The usual zone of each region: what is offered, in this order. Files may name any zone of the database.
NAMES: Mapping[str, str | Promise] = {
    "Asia/Shanghai": _("Beijing time"),
    "Asia/Urumqi": _("Xinjiang time"),
    "Asia/Hong_Kong": _("Hong Kong"),
    "Asia/Macau": _("Macao"),
    "Asia/Taipei": _("Taipei"),
    "Asia/Singapore": _("Singapore"),
    "Asia/Kuala_Lumpur": _("Kuala Lumpur"),
    "Asia/Bangkok": _("Bangkok"),
    "Asia/Jakarta": _("Jakarta"),
    "Asia/Manila": _("Manila"),
    "Asia/Tokyo": _("Tokyo"),
    "Asia/Seoul": _("Seoul"),
    "Asia/Kolkata": _("New Delhi"),
    "Asia/Dubai": _("Dubai"),
    "Europe/Moscow": _("Moscow"),
    "Europe/London": _("London"),
    "Europe/Paris": _("Paris"),
    "Europe/Berlin": _("Berlin"),
    "Europe/Athens": _("Athens"),
    "Africa/Cairo": _("Cairo"),
    "Africa/Johannesburg": _("Johannesburg"),
    "America/New_York": _("New York"),
    "America/Toronto": _("Toronto"),
    "America/Chicago": _("Chicago"),
    "America/Denver": _("Denver"),
    "America/Los_Angeles": _("Los Angeles"),
    "America/Vancouver": _("Vancouver"),
    "America/Sao_Paulo": _("São Paulo"),
    "Australia/Sydney": _("Sydney"),
    "Australia/Perth": _("Perth"),
    "Pacific/Auckland": _("Auckland"),
    "UTC": _("World time (UTC)"),
}


def zone_name(zone: str) -> str:
    """Return what people call a zone; without such a name the one of the time zone database, without underlines."""
    return str(NAMES.get(zone, zone.replace("_", " ")))
