"""Finding a team among what is published, and where it plays."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tournaments.folding import fold
from tournaments.models import MatchSide, StageEntry, Tournament
from tournaments.selectors.names import TeamName
from tournaments.selectors.rounds import SHOWN

MOST_FOUND = 30
LONGEST_QUERY = 80
NUMBER = re.compile(r"(?:no\.?|#|第)?\s*(\d{1,6})\s*(?:号|队|号队)?")


@dataclass(frozen=True, slots=True)
class Turn:
    """What a team does in a round: a table and opponents, or a bye (no opponents); the sitting where there are some."""

    round: int
    match_id: int
    table: int | None
    opponent: int | None
    sitting: int | None = None

    @property
    def bye(self) -> bool:
        return self.opponent is None


def lots_of(tournament: Tournament) -> dict[int, str]:
    """Return the released lots by team; a team in the draw without a lot has ""."""
    entries = StageEntry.objects.filter(stage__division__tournament=tournament)
    return dict(entries.values_list("team_id", "lot"))


def matching(query: str, names: Mapping[int, TeamName], lots: Mapping[int, str]) -> list[int]:
    """Return the drawn teams that a lot, a number, a name or a unit means, by number, at most MOST_FOUND.

    A lot or a number that fits exactly wins over names. Only what `names` shows is searched: a masked team is
    found by lot or number alone, and what is not found answers as what does not exist.
    """
    wanted = fold(query[:LONGEST_QUERY])
    if not wanted:
        return []
    shown = [names[team] for team in lots if team in names]
    number = NUMBER.fullmatch(wanted)
    exact = [
        name
        for name in shown
        if fold(lots[name.team_id]) == wanted or (number is not None and name.number == int(number.group(1)))
    ]
    found = exact or [name for name in shown if any(_means(wanted, text) for text in _texts(name))]
    return [name.team_id for name in sorted(found, key=lambda name: name.number)[:MOST_FOUND]]


def _texts(name: TeamName) -> Iterable[str]:
    yield from name.players
    yield "".join(name.players)
    yield "/".join(name.players)
    yield name.unit
    yield name.name


def _means(wanted: str, text: str) -> bool:
    return bool(text) and wanted in fold(text)


def turns_of(tournament: Tournament, teams: Collection[int]) -> dict[int, list[Turn]]:
    """Return what each team does in every released round, in order of rounds (one query)."""
    if not teams:
        return {}
    matches = MatchSide.objects.filter(team__in=list(teams)).values("match")
    rows = (
        MatchSide.objects.filter(
            match__in=matches, round__stage__division__tournament=tournament, round__state__in=SHOWN
        )
        .order_by("round__number", "match_id", "position")
        .values_list("match_id", "round__number", "match__table", "team_id", "match__sitting", "round__clock__sittings")
    )
    sides: dict[tuple[int, int, int | None, int | None], list[int]] = defaultdict(list)
    for match, number, table, team, sitting, sittings in rows:
        if team is not None:
            turn = sitting if (sittings or 1) > 1 and table is not None else None
            sides[number, match, table, turn].append(team)
    found: dict[int, list[Turn]] = {team: [] for team in teams}
    for (number, match, table, turn), met in sides.items():
        for team in met:
            if team in found:
                opponent = next((other for other in met if other != team), None)
                found[team].append(Turn(number, match, table, opponent, turn))
    return found
