"""Codes → words. Everything the core says to a person stands here, with named placeholders."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refusal

REFUSALS: Mapping[str, str | Promise] = {
    "not_allowed": _("You are not allowed to do this."),
    "not_found": _("There is nothing at this address."),
    "unknown_link": _("This link is unknown or no longer valid. Ask the organizer for a new one."),
    "illegal_step": _("This is not possible in the present state. Reload the page."),

    "called_seed_bad": _("Type only the digits that were called, at most %(most)d."),
    "draw_impossible_no_own_unit": _("No draw exists in which the teams of one unit never meet."),
    "draw_impossible_no_rematch": _("No draw exists in which nobody meets the same opponents twice."),
    "draw_impossible_one_bye": _("No draw exists in which no team has a bye twice."),
    "draw_moved_on": _("Somebody made or changed the draw in the meantime. Look at the draw as it is now."),
    "draw_not_checked": _("The draw has to be checked before it is released."),
    "draw_play_has_begun": _("Play has begun or a result was sent: the draw can no longer be replaced."),
    "draw_reason_needed": _("Say why the draw is made again. The reason is kept with the old draw."),
    "draw_refused": _("The draw cannot be made (%(reason)s)."),
    "draw_stale": _("The entry list has changed since this draw. Draw again."),
    "draw_too_few_teams": _("A draw needs at least two teams; the entry list has %(teams)d."),
    "more_matches_than_tables": _(
        "A round has %(matches)d matches, but the hall has %(tables)d tables: %(missing)d more are needed."
    ),
    "not_frozen": _("Freeze the entry list first."),
    "amendment_needs_reason": _("Say why the regulations change: this stands in the log and with the new version."),
    "email_taken": _("There is an account with this e-mail already."),
    "event_archived": _("This event is archived: nothing in it changes any more."),
    "event_has_entries": _("The event has entries already and stays public. Close the registration instead."),
    "last_organizer": _("An event keeps at least one organizer. Add another one first."),
    "no_referees": _("There are no referees yet. Invite one first."),
    "no_such_table": _("There is no table %(table)s: this event has tables 1 to %(last)s."),
    "reason_needed": _("Give the reason: it stands in the log."),
    "referee_needs_name": _("Give the referee's name."),
    "regulations_invalid": _("The regulations cannot be saved: something is wrong at “%(place)s”."),
    "role_by_link": _("Referees come by personal link. Invite them as referees."),
    "rounds_not_closed": _("The event can be finished when its rounds are closed."),
    "slug_form": _("Use 2 to 40 lower-case letters a to z, digits and hyphens, beginning with a letter or digit."),
    "slug_reserved": _("The site uses “%(slug)s” itself. Choose another address."),
    "slug_taken": _("Another event has the address “%(slug)s” already. Choose another one."),
    "stage_is_drawn": _("The draw is made: the format and the number of rounds stay as they are."),
    "tables_in_use": _("Table %(table)s is used by the draw: there cannot be fewer tables."),
}


def refusal(error: Refusal) -> str:
    """Return the words for a refusal in the reader's language."""
    return str(REFUSALS[error.code]) % error.params
