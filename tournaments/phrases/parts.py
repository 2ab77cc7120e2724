"""What a part of a field is called: a division, a group, or a group of a division."""

from django.utils.translation import gettext as _


def part_title(division: str, letter: str) -> str:
    """Return the heading of a part; either may be empty."""
    if division and letter:
        return _("%(division)s, group %(letter)s") % {"division": division, "letter": letter}
    return division or (_("Group %(letter)s") % {"letter": letter} if letter else "")
