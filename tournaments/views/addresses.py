"""The form of addresses, and the words that an event's address may not be."""

from django.urls.converters import StringConverter

RESERVED = frozenset(
    {
        "accounts", "admin", "api", "desk", "embed", "events", "healthz", "i18n", "in", "manage", "media", "r",
        "robots", "rules", "screen", "static", "styleguide", "team",
    }
)  # fmt: skip


class EventConverter(StringConverter):
    """`<event:slug>`: lower-case ASCII, digits and hyphens, and none of the words the site uses itself."""

    regex = r"(?!(?:" + "|".join(sorted(RESERVED)) + r")/)[a-z0-9][a-z0-9-]{1,39}"
