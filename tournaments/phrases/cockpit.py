"""Words for the organizer's next step."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

TITLES: Mapping[str, str | Promise] = {
    "publish": _("Publish the event"),
    "registration": _("Registration"),
    "draw": _("Draw"),
    "staff": _("Referees and their tables"),
    "papers": _("Papers for the tables"),
    "round": _("Round %(round)s"),
    "standings": _("Final standings"),
    "finish": _("Finish the event"),
}
TEXTS: Mapping[tuple[str, str], str | Promise] = {
    ("publish", "missing"): _("Still empty in the settings: %(missing)s. It can be published without."),
    ("publish", "ready"): _("Look through the settings. Once it is published everybody can see it and enter."),
    ("publish", "done"): _("The event is public."),
    ("registration", "before"): _("Not yet open."),
    ("registration", "open"): _("%(accepted)s of %(capacity)s places are taken. Share the event's address."),
    ("registration", "full"): _("All %(capacity)s places are taken. Freeze the list when it is right."),
    ("registration", "closed"): _("%(accepted)s of %(capacity)s places are taken. Freeze the list when it is right."),
    ("registration", "frozen"): _("The list is frozen: %(accepted)s pairs."),
    ("draw", "none"): _("Lots and pairings for both rounds, from a stored seed."),
    ("draw", "draft"): _("The draw is a draft: look at it and check it. Nobody outside sees it."),
    ("draw", "checked"): _("The draw is checked: release it and everybody sees it."),
    ("draw", "released"): _("The draw is released."),
    ("staff", "none"): _("Invite the referees: each gets a personal link for the phone."),
    ("staff", "open"): ngettext_lazy("%(count)s table has no referee.", "%(count)s tables have no referee.", "count"),
    ("staff", "done"): _("Every table has a referee."),
    ("papers", "open"): _("Print the draw table, the score sheets and the table cards."),
    ("papers", "skipped"): _("Play began without score sheets from here."),
    ("papers", "done"): _("The score sheets are made."),
    ("round", "planned"): _("After the draw."),
    ("round", "ready"): _("When everybody sits, start the clock."),
    ("round", "running"): ngettext_lazy(
        "Running: %(count)s table is not decided.", "Running: %(count)s tables are not decided.", "count"
    ),
    ("round", "all_in"): _("All results are official. Close the round."),
    ("round", "closed"): _("Closed."),
    ("standings", "later"): _("Provisional and live while the rounds run."),
    ("standings", "ready"): _("All rounds are closed. Look through the standings and release them."),
    ("standings", "released"): _("Released as version %(version)s."),
    ("finish", "open"): _("When nothing more is to be corrected."),
    ("finish", "done"): _("The event is finished."),
}
ACTIONS: Mapping[tuple[str, str], str | Promise] = {
    ("publish", "missing"): _("Open the settings"),
    ("publish", "ready"): _("Publish the event"),
    ("registration", "before"): _("Look at the entries"),
    ("registration", "open"): _("Look at the entries"),
    ("registration", "full"): _("Freeze the list"),
    ("registration", "closed"): _("Freeze the list"),
    ("draw", "none"): _("Make the draw"),
    ("draw", "draft"): _("Check the draw"),
    ("draw", "checked"): _("Release the draw"),
    ("staff", "none"): _("Invite referees"),
    ("staff", "open"): _("Give out the tables"),
    ("papers", "open"): _("Make the papers"),
    ("round", "ready"): _("Start round %(round)s"),
    ("round", "running"): _("See what is missing"),
    ("round", "all_in"): _("Close round %(round)s"),
    ("standings", "ready"): _("Release the standings"),
    ("finish", "open"): _("Finish the event"),
}
MISSING: Mapping[str, str | Promise] = {"place": _("place"), "privacy": _("privacy notice")}
FIGURES: Mapping[str, str | Promise] = {
    "entries": _("Pairs in"),
    "units": _("Units"),
    "tables": _("Tables in the hall"),
    "referees": _("Referees"),
    "pending": _("Entries to approve"),
    "waiting": _("On the waiting list"),
    "like_units": _("Units with like names"),
    "unsent": _("Messages not sent"),
    "idle_referees": _("Referees without tables"),
    "conflicts": _("Open conflicts"),
    "late": _("Late result sheets"),
}
