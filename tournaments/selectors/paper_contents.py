"""What a paper says: figures and names as values that compare equal while nothing has changed.

The layout is the documents' affair; the digest of these values is how a paper is known to be old.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from pydantic import BaseModel

from tournaments.award_giving import Given
from tournaments.awards import Awards
from tournaments.divisionplans import DivisionPlan
from tournaments.errors import NotFound, Refusal
from tournaments.models import PaperKind, Publication, Round, Tournament
from tournaments.regulations import Area, StagePlan
from tournaments.selectors.awards import award_list, public_award_list
from tournaments.selectors.brackets import Bracket, brackets_of
from tournaments.selectors.final import public_stage_tables, stage_tables
from tournaments.selectors.names import TeamName, team_names
from tournaments.selectors.paper_head import Head, Stamp, head_of, stamp_of
from tournaments.selectors.paper_rules import Rulebook, RulingRecord, rulebook_of, ruling_record_of
from tournaments.selectors.publications import snapshot_of, table_in
from tournaments.selectors.rounds import TableRow, round_by_number, rounds_of, tables_of_rounds
from tournaments.selectors.rulesets import plan_of, ruleset_of
from tournaments.selectors.shown import shows_releases
from tournaments.selectors.stages import stage_of
from tournaments.selectors.standings import Table, count, released
from tournaments.selectors.table_parts import TablePart, parts_of

SPARE_SHEETS = 4


@dataclass(frozen=True, slots=True)
class DrawList:
    """Both rounds by table, as they stand now; `released_at` is when the draw became public."""

    head: Head
    stamp: Stamp = field(compare=False)
    rounds: tuple[tuple[int, tuple[TableRow, ...]], ...]
    released_at: datetime | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet: one table of one round. A spare one has neither round nor sides."""

    round: int | None
    table: int | None
    url: str
    sides: tuple[tuple[str, TeamName | None], ...] = ()
    sitting: int | None = None
    area: Area | None = None


@dataclass(frozen=True, slots=True)
class Sheets:
    """The sheets of a round, two to a page; `labels` are the levels that can be reached, in order."""

    head: Head
    stamp: Stamp = field(compare=False)
    sheets: tuple[Sheet, ...]
    labels: tuple[str, ...]
    minutes: int
    reminder_minutes: int
    last_deals: int


@dataclass(frozen=True, slots=True)
class Card:
    table: int
    url: str
    area: Area | None = None


@dataclass(frozen=True, slots=True)
class Cards:
    head: Head
    stamp: Stamp = field(compare=False)
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class StandingsList:
    """The table as it stands (version None: provisional) or a released version of it; `parts` are ranked apart."""

    head: Head
    stamp: Stamp = field(compare=False)
    table: Table
    names: Mapping[int, TeamName]
    version: int | None
    released_at: datetime | None
    parts: tuple[TablePart, ...]


@dataclass(frozen=True, slots=True)
class RoundList:
    """One round by table, by unit and by name."""

    head: Head
    stamp: Stamp = field(compare=False)
    rounds: tuple[tuple[int, tuple[TableRow, ...]], ...]
    released_at: datetime | None


@dataclass(frozen=True, slots=True)
class BracketSheets:
    """Every bracket of the event as it stands."""

    head: Head
    stamp: Stamp = field(compare=False)
    brackets: tuple[Bracket, ...]


@dataclass(frozen=True, slots=True)
class GroupList:
    """The stages that have groups, with their tables."""

    head: Head
    stamp: Stamp = field(compare=False)
    stages: tuple[tuple[StagePlan, Table, tuple[TablePart, ...]], ...]
    names: Mapping[int, TeamName]


@dataclass(frozen=True, slots=True)
class AwardSheet:
    """Every award with its teams; `seed` is that of the prizes drawn by lot, "" where none is."""

    head: Head
    stamp: Stamp = field(compare=False)
    awards: Awards
    divisions: tuple[DivisionPlan, ...]
    given: tuple[Given, ...]
    names: Mapping[int, TeamName]
    released_at: datetime
    seed: str


