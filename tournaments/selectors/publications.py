"""Released standings: frozen ids and figures, read back as the table they were made of."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.figures import Points
from scoring.points import Adjustment, RoundPoints
from scoring.standings import Progress, Row, Standings
from scoring.tiebreaks import KeyValue, Separation
from tournaments.models import Publication, PublicationKind, Stage, Tournament
from tournaments.selectors.knockouts import Place
from tournaments.selectors.shown import counts_before, shows_releases
from tournaments.selectors.standings import GroupTable, Kept, RoundProgress, Table, count, released, table_of

FORM = 1


@dataclass(frozen=True, slots=True)
class Shown:
    """What everybody may see now: a released version, else (publication None) the live and provisional table."""

    table: Table
    publication: Publication | None = None


def public_table(tournament: Tournament) -> Shown:
    """Return the newest released version, else the table as it stands, as far as it is shown."""
    live = table_of(tournament)
    publication = released(tournament) if live.released and shows_releases(tournament) else None
    if publication is not None:
        return Shown(table_in(publication.snapshot), publication)
    before = counts_before(tournament)
    return Shown(live if before is None else table_of(tournament, before=before))


def public_stage_table(stage: Stage) -> Table:
    """Return what everybody sees of a stage's standings. Give the stage with its event."""
    tournament = stage.division.tournament
    before, hidden_from = counts_before(tournament), tournament.hidden_from
    kept = hidden_from is not None and stage.rounds.filter(number__gte=hidden_from).exists()
    publication = released(tournament, stage) if stage.closed_at is not None and not kept else None
    if publication is not None:
        return table_in(publication.snapshot)
    return count(tournament, of=stage, before=before)


def versions(tournament: Tournament) -> list[Publication]:
    """Return every released version of the standings, newest first: for staff."""
    found = Publication.objects.filter(stage__division__tournament=tournament, kind=PublicationKind.STANDINGS)
    rows = list(found.select_related("membership", "stage__rules", "stage__division").order_by("-released_at", "-pk"))
    for row in rows:
        row.stage.division.tournament = tournament
    return rows


def differs(table: Table, publication: Publication) -> bool:
    """Say whether the table as it stands says something else than a released version."""
    return bool(figures(snapshot_of(table)) != figures(publication.snapshot))


