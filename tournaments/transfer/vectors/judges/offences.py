"""What offences cost: in points, by floors and ceilings, by the deal."""

from collections.abc import Mapping, Sequence
from typing import Final

from scoring.deals import score_deal
from scoring.penalties import Effect, Penalty, Role, effect_of
from scoring.ruleset import Ruleset
from tournaments.transfer.vectors.errors import Unread
from tournaments.transfer.vectors.given import Given
from tournaments.transfer.vectors.judges.deals import scored
from tournaments.transfer.vectors.judges.tricks import DEALER, final
from tournaments.transfer.vectors.words import Phrase, found_early, word

AT_FAULT = ("side_at_fault", "sides_at_fault", "by", "side", "sides")
POINTS = ("attacker_points", "attacker_points_at_end", "attackers_points", "points")
OTHER: Mapping[Role, Role] = {"dealer_side": "attackers", "attackers": "dealer_side"}
RESULTS = {
    "warning": word("warning", "warned"),
    "points": word("points", "penalty", "point_penalty"),
    "turnover": word("deal_lost", "turnover"),
    "turnover_or_level": word("deal_lost", "turnover"),
    "deal_lost": word("deal_lost", "lost"),
    "levels": word("levels", "level"),
    "deal_void": word("void", "terminated"),
    "match_lost": word("match_lost", "match_forfeited"),
    "disqualified": word("disqualified", "disqualification"),
}
LIMITS: Final = frozenset({"turnover", "turnover_or_level"})
RISE: Final = frozenset({"opponents_up", "opponents_levels_up", "other_side_up", "levels_up"})
LEVELS: Final = RISE | {"dealer_side_up", "attackers_up"}
HOLDING: Final = frozenset(
    {"dealer_side_holds", "deal_held", "attackers_take_deal", "deal_moves_to_attackers", "deal_moves", "next_dealer"}
)
VOID = word("void", "terminated", "ended", "deal_void", "stopped", "invalid", "redeal")


def card_count(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    return _offence(ruleset, given, effect_of(ruleset, "card_count"))


def wrong_kitty(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    """Say what a kitty of the wrong number of cards costs the dealer side, which leaves it."""
    if given.has("kitty_cards_left") and given.number("kitty_cards_left") == ruleset.deck.kitty.value:
        raise Unread("what is wrong with a kitty of the right number of cards")
    return _offence(ruleset, given, effect_of(ruleset, "wrong_kitty"), by="dealer_side")


def revoke(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    """Say what a revoke costs by when it was found; where that is not said, it stands."""
    keys = [key for key in ruleset.penalties.offences if key.split("_")[0] == "revoke"]
    early = found_early(given.text("found", "when", default="later"))
    wanted = f"revoke_{'at_once' if early else 'later'}"
    key = wanted if wanted in keys else "revoke"
    return _offence(ruleset, given, effect_of(ruleset, key, cards=given.count("cards", default=1)))


def exposed(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    return _offence(ruleset, given, effect_of(ruleset, "exposed_cards", cards=given.count("cards", default=1)))


def out_of_turn(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    times = given.count("times", "occurrences", default=1)
    effects = [effect_of(ruleset, "out_of_turn", occurrence=number) for number in range(1, times + 1)]
    return _offence(ruleset, given, *effects)


def slow_play(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    seconds, allowed = given.number("seconds", default=0), ruleset.play_clock.seconds.value
    if given.has("seconds") and (allowed is None or seconds <= allowed):
        return {"result": word("none", "nothing", "ok", "no_penalty"), "points_against": 0}
    return _offence(ruleset, given, effect_of(ruleset, "slow_play", occurrence=given.count("occurrence", default=1)))


def false_accusation(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    """Say how an accuser without ground is treated: by the rules, as who did what was claimed."""
    accuser, claimed = given.text("accuser", "by"), given.text("clause_claimed", "clause", "offence_claimed")
    role = given.role("accuser", "by")
    effect = effect_of(ruleset, "false_accusation")
    if effect.kind != "as_the_offence":
        return _offence(ruleset, given, effect, by=role)
    side = r"attack\w*( side)?" if role == "attackers" else r"dealer( side)?"
    clause = claimed.replace("-", " ").replace(".", " ").casefold()
    found: dict[str, object] = {
        "treated_as_if": Phrase(f"{accuser} broke {claimed}", rf"^(the )?{side} (broke|violated) {clause}$"),
        "penalised": word(role, *({"attackers"} if role == "attackers" else {"dealer side", "dealer"})),
    }
    offence = _claimed(ruleset, claimed)
    return found if offence is None else found | _offence(ruleset, given, effect_of(ruleset, offence), by=role)


def _claimed(ruleset: Ruleset, claimed: str) -> str | None:
    for key, ruled in ruleset.penalties.offences.items():
        if claimed in {key, ruled.value.kind, ruled.clause}:
            return key
    return None


def _offence(ruleset: Ruleset, given: Given, *effects: Effect, by: Role | None = None) -> dict[str, object]:
    """Name what an offence brings, of both sides where both are named; without the points of the deal, none are."""
    roles = frozenset({by}) if by else given.roles(*AT_FAULT) if given.has(*AT_FAULT) else frozenset()
    amounts = [effect.amount for effect in effects if effect.kind == "points"]
    found: dict[str, object] = {
        "result": RESULTS.get(effects[-1].kind, word(effects[-1].kind)),
        "points_against": sum(amounts),
        "points": sum(amounts),
        "deal_lost": any(effect.kind in {"deal_lost", "turnover", "turnover_or_level"} for effect in effects),
        "ends_deal": any(effect.ends_deal for effect in effects),
    }
    for role in roles:
        found[f"points_against_{role}"] = sum(amounts)
        found[f"points_to_{OTHER[role]}"] = sum(amounts)
    if roles:
        penalties = [Penalty(role, effect, "offence") for role in sorted(roles) for effect in effects]
        found |= _in_a_deal(ruleset, given, penalties, roles)
    return found


def _in_a_deal(
    ruleset: Ruleset, given: Given, penalties: Sequence[Penalty], roles: frozenset[Role]
) -> Mapping[str, object]:
    """Count the penalties in a deal; where its points are not given, say only what does not depend on them."""
    known = given.has(*POINTS)
    points = given.number(*POINTS) if known else ruleset.level_table.turnover
    score = score_deal(ruleset, final(ruleset, points, *penalties))
    kinds = {penalty.effect.kind for penalty in penalties}
    lost = "deal_lost" in kinds
    up = score.attackers_delta if roles == {"dealer_side"} else score.dealer_delta
    found = scored(score, DEALER) | dict.fromkeys(RISE, up)
    if not known:
        told = LEVELS if lost or score.void else frozenset()
        told |= HOLDING if lost or score.void or kinds & LIMITS else frozenset()
        found = {key: found[key] for key in found.keys() & told}
    return found | {"deal": VOID if score.void else word("lost" if lost else "counts"), "void": score.void}