Lists = DrawList | RoundList | BracketSheets | GroupList | StandingsList | AwardSheet
Content = Lists | Sheets | Cards | Rulebook | RulingRecord
ALWAYS: Mapping[PaperKind, Callable[[Tournament], Content]] = {
    PaperKind.REGULATIONS: rulebook_of,
    PaperKind.RULING_RECORD: ruling_record_of,
}


def content_of(
    tournament: Tournament, kind: PaperKind, *, round_number: int | None = None, in_full: bool = True
) -> Content:
    """Gather what a paper says now. Refused where there is nothing to be said yet."""
    if kind in ALWAYS:
        return ALWAYS[kind](tournament)
    if kind in OF_PEOPLE:
        return OF_PEOPLE[kind](tournament, in_full=in_full)
    if kind == PaperKind.ROUND:
        return _round_list(tournament, round_number, in_full=in_full)
    if kind == PaperKind.SCORE_SHEETS:
        return _sheets(tournament, round_number)
    return _blank_sheets(tournament) if kind == PaperKind.BLANK_SHEETS else _cards(tournament)


def fingerprint(content: Content) -> str:
    """Return a digest of what a paper says, without the number of the state that it was read at."""
    if isinstance(content, StandingsList):
        said: dict[str, Any] = {
            "head": asdict(content.head),
            "standings": snapshot_of(content.table),
            "names": [[team, asdict(name)] for team, name in sorted(content.names.items())],
            "version": [content.version, content.released_at],
        }
        if content.table.groups:
            said["parts"] = [part.title for part in content.parts]
    else:
        said = asdict(content)
        del said["stamp"]
    if not content.head.rehearsal:
        del said["head"]["rehearsal"]  # what no real paper says has no part in its digest
    text = json.dumps([type(content).__name__, said], sort_keys=True, default=_plain, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: object) -> object:
    """Give what JSON has no word for the same words in every process: sets have no order of their own."""
    if isinstance(value, BaseModel):
        return value.model_dump()
    return sorted(value) if isinstance(value, frozenset) else str(value)


def table_url(tournament: Tournament, table: int) -> str:
    """Return the public address of a table: what its printed code says."""
    return f"{settings.PUBLIC_URL}{reverse('table', args=[tournament.slug, table])}"


def event_url(slug: str) -> str:
    return f"{settings.PUBLIC_URL}{reverse('event', args=[slug])}"


def _shown_rounds(tournament: Tournament) -> list[Round]:
    rounds = rounds_of(tournament)
    if not rounds:
        raise Refusal("paper_needs_draw")
    return rounds


def _draw_list(tournament: Tournament, *, in_full: bool) -> DrawList:
    rounds = _shown_rounds(tournament)
    rows = tables_of_rounds(tournament, rounds, in_full=in_full)
    return DrawList(
        head_of(tournament),
        stamp_of(tournament),
        tuple((each.number, tuple(rows[each.number])) for each in rounds),
        max((each.released_at for each in rounds if each.released_at), default=None),
    )


def _round_list(tournament: Tournament, round_number: int | None, *, in_full: bool) -> RoundList:
    _shown_rounds(tournament)
    if round_number is None:
        raise Refusal("paper_needs_round")
    current = round_by_number(tournament, round_number)
    rows = tables_of_rounds(tournament, [current], in_full=in_full)[current.number]
    shown = ((current.number, tuple(rows)),)
    return RoundList(head_of(tournament), stamp_of(tournament), shown, current.released_at)


def _bracket_sheets(tournament: Tournament, *, in_full: bool) -> BracketSheets:
    before = None if in_full else tournament.hidden_from
    found = brackets_of(tournament, team_names(tournament, in_full=in_full), before=before)
    if not found:
        raise Refusal("paper_needs_draw")
    return BracketSheets(head_of(tournament), stamp_of(tournament), tuple(found))


def _group_list(tournament: Tournament, *, in_full: bool) -> GroupList:
    shown = stage_tables(tournament) if in_full else public_stage_tables(tournament)
    tables = tuple(
        (plan_of(stage), table, tuple(parts_of(tournament, table)))
        for stage, table in shown
        if table.groups and table.crossed
    )
    if not tables:
        raise Refusal("paper_needs_draw")
    return GroupList(head_of(tournament), stamp_of(tournament), tables, team_names(tournament, in_full=in_full))


