"""Who has to get which award, worked out from places and sheets alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.rehearsal.oracle.findings import Case, Tie, Violation

WHOLE = 100


@dataclass(frozen=True, slots=True)
class Given:
    """What the portal gives: an award's code, the division's ("" of an event that has but one), and the teams."""

    award: str
    division: str
    teams: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Who must get an award, who may besides, and how many get it in all."""

    must: frozenset[int]
    may: frozenset[int]
    number: int

    def fits(self, teams: Sequence[int]) -> bool:
        got = set(teams)
        return self.must <= got <= self.must | self.may and len(teams) == len(got) == self.number


def judge_awards(cases: Sequence[Case], document: Mapping[str, Any], given: Sequence[Given]) -> Iterator[Violation]:
    """Judge the list of awards of an event that is over."""
    awards = document.get("awards") or {"rows": []}
    for code in divisions_of(document):
        order = final_order(cases, code)
        for row in awards["rows"]:
            if row["division"] not in {"", code} or row["goes_to"]["by"] == "drawn":
                continue
            got = next((each.teams for each in given if (each.award, each.division) == (row["code"], code)), ())
            wanted = wanted_by(cases, awards, row["goes_to"], order)
            if not wanted.fits(got):
                words = (
                    f"{row['code']} {code}: {sorted(got)} get it, not {sorted(wanted.must)} and {wanted.number} in all"
                )
                yield Violation("award", "", None, words)
    yield from _drawn(cases, document, awards, given)


def _drawn(
    cases: Sequence[Case], document: Mapping[str, Any], awards: Mapping[str, Any], given: Sequence[Given]
) -> Iterator[Violation]:
    for row in awards["rows"]:
        if row["goes_to"]["by"] != "drawn":
            continue
        pool: set[int] = set()
        for code in divisions_of(document):
            order = final_order(cases, code)
            if row["division"] in {"", code}:
                pool |= rest_of(cases, awards, order) if row["goes_to"]["of"] == "rest" else teams_in(order)
        got = next((each.teams for each in given if each.award == row["code"]), ())
        number = min(row["goes_to"]["count"], len(pool))
        # Who leaves after the drawing is not called up; who is drawn with the rest has no other award.
        if not Wanted(frozenset(), frozenset(pool), number).fits(got):
            yield Violation(
                "award", "", None, f"{row['code']}: {sorted(got)} are drawn, not {number} of {sorted(pool)}"
            )


def divisions_of(document: Mapping[str, Any]) -> list[str]:
    return [each["code"] for each in document.get("divisions") or ()] or [""]


def final_order(cases: Sequence[Case], division: str) -> list[Tie]:
    """Return who is still there by place over all stages: who played a later one stands before who did not."""
    seen: set[int] = set()
    found: list[Tie] = []
    for case in reversed(cases):
        seats = case.row.seats
        for tie in case.counted.places:
            own = tuple(team for team in tie if team not in seen and seats[team].here)
            own = tuple(team for team in own if division in {"", seats[team].division})
            if own:
                found.append(own)
        seen |= set(seats)
    return found


def teams_in(order: Sequence[Tie]) -> set[int]:
    return {team for tie in order for team in tie}


def wanted_by(
    cases: Sequence[Case], awards: Mapping[str, Any], goes_to: Mapping[str, Any], order: Sequence[Tie]
) -> Wanted:
    match goes_to["by"]:
        case "places":
            return _between(order, goes_to["first"], goes_to["last"], awards["ties"])
        case "share":
            if goes_to["of"] == "rest":
                rest = rest_of(cases, awards, order)
                order = [own for tie in order if (own := tuple(team for team in tie if team in rest))]
            teams = sum(map(len, order))
            first, last = (
                _whole(Fraction(teams * goes_to[name], WHOLE), awards["rounding"]) for name in ("above", "to")
            )
            return _between(order, first + 1, last, awards["ties"])
        case _:
            return _best_loser(cases, goes_to, order, awards["ties"])


def _whole(share: Fraction, rounding: str) -> int:
    whole, over = divmod(share, 1)
    return int(whole) + int({"up": over > 0, "down": False, "nearest": over >= Fraction(1, 2)}[rounding])


def _between(order: Sequence[Tie], first: int, last: int, ties: str) -> Wanted:
    must: set[int] = set()
    may: set[int] = set()
    begins = 1
    for tie in order:
        ends = begins + len(tie) - 1
        counts = {"all": begins, "fewer": ends}.get(ties)
        if counts is not None:
            must |= set(tie) if first <= counts <= last else set()
        elif first <= begins and ends <= last:
            must |= set(tie)
        elif ends >= first and begins <= last:
            may |= set(tie)
        begins = ends + 1
    number = len(must) if ties != "lots" else max(0, min(last, begins - 1) - first + 1)
    return Wanted(frozenset(must), frozenset(may), number)


def _best_loser(cases: Sequence[Case], goes_to: Mapping[str, Any], order: Sequence[Tie], ties: str) -> Wanted:
    there, found = teams_in(order), dict[int, tuple[int, int]]()
    case = next(each for each in cases if each.row.code == goes_to["stage"])
    for game in case.row.rounds[goes_to["round"] - 1].games if len(case.row.rounds) >= goes_to["round"] else ():
        if not game.played or game.winner is None or game.sheet is None:
            continue
        side = 1 - game.teams.index(game.winner)
        figures = game.sheet.levels or game.sheet.scores or (0, 0)
        if game.teams[side] in there:
            found[game.teams[side]] = (figures[1 - side] - figures[side], -figures[side])
    best = frozenset(team for team, value in found.items() if value == min(found.values()))
    if len(best) <= 1 or ties == "all":
        return Wanted(best, frozenset(), len(best))
    return Wanted(frozenset(), best, 1 if ties == "lots" else 0)


def rest_of(cases: Sequence[Case], awards: Mapping[str, Any], order: Sequence[Tie]) -> set[int]:
    """Return who gets no award by place, by a share of all or as the best loser. Not for awards that lots decide."""
    named: set[int] = set()
    for row in awards["rows"]:
        to = row["goes_to"]
        if to["by"] in {"places", "best_loser"} or (to["by"] == "share" and to["of"] == "all"):
            named |= wanted_by(cases, awards, to, order).must
    return teams_in(order) - named
