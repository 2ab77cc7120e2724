"""One next round as an outcome: drawn, seated, flagged, and refused where what is never to be broken would be."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tournaments.pairing.constraints import Constraints, violations
from tournaments.pairing.randomness import Chance
from tournaments.pairing.refusals import ConstraintName, Impossible
from tournaments.pairing.rounds.exact import pair_among
from tournaments.pairing.rounds.field import NOBODY, Pairs, RoundField, field_of_round
from tournaments.pairing.rounds.methods import QUICK, SMALL, Found, find_near, find_random
from tournaments.pairing.rounds.seating import check_asked, seat
from tournaments.pairing.rounds.tiers import FAULTS, Broken, Tiers, broken_by
from tournaments.pairing.values import DrawnRound, Inputs, Notice, Outcome

RANDOM_ROUND: Final = "random_round"
SWISS: Final = "swiss"
NEIGHBOURS: Final = "neighbours"
LOT_ORDER: Final = "lot_order"
RANKED: Final = MappingProxyType({RANDOM_ROUND: "", SWISS: "score", NEIGHBOURS: "score", LOT_ORDER: "lot"})
CODES: Final[Mapping[ConstraintName, str]] = MappingProxyType(
    {
        "forbidden": "forbidden_unavoidable",
        "no_rematch": "rematch_unavoidable",
        "no_own_unit": "own_unit_unavoidable",
        "one_bye": "second_bye_unavoidable",
    }
)


def draw_one_round(inputs: Inputs, constraints: Constraints, chance: Chance, method: str) -> Outcome:
    """Draw the round with the number asked for.

    Raises DrawRefused as check_asked and the lots do, Impossible where what is never to be broken would have to be.
    """
    check_asked(inputs)
    field = field_of_round(inputs, constraints, chance, RANKED[method], by_place=method in {NEIGHBOURS, LOT_ORDER})
    found = _find(field, inputs, constraints, chance, method)
    broken = Broken() if found.way == QUICK else broken_by(field, found.pairs)
    notices = [*_explain(field, inputs, broken, found), *_explain_bye(field, inputs, constraints, chance, found)]
    _refuse(constraints, broken, found, notices)
    playing, byes = _teams(field, found.pairs)
    if method == RANDOM_ROUND:
        chance.shuffle(playing)
        playing = [(other, one) if chance.below(2) else (one, other) for one, other in playing]
    matches, about_tables = seat(playing, inputs)
    drawn = DrawnRound(inputs.asked.number, matches, (*inputs.asked.byes, *byes))
    if inputs.asked.byes and byes:
        notices.append(Notice("extra_byes", {"count": len(drawn.byes)}))
    flags = violations((drawn,), inputs, constraints)
    return Outcome(rounds=(drawn,), way=found.way, flags=flags, warnings=(*notices, *about_tables))


def _find(field: RoundField, inputs: Inputs, constraints: Constraints, chance: Chance, method: str) -> Found:
    if not field.teams:
        return Found([], "given")
    if method == RANDOM_ROUND:
        return find_random(field, inputs, constraints, chance)
    return find_near(field, inputs, constraints, chance)


def _teams(field: RoundField, pairs: Pairs) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """Give the teams of the pairs, the best-placed pair first, and those of the bye."""
    teams, bye = field.teams, field.bye
    ordered = sorted(pairs)
    playing = [(teams[one], teams[other]) for one, other in ordered if other != bye]
    return playing, tuple(teams[one] for one, other in ordered if other == bye)


def _explain(field: RoundField, inputs: Inputs, broken: Broken, found: Found) -> list[Notice]:
    notices = [Notice(CODES[name], {"count": getattr(broken, name)}) for name in FAULTS if getattr(broken, name)]
    if broken.no_own_unit:
        notices.extend(_large_units(field, inputs))
    if broken.wished:
        together = {
            frozenset((field.teams[one], field.teams[other])) for one, other in found.pairs if other != field.bye
        }
        present = set(field.teams)
        notices.extend(
            Notice("wish_not_kept", {"one": one, "other": other})
            for one, other in inputs.asked.wished
            if {one, other} <= present and frozenset((one, other)) not in together
        )
    if broken.any_fault and not found.fewest:
        notices.append(Notice("fewest_not_proved"))
    if not found.smallest:
        notices.append(Notice("gap_not_proved"))
    return notices


def _large_units(field: RoundField, inputs: Inputs) -> list[Notice]:
    playing = set(field.teams)
    sizes: dict[int, int] = {}
    for entrant in inputs.entrants:
        if entrant.unit is not None and entrant.team in playing:
            sizes[entrant.unit] = sizes.get(entrant.unit, 0) + 1
    return [
        Notice("unit_larger_than_half", {"unit": unit, "size": size, "teams": len(playing)})
        for unit, size in sizes.items()
        if 2 * size > field.places
    ]


def _explain_bye(
    field: RoundField, inputs: Inputs, constraints: Constraints, chance: Chance, found: Found
) -> list[Notice]:
    """Say why the bye did not go to the team that should have had it by the rule."""
    if field.bye == NOBODY:
        return []
    rests = next(one for one, other in found.pairs if other == field.bye)
    first = field.first_for_bye()[0]
    had, wish, teams = field.had, field.wish_for_bye, field.teams
    if (had[teams[rests]], wish[rests]) == (had[teams[first]], wish[first]):
        return []
    because = _why_not(field, inputs, constraints, chance, first) if len(teams) <= SMALL else ""
    return [Notice("bye_not_by_rule", {"team": teams[rests], "instead_of": teams[first], "because": because})]


def _why_not(field: RoundField, inputs: Inputs, constraints: Constraints, chance: Chance, rests: int) -> str:
    """Name the worst constraint that is broken when this place has the bye."""
    count = len(field.teams)
    candidates = [(one, other) for other in range(count) for one in range(other) if rests not in (one, other)]
    pairs = pair_among(Tiers.of(field, inputs, constraints), chance, [*candidates, (rests, field.bye)])
    broken = broken_by(field, pairs)
    return next((name for name in FAULTS if getattr(broken, name)), "")


def _refuse(constraints: Constraints, broken: Broken, found: Found, notices: list[Notice]) -> None:
    for name in FAULTS:
        count = getattr(broken, name)
        if count and constraints.strictness(name) == "never":
            reasons = ",".join(notice.code for notice in notices if notice.code not in CODES.values())
            raise Impossible(name, CODES[name], {"count": count, "proved": found.fewest, "reasons": reasons})
    if broken.wished and constraints.wished == "never":
        raise Impossible("wished", "wish_not_kept", {"count": broken.wished, "proved": found.fewest, "reasons": ""})
