"""Tables that keep their matches deal by deal, under any of the rulesets: deals and rulings as a phone sends them."""

from typing import Any

from django.utils import timezone

from tournaments.actions import deals, rulings
from tournaments.actions.at_table import Page
from tournaments.actions.deals import DealForm, DealReceipt
from tournaments.models import Match, Ruling, Tournament
from tournaments.policy import Actor
from tournaments.selectors.deals import MatchPlay, play_of
from tournaments.selectors.play import match_to_play
from tournaments.tests import cast
from tournaments.tests.results.hall import key, match_at, start

PAIR = {"attackers": True, "trump": True, "components": [[2, 1]], "jack": ""}
DEALER_SIDE = {"attackers": False, "trump": False, "components": [], "jack": ""}


def hall(ruleset: str = "s1", slug: str = "deal-cup", **stage: Any) -> Tournament:
    """Eighteen pairs whose first round has begun, under one of the rulesets that come along."""
    event = cast.event(slug, stages=[{"ruleset": ruleset, **stage}])
    cast.drawn(event)
    event.divisions.get().stages.update(ruleset=ruleset)
    start(event)
    return Tournament.objects.get(pk=event.pk)


def page(match: Match) -> Page:
    return Page(match.pk, match.round.number, match.table or 0)


def deal(actor: Actor, event: Tournament, match: Match, points: int, dealer: int, **form: Any) -> DealReceipt:
    """Send the next deal, unless the form says otherwise."""
    sent = {"page": page(match), "key": key(), "observed_at": timezone.now()}
    sent |= {name: form.pop(name) for name in list(form) if name in sent}
    said = DealForm(**{"number": play(event, match).number, "dealer": dealer, "points": points, **form})
    return deals.record_deal(actor, event, said, **sent)


def remove(actor: Actor, event: Tournament, match: Match, number: int, **form: Any) -> DealReceipt:
    whole: dict[str, Any] = {
        "page": page(match),
        "key": key(),
        "number": number,
        "reason": "记错了",
        **form,
    }
    return deals.remove_deal(actor, event, **whole)


def rule(actor: Actor, event: Tournament, match: Match, side: int, offence: str, **form: Any) -> Ruling:
    sent: dict[str, Any] = {"match_id": match.pk, "key": key()}
    sent |= {name: form.pop(name) for name in list(form) if name in {*sent, "page"}}
    return rulings.rule(actor, event, rulings.Ruled(side, offence, **form), **sent)


def reverse(actor: Actor, event: Tournament, ruling: Ruling, **form: Any) -> Ruling:
    whole: dict[str, Any] = {"ruling_id": ruling.pk, "reason": "录像为证", "key": key(), **form}
    return rulings.reverse(actor, event, **whole)


def play(event: Tournament, match: Match) -> MatchPlay:
    return play_of(match_to_play(event, match.pk))


def levels(event: Tournament, match: Match) -> tuple[str, str]:
    return play(event, match).levels


def at(event: Tournament, table: int = 3, number: int = 1) -> Match:
    return match_at(event, table, number)
