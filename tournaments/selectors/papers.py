"""Papers: what staff have on the shelf, what everybody may read, and whether a paper still says what is true."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import Q, QuerySet

from tournaments.errors import NotFound, Refusal
from tournaments.models import Paper, PaperKind, Round, Tournament
from tournaments.policy import Actor, Permission
from tournaments.regulations import Format
from tournaments.selectors.entries import rounds_to_come
from tournaments.selectors.paper_contents import content_of, fingerprint
from tournaments.selectors.rounds import SHOWN
from tournaments.states import EventState, PaperState

PUBLIC_KINDS = (
    PaperKind.REGULATIONS,
    PaperKind.DRAW,
    PaperKind.GROUPS,
    PaperKind.BRACKET,
    PaperKind.STANDINGS,
    PaperKind.AWARDS,
)
FOLDER = "papers"
DRAWN_TOGETHER = 2  # so many rounds stand on one draw table; with more each round has a list of its own
PATIENCE = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Row:
    """A paper on the shelf. `outdated`: it says something else than the event now; `slow`: no worker took it up."""

    paper: Paper
    outdated: bool
    slow: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """One paper that can be made; `missing` is the code of what stands against it ("" when nothing does)."""

    kind: PaperKind
    round: int | None
    missing: str
    rows: tuple[Row, ...]

    @property
    def key(self) -> str:
        return self.kind if self.round is None else f"{self.kind}-{self.round}"

    @property
    def has_public_variant(self) -> bool:
        return self.kind in PUBLIC_KINDS


def folder() -> Path:
    return Path(settings.MEDIA_ROOT) / FOLDER


def path_of(paper: Paper) -> Path:
    """Return where the file of a ready paper stands."""
    return folder() / paper.file


def papers_of(tournament: Tournament) -> QuerySet[Paper]:
    return Paper.objects.filter(tournament=tournament).select_related("round")


def alike(paper: Paper) -> QuerySet[Paper]:
    """Return the papers of the same kind, round, language and audience: a new one takes the place of the others."""
    rounds = Q(round__isnull=True) if paper.round_id is None else Q(round=paper.round_id)
    return Paper.objects.filter(
        rounds,
        tournament=paper.tournament_id,
        kind=paper.kind,
        language=paper.language,
        names_in_full=paper.names_in_full,
    )


class Present:
    """What papers would say now, asked once for each content."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._known: dict[tuple[str, int | None, bool], tuple[str, str]] = {}

    def said(self, kind: PaperKind, round_number: int | None, *, in_full: bool) -> tuple[str, str]:
        """Return the fingerprint of the content and "", or "" and the code of why there is none."""
        key = (kind, round_number, in_full)
        if key not in self._known:
            try:
                content = content_of(self.tournament, kind, round_number=round_number, in_full=in_full)
            except Refusal as refusal:
                self._known[key] = ("", refusal.code)
            else:
                self._known[key] = (fingerprint(content), "")
        return self._known[key]

    def holds(self, paper: Paper) -> bool:
        """Say whether a ready paper says what is true now."""
        if paper.live_version == self.tournament.live_version:
            return True
        number = paper.round.number if paper.round else None
        said, _missing = self.said(PaperKind(paper.kind), number, in_full=paper.names_in_full)
        return said == paper.content


def shelf(tournament: Tournament, now: datetime) -> list[Slot]:
    """Return every paper of the event in the order in which it is needed, for staff."""
    present = Present(tournament)
    rows: dict[tuple[str, int | None], list[Row]] = defaultdict(list)
    for paper in papers_of(tournament).order_by("-names_in_full", "language", "pk"):
        outdated = paper.state == PaperState.READY and not present.holds(paper)
        slow = paper.state == PaperState.QUEUED and now - paper.requested_at > PATIENCE
        rows[paper.kind, paper.round.number if paper.round else None].append(Row(paper, outdated, slow))
    return [_slot(present, kind, number, rows[kind, number]) for kind, number in _wanted(tournament)]


def _wanted(tournament: Tournament) -> Iterable[tuple[PaperKind, int | None]]:
    yield PaperKind.REGULATIONS, None
    yield PaperKind.TABLE_CARDS, None
    yield PaperKind.DRAW, None
    stages = tournament.regulations.stages
    rounds = Round.objects.filter(stage__division__tournament=tournament, state__in=SHOWN)
    numbers = list(rounds.order_by("number").values_list("number", flat=True))
    for number in numbers or range(1, rounds_to_come(tournament) + 1):
        if len(numbers) > DRAWN_TOGETHER:
            yield PaperKind.ROUND, number
        yield PaperKind.SCORE_SHEETS, number
    yield PaperKind.BLANK_SHEETS, None
    yield PaperKind.RULING_RECORD, None
    if any(plan.format == Format.ROUND_ROBIN for plan in stages):
        yield PaperKind.GROUPS, None
    if any(plan.is_bracket for plan in stages):
        yield PaperKind.BRACKET, None
    yield PaperKind.STANDINGS, None
    if tournament.regulations.awards.rows:
        yield PaperKind.AWARDS, None


def _slot(present: Present, kind: PaperKind, number: int | None, rows: Iterable[Row]) -> Slot:
    _said, missing = present.said(kind, number, in_full=True)
    return Slot(kind, number, missing, tuple(rows))


def public_papers(tournament: Tournament) -> list[Paper]:
    """Return what everybody may read: released, names by consent, and saying what is true now."""
    ready = papers_of(tournament).filter(state=PaperState.READY, names_in_full=False, kind__in=PUBLIC_KINDS)
    present = Present(tournament)
    return [paper for paper in ready.order_by("kind", "-language", "pk") if present.holds(paper)]


def readable(tournament: Tournament, actor: Actor, paper_id: int) -> Paper:
    """Return a ready paper that the actor may read; NotFound for every other, as for none."""
    paper = papers_of(tournament).filter(pk=paper_id, state=PaperState.READY).first()
    if paper is None:
        raise NotFound
    if actor.tournament_id == tournament.pk and actor.may(Permission.PRINT):
        return paper
    hidden = paper.names_in_full or paper.kind not in PUBLIC_KINDS or tournament.state == EventState.DRAFT
    if hidden or not Present(tournament).holds(paper):
        raise NotFound
    return paper
