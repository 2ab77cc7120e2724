"""A pair goes to another division, as long as nobody was drawn with it."""

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import reasons
from tournaments.actions.entries.applications import division_code
from tournaments.actions.entries.places import fill_places
from tournaments.actions.entries.room import is_free
from tournaments.actions.log import lock_open_event, record
from tournaments.errors import NotFound, Refusal
from tournaments.models import Division, Entry, Team, Tournament
from tournaments.phrases.divisions import division_name
from tournaments.policy import Actor, Permission
from tournaments.selectors import entries
from tournaments.states import EntryState


@transaction.atomic
def move(actor: Actor, tournament: Tournament, team_id: int, *, division: str, reason: str = "") -> Team:
    """Let a pair play in another division, by its code, also after the freeze; whoever waits for its place moves up.

    The organizer may fill a division beyond its places. Refused once a stage of either division is drawn or has its
    draft. Sending it again is harmless.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MANAGE_ENTRIES, event.pk)
    entry = Entry.objects.filter(tournament=event, team=team_id).select_related("team__division").first()
    if entry is None or entry.team is None:
        raise NotFound
    team = entry.team
    code = division_code(event.regulations.divisions, division)
    old = team.division.code
    if code == old:
        return team
    if entries.plays_already(event, team, code):
        raise Refusal("division_is_drawn")
    now = timezone.now()
    put_into(event, entry, team, event.divisions.get(code=code), by_public=False)
    data = {"team": team.number, "from": old, "to": code}
    record(actor, event, "entry.moved", entry, now=now, data=data, reason=reasons.optional(reason))
    fill_places(actor, event, now=now)
    return team


def put_into(event: Tournament, entry: Entry, team: Team, division: Division, *, by_public: bool) -> None:
    """Give an entry and its team another division. For the public there has to be a place, unless it waits anyway."""
    pool = event.regulations.pool_of(division.code)
    elsewhere = not pool.codes or team.division.code not in pool.codes
    if by_public and elsewhere and entry.state != EntryState.WAITING and not is_free(event, division.code):
        raise Refusal("division_full", field="division", name=division_name(event.regulations.division(division.code)))
    team.division = entry.division = division
    team.save(update_fields=["division"])
    entry.save(update_fields=["division"])
