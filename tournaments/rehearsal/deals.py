"""A match kept deal by deal on the referee's phone."""

from random import Random

from tournaments.actions import deals
from tournaments.actions.at_table import Page
from tournaments.actions.deals import DealForm
from tournaments.models import Deal, Match, Tournament
from tournaments.policy import Actor
from tournaments.selectors.deals import play_of

MOST_DEALS = 12
USUAL_DEALS = 5
SEATS = 4


def keep_deals(referee: Actor, event: Tournament, match: Match, chance: Random) -> tuple[int, int]:
    """Keep deals until the match is over, where none are kept yet, each looked at before it is sent; the scores then.

    Points are drawn from what attackers usually make.
    """
    match = Match.objects.select_related("round__stage__division__tournament__rules").get(pk=match.pk)
    page = Page(match.pk, match.round.number, match.table or 0)
    play = play_of(match)
    wanted = play.ruleset.match_result.deals.value or USUAL_DEALS
    if Deal.objects.filter(match=match).exists():
        return play.scores
    while not play.finished and play.number <= min(wanted, MOST_DEALS):
        unit = play.ruleset.level_table.point_unit.value
        dealer = play.next_dealer if play.next_dealer is not None else chance.randrange(SEATS)
        form = DealForm(number=play.number, dealer=dealer, points=unit * chance.randint(0, 200 // unit))
        key = f"rehearsal-{match.pk}-deal-{play.number}"
        looked_at = deals.preview_deal(referee, event, form, page=page, key=key)
        deals.record_deal(referee, event, form, page=page, key=key)
        play = play_of(match)
        if looked_at.state != play.state:
            raise ValueError(f"A deal of table {match.table} counts otherwise than its preview.")
    return play.scores
