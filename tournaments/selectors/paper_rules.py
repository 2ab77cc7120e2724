"""What the printed regulations and the ruling record say: the rules by which the portal counts, and what was ruled."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from scoring.ruleset import Ruleset
from tournaments.models import RegulationsVersion, Ruling, Tournament
from tournaments.regulations import Regulations
from tournaments.selectors.find import lots_of
from tournaments.selectors.names import TeamName, team_names, written_by
from tournaments.selectors.paper_head import Head, Stamp, head_of, stamp_of
from tournaments.selectors.rulesets import Book, books_of, ruleset_of
from tournaments.selectors.rulings import reversal_of
from tournaments.selectors.stages import stage_of


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the regulations; from the second on it has a reason, and where rounds are concerned, the first."""

    number: int
    made_at: datetime
    from_round: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The event's settings and the rules of its stages, with the versions and amendments that led there."""

    head: Head
    stamp: Stamp = field(compare=False)
    regulations: Regulations
    books: tuple[Book, ...]
    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling as it was made; `effect` is as `scoring.penalties.Effect`, `reversed` the reason of its reversal."""

    at: datetime
    round: int | None
    table: int | None
    deal: int | None
    lot: str
    name: TeamName | None
    offence: str
    claimed: str
    cards: int
    clause: str
    effect: Mapping[str, object]
    unit: str
    value: int
    note: str
    referee: str
    reversed: str | None


@dataclass(frozen=True, slots=True)
class RulingRecord:
    """What was ruled so far, in order, and the catalogue to rule by."""

    head: Head
    stamp: Stamp = field(compare=False)
    ruleset: Ruleset
    rulings: tuple[Ruled, ...]


def rulebook_of(tournament: Tournament) -> Rulebook:
    versions = RegulationsVersion.objects.filter(tournament=tournament).defer("document").order_by("version")
    return Rulebook(
        head_of(tournament),
        stamp_of(tournament),
        tournament.regulations,
        tuple(books_of(tournament)),
        tuple(Version(each.version, each.made_at, each.from_round, each.reason) for each in versions),
    )


def ruling_record_of(tournament: Tournament) -> RulingRecord:
    rows = Ruling.objects.filter(tournament=tournament, reverses__isnull=True)
    rows = rows.select_related("match__round", "membership", "user", "reversed_by").order_by("at", "pk")
    names = team_names(tournament, in_full=True, only={row.team_id for row in rows if row.team_id is not None})
    lots = lots_of(tournament)
    return RulingRecord(
        head_of(tournament),
        stamp_of(tournament),
        ruleset_of(stage_of(tournament)),
        tuple(_ruled(row, names, lots) for row in rows),
    )


def _ruled(row: Ruling, names: Mapping[int, TeamName], lots: Mapping[int, str]) -> Ruled:
    reversal = reversal_of(row)
    return Ruled(
        row.at,
        row.match.round.number if row.match else None,
        row.match.table if row.match else None,
        row.deal,
        lots.get(row.team_id, "") if row.team_id is not None else "",
        names.get(row.team_id) if row.team_id is not None else None,
        row.offence,
        row.claimed,
        row.cards,
        row.clause,
        row.effect,
        row.unit,
        row.value,
        row.note,
        written_by(row),
        reversal.note if reversal is not None else None,
    )
