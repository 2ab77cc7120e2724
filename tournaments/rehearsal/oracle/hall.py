"""Where everybody sat: at tables of the hall, in an area of their division, in no more sittings than were needed."""

from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.rehearsal.oracle.findings import Case, Violation
from tournaments.rehearsal.oracle.rows import RoundRow


def judge_hall(case: Case, document: Mapping[str, Any]) -> Iterator[Violation]:
    """Two matches at one table in one sitting are found with the pairs (P1)."""
    if "venue" not in document:
        return
    venue: Mapping[str, Any] = document["venue"]
    tables = int(venue["tables"])
    for each in case.row.rounds:
        for game in each.games:
            for division in {case.row.seats[team].division for team in game.teams if team in case.row.seats}:
                if game.table not in _open_to(venue, tables, division):
                    yield case.fault("hall", f"table {game.table} is not for division {division}", each.number)
        yield from _sittings(case, each, venue, tables)


def _open_to(venue: Mapping[str, Any], tables: int, division: str) -> set[int]:
    """Return the tables of a division: of its own areas, of those for all, and beyond all areas where it has none."""
    areas = venue.get("areas", ())
    spans = {(area["first"], area["last"]): area.get("divisions", ()) for area in areas}
    own = any(division in divisions for divisions in spans.values())
    found = set()
    for table in range(1, tables + 1):
        around = [divisions for (first, last), divisions in spans.items() if first <= table <= last]
        if (not around and not own) or any(not divisions or division in divisions for divisions in around):
            found.add(table)
    return found


def _sittings(case: Case, each: RoundRow, venue: Mapping[str, Any], tables: int) -> Iterator[Violation]:
    """Where every table is open to all, there are as many sittings as the hall has to be filled, and alike in size.

    A match that became a bye since has left its seat: it counts as one that may have been played.
    """
    if any(area.get("divisions") for area in venue.get("areas", ())) or not each.games:
        return
    last = max(game.sitting for game in each.games)
    most = -(-(len(each.games) + len(each.byes)) // tables)
    if last > most:
        yield case.fault("hall", f"{last} sittings where {most} are enough", each.number)
    sizes = [sum(game.sitting == sitting for game in each.games) for sitting in range(1, last + 1)]
    if max(sizes) - min(sizes) > 1 + len(each.byes):
        yield case.fault("hall", f"sittings of {sizes} matches", each.number)
