"""Prizes drawn by lot: once from a stored seed, again only with a reason."""

import secrets

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import reasons
from tournaments.actions.log import lock_open_event, record
from tournaments.award_giving import DRAWN_METHOD, VERSION, draw_prizes, to_json
from tournaments.errors import Refusal
from tournaments.models import AwardDraw, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors.awards import draws_of, rankings

SEED_BYTES = 16


@transaction.atomic
def draw(actor: Actor, tournament: Tournament, *, reason: str = "") -> AwardDraw:
    """Draw the prizes that go by lot, and the lots of ties at an award's end, from one seed of the system.

    Refused without any such award and before the final standings are released; from the second time on with a reason.
    Every drawing is kept and the newest counts.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.PUBLISH, event.pk)
    awards = event.regulations.awards
    if not awards.needs_draw:
        raise Refusal("awards_nothing_to_draw")
    fields = rankings(event)
    if fields is None:
        raise Refusal("awards_too_early")
    before = draws_of(event)
    words = reasons.needed(reason) if before else reasons.optional(reason)
    seed, now = secrets.token_hex(SEED_BYTES), timezone.now()
    made = AwardDraw.objects.create(
        tournament=event,
        version=before[-1].version + 1 if before else 1,
        seed=seed,
        method=DRAWN_METHOD,
        method_version=VERSION,
        inputs={"awards": awards.model_dump(mode="json"), **to_json(fields)},
        outcome=draw_prizes(awards, fields, seed),
        drawn_at=now,
        membership_id=actor.membership_id,
        reason=words,
    )
    data = {"version": made.version, "seed": seed, "method": DRAWN_METHOD, "drawn": made.outcome}
    record(actor, event, "awards.drawn", made, now=now, data=data, reason=words)
    return made
