"""The converter of event addresses."""

from django.urls.converters import StringConverter

from tournaments.slugs import PATTERN, RESERVED


class EventConverter(StringConverter):
    """`<event:slug>`: lower-case ASCII, digits and hyphens, and none of the words the site uses itself."""

    regex = r"(?!(?:" + "|".join(sorted(RESERVED)) + r")/)" + PATTERN
