"""One judge for each kind of vector: the ruleset and what is given → everything that can be said about it."""

from collections.abc import Callable, Mapping
from typing import Final

from scoring.ruleset import Ruleset
from tournaments.transfer.vectors.given import Given
from tournaments.transfer.vectors.judges import deals, ladders, matches, offences, pairings

Judge = Callable[[Ruleset, Given], Mapping[str, object]]

JUDGES: Final[Mapping[str, Judge]] = {
    "deal_shape": deals.deal_shape,
    "deal_score": deals.deal_score,
    "deal_full": deals.deal_full,
    "kitty": deals.kitty,
    "kitty_multiplier": deals.kitty,
    "next_dealer": deals.dealer_next,
    "progress": ladders.progress,
    "progression": ladders.progression,
    "jack_rule": ladders.jack_rule,
    "lateness": matches.lateness,
    "time_up": matches.time_up,
    "match_result": matches.match_result,
    "differential": matches.level_difference,
    "two_round_total": matches.two_round_total,
    "ranking": matches.ranking,
    "round_clock": matches.round_clock,
    "pairing_table": pairings.pairing_table,
    "pairing_check": pairings.pairing_check,
    "seating": pairings.seating,
    "card_count": offences.card_count,
    "wrong_kitty": offences.wrong_kitty,
    "revoke": offences.revoke,
    "slow_play": offences.slow_play,
    "exposed": offences.exposed,
    "out_of_turn": offences.out_of_turn,
    "false_accusation": offences.false_accusation,
}
