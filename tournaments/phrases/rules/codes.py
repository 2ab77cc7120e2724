"""What the codes in a ruleset say, by the path of the value that holds them."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.phrases.tiebreaks import CRITERIA

Words = str | Promise

PLAYS: Mapping[str, Words] = {
    "tractor": _("tractor"),
    "triple": _("triple"),
    "pair": _("pair"),
    "single": _("single card"),
}
JACKS: Mapping[str, Words] = {
    "any": _("any card of that rank"),
    "main": _("the card of the trump suit"),
    "off": _("a card of another suit"),
}
CODES: Mapping[str, Mapping[str, Words]] = {
    "table.direction": {
        "counterclockwise": _("counter-clockwise"),
        "clockwise": _("clockwise"),
    },
    "table.seating": {
        "partners_opposite": _("partners sit opposite"),
        "lots_crossed": _("East-West against North-South, by lot"),
    },
    "table.seats_drawn_by": {
        "referee": _("the referee"),
        "players": _("the players"),
    },
    "table.shuffles": {
        "losers": _("the losing side"),
        "winners": _("the winning side"),
        "anybody": _("anybody"),
    },
    "table.cuts": {
        "dealer": _("the dealer"),
        "losers": _("the losing side"),
        "anybody": _("anybody"),
    },
    "table.first_draw": {
        "pips_counted": _("a turned card's pips are counted from the player after the one who turned it"),
        "turned_card": _("a turned card gives the order"),
        "elder_turns_card": _("the eldest turns a card, counted in the direction of play"),
    },
    "table.turned_joker": {
        "turn_again": _("another card is turned"),
    },
    "table.surplus_draw": {
        "own_choice_returned": _("each gives back surplus cards of his own choice"),
        "referee_decides": _("the referee decides"),
    },
    "table.played_cards": {
        "in_front": _("stay open in front of each player"),
        "turned_over": _("are turned over after the trick and not looked at"),
        "turned_over_last_seen": _("are turned over after the trick; the last one may be looked at"),
    },
    "cards.neighbours": {
        "gap_at_level": _("cards on both sides of the level"),
        "joker_level": _("small joker and main level"),
        "main_off_level": _("main and off level"),
        "off_level_ace": _("off level and trump A"),
    },
    "levels.pass_rule": {
        "held_as_dealer": _("only by holding the deal on it"),
        "reached": _("once it was reached"),
    },
    "levels.end": {
        "win": _("whoever passes it wins"),
        "restart": _("it begins again from the start"),
        "cap": _("nobody rises further"),
        "count_on": _("levels past it go on being counted"),
    },
    "declaration.override": {
        "more_cards": _("by more cards of another suit"),
        "pair_or_joker_pair": _("by a pair of level cards or of jokers; a fixed suit by jokers only"),
    },
    "declaration.equal_number": {
        "first_stands": _("the first one stands"),
        "wrong_show": _("counts as a wrong show"),
        "not_possible": _("is not possible"),
    },
    "declaration.reinforce": {
        "always": _("at any time before the kitty is taken"),
        "until_overridden": _("only before being overridden"),
        "fixes": _("yes: it fixes trumps"),
        "never": _("not possible"),
    },
    "declaration.override_moves_dealer": {
        "first_deal": _("in deal 1 only"),
        "never": _("not at all"),
    },
    "declaration.nobody": {
        "nth_kitty_card": _("one card of the kitty sets trumps"),
        "first_level_card": _("the first level card of the kitty, else its first suited card"),
        "first_kitty_card": _("the first card of the kitty"),
    },
    "declaration.nobody_joker": {
        "next_card": _("the next card is turned"),
        "no_trump": _("no trump suit"),
    },
    "declaration.nobody_deals": {
        "first_to_draw": _("the player who drew first"),
    },
    "dealer_rotation.held": {
        "partner": _("the dealer's partner"),
        "same": _("the same dealer"),
    },
    "dealer_rotation.lost": {
        "next_seat": _("the player after the dealer"),
        "previous_seat": _("the player before the dealer"),
    },
    "components.banned_leads": {
        "triple_with_pair": _("a triple with a pair as one play"),
        "mixed_tractor": _("linked pairs and triples"),
    },
    "follow.throws": {
        "largest_first": _("part by part, the largest first, from what is left"),
    },
    "follow.generator": {
        "as_much_as_possible": _("as much of the shape as possible"),
    },
    "comparison.ruff_depth": {
        "first_class": _("the highest class decides"),
        "all_classes": _("class after class"),
        "structures_only": _("tractors and pairs only"),
    },
    "comparison.equal_plays": {
        "earlier": _("the earlier one wins"),
    },
    "throw.test": {
        "components": _("each of its parts is highest of its kind"),
        "single_cards": _("each of its cards is highest by itself"),
    },
    "throw.blockers": {
        "opponents": _("the opponents"),
        "all_hands": _("any other player"),
    },
    "throw.led_instead": {
        "lowest_failing": _("the failing part of the lowest rank"),
        "opponents_name": _("a part that the opponents name"),
        "next_player_names": _("a failing part; of several the next player chooses"),
    },
    "throw.counted_cards": {
        "failing": _("those of the parts that fail"),
        "all_thrown": _("all cards thrown"),
        "none": _("none: the penalty is for the throw"),
    },
    "kitty.dig_with": {
        "trump": _("a trump play only"),
        "any": _("any play"),
    },
    "kitty.throw": {
        "largest": _("its largest part counts"),
        "single": _("counts as a single card"),
        "all_cards": _("all its cards count together"),
    },
    "penalties.direction": {
        "to_opponents": _("go to the other side"),
    },
    "penalties.limits": {
        "after_points": _("are applied after all points of the deal"),
    },
    "lateness.rounding": {
        "up": _("counts as a whole one"),
    },
    "lateness.counted_from": {
        "announced_start": _("the announced start"),
    },
    "lateness.scope": {
        "pair": _("the pair"),
        "unit": _("all pairs of its unit"),
    },
    "round_clock.last_deals_counted_from": {
        "reminder": _("the reminder"),
        "end": _("the end"),
    },
    "round_clock.unfinished_deal": {
        "finished_once_led": _("is finished once a card was led, else it stops"),
        "finished": _("is finished"),
        "stopped": _("is stopped and not counted"),
        "last_deals": _("is one of the last deals"),
    },
    "match_result.kind": {
        "level_difference": _("the difference of levels"),
        "win_loss": _("who won"),
        "win_and_difference": _("who won, and the difference of levels"),
        "per_deal": _("the points of every deal"),
        "score": _("the score as it is handed in"),
    },
    "match_result.reported": {
        "levels": _("the level of each side"),
        "deal_points": _("the points of each deal"),
        "score": _("a score of each side"),
        "winner": _("the winner only"),
    },
    "match_result.equal_at_time": {
        "dealer_side": _("the side that would deal next wins"),
        "draw": _("it is a draw"),
        "lots": _("lots decide"),
        "next_to_lead": _("the side that would lead next wins"),
        "first_to_reach": _("the side that reached the level first wins"),
        "extra_deal": _("one more deal decides"),
        "better_rank": _("the side that stands better so far wins"),
    },
    "match_result.equal_before_first_deal": {
        "draw": _("it is a draw"),
        "lots": _("lots decide"),
    },
    "match_result.bye": {
        "average": _("the average of the team's other rounds"),
        "points": _("a number of points"),
        "advance": _("nothing: the team goes through"),
    },
    "match_result.void_deal": {
        "same_dealer_again": _("the same dealer deals again"),
    },
    "event.format": {
        "knockout": _("knockout"),
        "two_rounds": _("two rounds"),
        "rounds": _("rounds"),
        "single_match": _("single matches"),
    },
    "event.draw": {
        "lots": _("by lot"),
        "lots_template": _("by lot, in a printed table"),
        "organizer": _("set by the organizer"),
    },
    "event.substitutes": {
        "none": _("no change of players"),
        "with_reason": _("only with a reason"),
        "free": _("allowed"),
    },
    "ranking.places": {
        "competition": _("shared, the next ones left out (1, 2, 2, 4)"),
        "dense": _("shared, the next one follows (1, 2, 2, 3)"),
    },
    "paper.signed_by": {
        "players": _("the players"),
        "referee": _("the referee"),
    },
    "rulings.decided_by": {
        "referee": _("the referee"),
        "chief_referee": _("the chief referee"),
    },
    "rulings.interpretation": {
        "organizer": _("the organizer"),
        "committee": _("the committee"),
        "chief_referee": _("the chief referee"),
    },
    "rulings.appeal": {
        "none": _("none"),
        "chief_referee": _("to the chief referee"),
        "committee": _("to the committee"),
    },
    "comparison.ruff_classes": PLAYS,
    "ranking.tie_breaks": CRITERIA,
}
UNPLAYED: Mapping[str, Words] = {
    "bye": _("a bye"),
    "forfeit_won": _("won by forfeit"),
    "forfeit_lost": _("lost by forfeit"),
    "both_absent": _("both absent"),
    "own_unit": _("a meeting within the unit"),
    "missed": _("a missed round"),
}
OPPONENTS: Mapping[str, Words] = {
    "counts": _("the opponents count"),
    "left_out": _("left out"),
    "own_points": _("the team's own points"),
    "average": _("the average of its other opponents"),
}
# What it means that there is no value; "" is for every path without words of its own.
NONE: Mapping[str, Words] = {
    "": _("none"),
    "round_clock.minutes": _("no limit"),
    "round_clock.reminder_minutes": _("no reminder"),
    "round_clock.last_deals": _("no such rule"),
    "level_table.below": _("nothing more: the lowest band is open"),
    "level_table.above": _("nothing more: the highest band is open"),
    "level_table.cap": _("no limit"),
    "levels.early_win": _("no such rule"),
    "levels.jack_rule": _("no such rule"),
    "levels.failure_rule": _("no such rule"),
    "declaration.fixes": _("none: any show may be overridden"),
    "kitty.highest_multiplier": _("no limit"),
    "play_clock.seconds": _("no limit"),
    "match_result.points": _("not counted so"),
    "match_result.largest": _("no limit"),
    "match_result.deal_points": _("not counted so"),
    "match_result.own_unit": _("as any other match"),
    "ranking.unplayed": _("as usual"),
    "match_result.deals": _("any number"),
    "event.rounds": _("as many as are planned"),
}
UNITS: Mapping[str, Words] = {
    "round_clock.minutes": _("%(n)s minutes"),
    "round_clock.reminder_minutes": _("%(n)s minutes before"),
    "play_clock.seconds": _("%(n)s seconds"),
    "declaration.closes_seconds": _("%(n)s seconds"),
    "kitty.highest_multiplier": _("×%(n)s"),
    "level_table.point_unit": _("%(n)s points"),
    "deck.points": _("%(n)s points"),
}