def figures(snapshot: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of a snapshot was counted: without what was decided of it."""
    return {name: value for name, value in snapshot.items() if name != "kept"}


def snapshot_of(table: Table) -> dict[str, Any]:
    """Return ids and figures as JSON that `table_in` reads back; names are not in it."""
    data = {
        "form": FORM,
        "labels": list(table.labels),
        "byes": sorted([number, team] for number, team in table.byes),
        "by_round": [[p.number, p.official, p.tables, p.begun, p.closed] for p in table.progress],
        **_standings_to_json(table.standings, table.lots),
    }
    if table.groups:
        data["groups"] = [
            [group.group_id, group.name, group.order, _standings_to_json(group.standings, table.lots), *_more(group)]
            for group in table.groups
        ]
    if table.bands:
        data["bands"] = True
    if not table.crossed:
        data["crossed"] = False
    if table.knockout:
        data["knockout"] = _places_to_json(table.knockout)
    if table.kept:
        data["kept"] = [[kept.into, list(kept.stayed), list(kept.instead_of)] for kept in table.kept]
    return data


def table_in(snapshot: Mapping[str, Any]) -> Table:
    """Return the table of a snapshot."""
    return Table(
        _standings_from_json(snapshot),
        lots={row["team"]: row["lot"] for row in snapshot["rows"]},
        labels=tuple(snapshot["labels"]),
        byes=frozenset((number, team) for number, team in snapshot["byes"]),
        progress=tuple(RoundProgress(*each) for each in snapshot["by_round"]),
        groups=tuple(
            GroupTable(group, name, order, _standings_from_json(data), *_more_from_json(*more))
            for group, name, order, data, *more in snapshot.get("groups", ())
        ),
        knockout=_places_from_json(snapshot.get("knockout", ())),
        bands=snapshot.get("bands", False),
        crossed=snapshot.get("crossed", True),
        kept=tuple(Kept(into, tuple(stayed), tuple(others)) for into, stayed, others in snapshot.get("kept", ())),
    )


def _more(group: GroupTable) -> list[Any]:
    """Return what a group has besides its table: nothing in versions from before there was any of it."""
    return [group.division, _places_to_json(group.knockout)] if group.division or group.knockout else []


def _more_from_json(division: str = "", knockout: Any = ()) -> tuple[str, tuple[Place, ...]]:
    return division, _places_from_json(knockout)


def _places_to_json(places: Iterable[Place]) -> list[list[Any]]:
    return [[place, list(teams)] for place, teams in places]


def _places_from_json(places: Iterable[Any]) -> tuple[Place, ...]:
    return tuple((place, tuple(teams)) for place, teams in places)


def _standings_to_json(standings: Standings, lots: Mapping[int, str]) -> dict[str, Any]:
    return {
        "rounds": list(standings.rounds),
        "criteria": list(standings.criteria),
        "progress": [standings.progress.official, standings.progress.matches],
        "rows": [_row_to_json(row, lots.get(row.team, "")) for row in standings.rows],
    }


def _standings_from_json(data: Mapping[str, Any]) -> Standings:
    official, matches = data["progress"]
    return Standings(
        rows=tuple(_row_from_json(row) for row in data["rows"]),
        rounds=tuple(data["rounds"]),
        criteria=tuple(data["criteria"]),
        progress=Progress(official, matches),
    )


def _number(value: Points | None) -> int | str | None:
    """A whole number as itself, a fraction as "3/2"."""
    return str(value) if isinstance(value, Fraction) else value


def _points(value: float | str | None) -> Points | None:
    if value is None:
        return None
    return Fraction(value) if isinstance(value, str) else int(value)


def _total(value: float | str) -> Points:
    return Fraction(value) if isinstance(value, str) else int(value)


def _row_to_json(row: Row, lot: str) -> dict[str, Any]:
    separation = row.separated_by
    return {
        "place": row.place,
        "team": row.team,
        "lot": lot,
        "rounds": [_cell_to_json(cell) for cell in row.rounds],
        "total": _number(row.total),
        "adjustments": [[_number(each.amount), each.code] for each in row.adjustments],
        "keys": [[key.criterion, _number(key.value), key.note] for key in row.keys],
        "matches": row.matches_counted,
        "separated_by": separation and _separation_to_json(separation),
        "tied": row.tied,
        "withdrawn": row.withdrawn,
    }


def _separation_to_json(by: Separation) -> list[Any]:
    """Leave out the round where no single one parted the teams, as in versions from before there were such."""
    return [by.criterion, _number(by.above), _number(by.own), *([] if by.round is None else [by.round])]


def _separation_from_json(criterion: Any, above: Any, own: Any, number: int | None = None) -> Separation:
    return Separation(criterion, _points(above), _points(own), number)


def _row_from_json(data: Mapping[str, Any]) -> Row:
    separation = data["separated_by"]
    return Row(
        place=data["place"],
        team=data["team"],
        rounds=tuple(_cell_from_json(cell) for cell in data["rounds"]),
        total=_total(data["total"]),
        adjustments=tuple(Adjustment(data["team"], _total(amount), code) for amount, code in data["adjustments"]),
        keys=tuple(KeyValue(criterion, _points(value), note) for criterion, value, note in data["keys"]),
        matches_counted=data["matches"],
        separated_by=separation and _separation_from_json(*separation),
        tied=data["tied"],
        withdrawn=data["withdrawn"],
    )


def _cell_to_json(cell: RoundPoints | None) -> list[Any] | None:
    if cell is None:
        return None
    figures = [_number(cell.points), _number(cell.risen)]
    return [cell.round, cell.kind, *figures, cell.opponent, cell.level, cell.opponent_level]


def _cell_from_json(data: list[Any] | None) -> RoundPoints | None:
    if data is None:
        return None
    number, kind, points, risen, opponent, level, opponent_level = data
    return RoundPoints(number, kind, _points(points), _points(risen), opponent, level, opponent_level)