def _award_sheet(tournament: Tournament, *, in_full: bool) -> AwardSheet:
    """Return the list for the desk as soon as nothing is left to be drawn, for everybody when it is public."""
    found = award_list(tournament) if in_full else public_award_list(tournament)
    if found is None or found.to_draw:
        raise Refusal("paper_needs_awards" if found is None else "paper_needs_drawing")
    teams = {winner.team for given in found.given for winner in given.teams}
    return AwardSheet(
        head_of(tournament),
        stamp_of(tournament),
        tournament.regulations.awards,
        tournament.regulations.divisions,
        found.given,
        team_names(tournament, in_full=in_full, only=teams),
        found.released_at,
        found.draw.seed if found.draw is not None else "",
    )


def _sheets(tournament: Tournament, round_number: int | None) -> Sheets:
    _shown_rounds(tournament)
    if round_number is None:
        raise Refusal("paper_needs_round")
    current = round_by_number(tournament, round_number)
    rows = tables_of_rounds(tournament, [current], in_full=True)[current.number]
    sheets = tuple(
        Sheet(
            current.number,
            row.table,
            table_url(tournament, row.table) + (f"?sitting={row.sitting}" if row.sitting is not None else ""),
            tuple((side.lot, side.name) for side in row.sides),
            row.sitting,
            row.area,
        )
        for row in rows
        if row.table is not None and not row.bye
    )
    if current.clock is None:
        raise NotFound
    clock = current.clock
    return Sheets(
        head_of(tournament),
        stamp_of(tournament),
        sheets,
        ruleset_of(current.stage).ladder.labels(),
        clock.seconds // 60,
        clock.reminder_seconds // 60,
        clock.last_deals,
    )


def _blank_sheets(tournament: Tournament) -> Sheets:
    timing = tournament.regulations.stage.timing
    return Sheets(
        head_of(tournament),
        stamp_of(tournament),
        (Sheet(None, None, event_url(tournament.slug)),) * SPARE_SHEETS,
        ruleset_of(stage_of(tournament)).ladder.labels(),
        timing.round_seconds // 60,
        timing.reminder_seconds // 60,
        timing.last_deals,
    )


def _cards(tournament: Tournament) -> Cards:
    venue = tournament.regulations.venue
    tables = range(1, venue.tables + 1)
    cards = tuple(Card(table, table_url(tournament, table), venue.area_at(table)) for table in tables)
    return Cards(head_of(tournament), stamp_of(tournament), cards)


def _standings(tournament: Tournament, *, in_full: bool) -> StandingsList:
    """Return the released version where it says what stands now, and always for the public; else what stands now."""
    publication = released(tournament)
    if not in_full:
        if publication is None or not shows_releases(tournament):
            raise Refusal("paper_needs_results")
        return _standings_list(tournament, table_in(publication.snapshot), publication, in_full=False)
    table = count(tournament)
    if not table.begun or not table.standings.progress.official:
        raise Refusal("paper_needs_results")
    if publication is not None and publication.snapshot != snapshot_of(table):
        publication = None
    return _standings_list(tournament, table, publication, in_full=True)


def _standings_list(
    tournament: Tournament, table: Table, publication: Publication | None, *, in_full: bool
) -> StandingsList:
    return StandingsList(
        head_of(tournament),
        stamp_of(tournament),
        table,
        team_names(tournament, in_full=in_full, only={row.team for row in table.standings.rows}),
        publication.version if publication else None,
        publication.released_at if publication else None,
        tuple(parts_of(tournament, table)),
    )


OF_PEOPLE: Mapping[PaperKind, Callable[..., Content]] = {
    PaperKind.DRAW: _draw_list,
    PaperKind.GROUPS: _group_list,
    PaperKind.BRACKET: _bracket_sheets,
    PaperKind.STANDINGS: _standings,
    PaperKind.AWARDS: _award_sheet,
}
