"""The form of an event's address, and the words that the site uses itself. Pure."""

import re
import unicodedata

MAX_LENGTH = 40
PATTERN = r"[a-z0-9][a-z0-9-]{1,39}"
RESERVED = frozenset(
    {
        "accounts", "admin", "api", "desk", "embed", "events", "healthz", "help", "i18n", "in", "manage", "media",
        "new", "r", "robots", "rules", "screen", "static", "styleguide", "team",
    }
)  # fmt: skip


def fault(slug: str) -> str:
    """Return the code of what is wrong with an address, "" where nothing is."""
    if slug in RESERVED:
        return "slug_reserved"
    return "" if re.fullmatch(PATTERN, slug) else "slug_form"


def propose(name: str, year: int) -> str:
    """Return an address from the ASCII letters of a name; without any, the game's name and the year."""
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", ascii_name).strip("-")
    # Too long a name ends with a whole word: up to the last hyphen that leaves enough.
    slug = re.sub(r"-[^-]*$", "", words[: MAX_LENGTH + 1])[:MAX_LENGTH] if len(words) > MAX_LENGTH else words
    return slug if re.search(r"[a-z]", slug) and not fault(slug) else f"shengji-{year}"
