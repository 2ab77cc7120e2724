"""A copy of an event, with the pairs that are in or with made-up ones."""

from tournaments import policy
from tournaments.actions import rehearsals
from tournaments.errors import Refusal
from tournaments.models import Tournament
from tournaments.policy import Actor
from tournaments.rehearsal.players import invent


def copy_event(actor: Actor, tournament: Tournament, *, teams: int | None) -> Tournament:
    """Make a copy for a rehearsal; with `teams`, of so many made-up pairs. What is refused leaves nothing behind."""
    made = rehearsals.make(actor, tournament, teams=teams)
    if teams is None:
        return made
    portal = policy.system(made.pk)
    try:
        invent(portal, made, teams)
    except Refusal:
        rehearsals.remove(portal, made)
        raise
    return made
