"""Words for the log: what each action was."""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.phrases.rules import offence_words

ACTIONS: Mapping[str, str | Promise] = {
    "awards.drawn": _("Prizes drawn by lot"),
    "clock.ended": _("Clock ended"),
    "clock.extended": _("Time changed"),
    "clock.paused": _("Clock paused"),
    "clock.reminded": _("Reminder given"),
    "clock.resumed": _("Clock resumed"),
    "clock.started": _("Clock started"),
    "clock.timed_up": _("Time-up announced"),
    "clock.undone": _("Start taken back"),
    "consent.given": _("Consent to be named given"),
    "consent.withdrawn": _("Consent to be named withdrawn"),
    "contact.revealed": _("Contact details looked at"),
    "deal.corrected": _("Deal corrected"),
    "deal.recorded": _("Deal recorded"),
    "deal.removed": _("Deal taken out"),
    "draw.checked": _("Draw checked"),
    "draw.discarded": _("Draw discarded"),
    "draw.made": _("Draw made"),
    "draw.released": _("Draw released"),
    "draw.swapped": _("Draw changed by hand"),
    "draw.unchecked": _("Check of the draw taken back"),
    "entries.frozen": _("List of entries frozen"),
    "entries.unfrozen": _("List of entries opened again"),
    "entry.accepted": _("Entry accepted"),
    "entry.admitted": _("Entry let in late"),
    "entry.amended": _("Entry amended"),
    "entry.approved": _("Entry approved"),
    "entry.declined": _("Entry declined"),
    "entry.made": _("Entry made"),
    "entry.moved": _("Pair moved to another division"),
    "entry.promoted": _("Moved up from the waiting list"),
    "entry.reinstated": _("Entry taken back in"),
    "entry.waiting": _("Entry put on the waiting list"),
    "entry.withdrawn": _("Entry withdrawn"),
    "event.amended": _("Regulations changed"),
    "event.archived": _("Event archived"),
    "event.created": _("Event created"),
    "event.finished": _("Event finished"),
    "event.published": _("Event published"),
    "event.reopened": _("Event opened again"),
    "event.unpublished": _("Event taken out of public sight"),
    "lateness.arrived": _("Arrival noted"),
    "link.issued": _("Personal link made"),
    "link.reissued": _("Personal link made anew"),
    "link.revoked": _("Personal link ended"),
    "lots.drawn": _("Lot drawn among equal teams"),
    "lots.recorded": _("Lot among equal teams recorded"),
    "match.cleared": _("Match cleared: another team has come to it"),
    "match.kept": _("Match kept although another team won before it"),
    "match.moved": _("Match moved to another table"),
    "member.added": _("Colleague added"),
    "member.corrected": _("Name corrected"),
    "member.removed": _("Colleague removed"),
    "member.replaced": _("Player replaced"),
    "paper.made": _("Paper made"),
    "paper.requested": _("Paper requested"),
    "referee.invited": _("Referee invited"),
    "referee.link_reissued": _("Referee's link made anew"),
    "referee.removed": _("Referee removed"),
    "referee.tables_assigned": _("Tables given to a referee"),
    "referee.tables_shared": _("Tables shared among the referees"),
    "rehearsal.asked": _("Portal asked to play the rehearsal"),
    "rehearsal.made": _("Copy for a rehearsal made"),
    "rehearsal.removed": _("Copy for a rehearsal removed"),
    "result.approved": _("Result ticked by the chief referee"),
    "result.confirmed": _("Result confirmed"),
    "result.conflict": _("Result in conflict"),
    "result.corrected": _("Result corrected"),
    "result.decided": _("Result decided"),
    "result.forfeited": _("Match forfeited"),
    "result.late": _("Result came late"),
    "result.lifted": _("Forfeit lifted"),
    "result.rejected": _("Result sheet rejected"),
    "result.restored": _("Result before the correction restored"),
    "result.resubmitted": _("Result sent anew by the same referee"),
    "result.submitted": _("Result submitted"),
    "round.closed": _("Round closed"),
    "round.reopened": _("Round opened again"),
    "ruling.made": _("Ruling made"),
    "ruling.points": _("Ruling in points of the standings"),
    "ruling.reversed": _("Ruling taken back"),
    "stage.closed": _("Stage closed"),
    "stage.extended": _("One more round in the stage"),
    "stage.kept": _("Who went on stays, although a later correction has others in their place"),
    "stage.reopened": _("Stage opened again"),
    "standings.hidden": _("Standings kept for the ceremony"),
    "standings.shown": _("Standings shown again"),
    "standings.released": _("Standings released"),
    "table.taken_over": _("Table taken over"),
    "team.disqualified": _("Team disqualified"),
    "team.reinstated": _("Team taken back in"),
    "team.withdrawn": _("Team withdrawn"),
    "tie.recorded": _("Extra deal or cutting of the cards among equal teams recorded"),
    "unit.changed": _("Unit changed"),
    "unit.merged": _("Units merged"),
    "unit.removed": _("Unit removed"),
    "units.added": _("Units added"),
    "units.ordered": _("Units put in order"),
}
# The small facts of an entry that are said in words, in this order; all of them stand in the record itself.
FACTS: Mapping[str, str | Promise] = {
    "round": _("round %(value)s"),
    "sitting": _("sitting %(value)s"),
    "table": _("table %(value)s"),
    "to": _("to table %(value)s"),
    "tables": _("tables %(value)s"),
    "team": _("team %(value)s"),
    "deal": _("deal %(value)s"),
    "points": _("%(value)s points"),
    "offence": "%(value)s",
    "version": _("version %(value)s"),
    "levels": _("levels %(value)s"),
    "accepted": _("%(value)s accepted"),
    "count": _("%(value)s in number"),
}
BREAKS: Mapping[str, str | Promise] = {
    "missing": _("The chain is broken: entry %(sequence)s is missing."),
    "altered": _("The chain is broken: entry %(sequence)s was altered."),
    "note_altered": _("The chain holds, but the reason of entry %(sequence)s was altered."),
}
AREAS: Mapping[str, str | Promise] = {
    "event": _("Event"),
    "entry": _("Entries"),
    "draw": _("Draw"),
    "clock": _("Clock"),
    "result": _("Results"),
    "referee": _("Referees"),
}


def facts(data: Mapping[str, object], level: Callable[[int], str]) -> str:
    """Return the facts of an entry in words; `level` gives the label of a ladder position."""
    words = []
    for name, phrase in FACTS.items():
        value = data.get(name)
        if name == "levels" and isinstance(value, list):
            value = " : ".join(level(each) for each in value if isinstance(each, int))
        if name == "offence" and isinstance(value, str):
            value = offence(value)
        if isinstance(value, list):
            value = gettext(", ").join(map(str, value))
        if isinstance(value, str | int) and value != "":
            words.append(str(phrase) % {"value": value})
    return " · ".join(words)


def offence(key: str) -> str:
    """Return the words for an offence; a key from another version of the portal stands for itself."""
    try:
        return offence_words(key)
    except KeyError:
        return key


def action(code: str) -> str:
    """Return the words for an action; a code from another version of the portal stands for itself."""
    return str(ACTIONS.get(code, code))
