"""Who sits where and when: the matches of a round at the tables of the hall, in sittings where those are few. Pure.

A division sits in its areas. There are as few sittings as there can be, alike in size wherever the same tables are
shared, and both sittings and tables follow the numbers of the matches.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.venueplans import Venue

ANY: Final = ""


@dataclass(frozen=True, slots=True)
class Seated:
    """A match to be seated.

    `division` is its code, ANY where it is not known or there are none. `table`: the one that the draw gave it, kept
    where all of the round fit so; `fixed`: somebody asked for it, so that it is kept wherever possible.
    """

    number: int
    division: str = ANY
    table: int | None = None
    fixed: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A turn of the round, from 1, and a table."""

    sitting: int
    table: int


@dataclass(frozen=True, slots=True)
class _Zone:
    """Tables that the same divisions may use."""

    tables: tuple[int, ...]
    divisions: frozenset[str]


def seat(matches: Iterable[Seated], venue: Venue) -> dict[int, Place]:
    """Return the place of every match, by its number. Matches that are byes are not to be handed in.

    Every division of the regulations has a table, so there is always a way; ValueError for a division without one.
    """
    ordered = sorted(matches, key=lambda match: match.number)
    found: dict[int, Place] = {}
    for zone, those in _by_zone(ordered, venue) if ordered else ():
        found |= _seat_zone(those, zone.tables)
    return found


def sittings_needed(matches: Mapping[str, int], venue: Venue) -> int:
    """Return how many sittings a round takes with so many matches by division; 1 where nothing is played."""
    counts = {division: count for division, count in matches.items() if count > 0}
    return _shares(counts, _zones(counts, venue))[0] if counts else 1


def _by_zone(matches: Sequence[Seated], venue: Venue) -> list[tuple[_Zone, list[Seated]]]:
    """Divide the matches over the zones, those that asked for a table there first."""
    counts: dict[str, int] = {}
    for match in matches:
        counts[match.division] = counts.get(match.division, 0) + 1
    zones = _zones(counts, venue)
    if len(zones) == 1:
        return [(zones[0], list(matches))]
    _sittings, shares = _shares(counts, zones)
    those: list[list[Seated]] = [[] for _zone in zones]
    waiting: list[Seated] = []
    for match in matches:
        wanted = next((at for at, zone in enumerate(zones) if match.fixed and match.table in zone.tables), None)
        if wanted is not None and shares.get((match.division, wanted), 0):
            shares[match.division, wanted] -= 1
            those[wanted].append(match)
        else:
            waiting.append(match)
    for match in waiting:
        at = next(at for at in _order(match.division, zones) if shares.get((match.division, at), 0))
        shares[match.division, at] -= 1
        those[at].append(match)
    return [(zone, sorted(own, key=lambda match: match.number)) for zone, own in zip(zones, those, strict=True) if own]


def _zones(divisions: Iterable[str], venue: Venue) -> list[_Zone]:
    """Return the tables by who may use them, the lowest first."""
    users: dict[int, set[str]] = {}
    for division in divisions:
        tables = venue.tables_for(division)
        if not tables:
            raise ValueError(f"No table for division {division}.")
        for table in tables:
            users.setdefault(table, set()).add(division)
    grouped: dict[frozenset[str], list[int]] = {}
    for table, those in sorted(users.items()):
        grouped.setdefault(frozenset(those), []).append(table)
    return [_Zone(tuple(tables), those) for those, tables in grouped.items()]


def _order(division: str, zones: Sequence[_Zone]) -> list[int]:
    """Return the zones of a division: those that it shares with the fewest first."""
    own = [at for at, zone in enumerate(zones) if division in zone.divisions]
    return sorted(own, key=lambda at: (len(zones[at].divisions), at))


def _shares(counts: Mapping[str, int], zones: Sequence[_Zone]) -> tuple[int, dict[tuple[str, int], int]]:
    """Return the fewest sittings, and how many matches of a division go to which zone in them."""
    total = sum(counts.values())
    sittings = max(1, -(-total // sum(len(zone.tables) for zone in zones)))
    while True:
        flow = _Flow(zones, sittings)
        if all(flow.place(division, set()) for division in sorted(counts) for _match in range(counts[division])):
            return sittings, flow.shares
        sittings += 1


class _Flow:
    """Matches placed one by one into zones with so many seats; one that is in the way moves on where it can."""

    def __init__(self, zones: Sequence[_Zone], sittings: int) -> None:
        self.zones = zones
        self.free = [sittings * len(zone.tables) for zone in zones]
        self.shares: dict[tuple[str, int], int] = {}

    def place(self, division: str, tried: set[int]) -> bool:
        for at in _order(division, self.zones):
            if at in tried:
                continue
            tried.add(at)
            if self.free[at]:
                self.free[at] -= 1
                return self._take(division, at)
            for other in sorted(self.zones[at].divisions - {division}):
                if self.shares.get((other, at), 0) and self.place(other, tried):
                    self.shares[other, at] -= 1
                    return self._take(division, at)
        return False

    def _take(self, division: str, at: int) -> bool:
        self.shares[division, at] = self.shares.get((division, at), 0) + 1
        return True


def _seat_zone(matches: Sequence[Seated], tables: Sequence[int]) -> dict[int, Place]:
    """Seat matches at tables that all of them may use: as drawn where that fits, else in sittings alike in size."""
    drawn = [match.table for match in matches]
    if len(set(drawn)) == len(drawn) and set(drawn) <= set(tables):
        return {match.number: Place(1, match.table) for match in matches if match.table is not None}
    sittings = -(-len(matches) // len(tables))
    small, larger = divmod(len(matches), sittings)
    found: dict[int, Place] = {}
    at = 0
    for sitting in range(1, sittings + 1):
        size = small + (sitting <= larger)
        found |= {number: Place(sitting, table) for number, table in _in_turn(matches[at : at + size], tables).items()}
        at += size
    return found


def _in_turn(matches: Sequence[Seated], tables: Sequence[int]) -> dict[int, int]:
    """Give the asked tables first, then the lowest free ones in order."""
    kept: dict[int, int] = {}
    for match in matches:
        table = match.table if match.fixed else None
        if table is not None and table in tables and table not in kept.values():
            kept[match.number] = table
    taken = set(kept.values())
    free = (table for table in tables if table not in taken)
    return {match.number: kept[match.number] if match.number in kept else next(free) for match in matches}
