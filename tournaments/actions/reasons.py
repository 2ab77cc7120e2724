"""Why somebody acts, in their own words: they stand in the log's purgeable note, never in an entry's data."""

from tournaments.errors import Invalid

LONGEST_REASON = 500


def needed(reason: str, code: str = "reason_needed", *, field: str = "reason") -> str:
    """Return the reason tidied; raises Invalid for none (`code`) and for one that is too long."""
    words = _tidied(reason)
    if not words:
        raise Invalid(code, field=field)
    if len(words) > LONGEST_REASON:
        raise Invalid("reason_too_long", field=field, longest=LONGEST_REASON)
    return words


def optional(reason: str) -> str:
    """Return a reason that may be left out, tidied and cut to its length."""
    return _tidied(reason)[:LONGEST_REASON]


def _tidied(reason: str) -> str:
    return reason.replace("\0", "").strip()
