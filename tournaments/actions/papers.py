"""Papers: asked for, made by a worker under a lease, put in the place of the older ones, swept when work was lost.

A worker may die at any line. Its lease runs out and another makes the paper anew: the same content gives the same
bytes. A file appears by one rename, and the row names it only after that.
"""

import hashlib
import logging
import os
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tournaments import policy
from tournaments.actions import worker
from tournaments.actions.log import lock_event, lock_open_event, record
from tournaments.errors import Invalid, Refusal
from tournaments.models import Paper, PaperKind, Round, Tournament
from tournaments.policy import Actor, Permission, system
from tournaments.selectors import papers
from tournaments.selectors.paper_contents import Content, content_of, fingerprint
from tournaments.selectors.rounds import round_by_number
from tournaments.states import PaperState

logger = logging.getLogger(__name__)

LANGUAGES = ("zh-hans", "en")
LEASE = timedelta(seconds=90)
HANDED_OUT = timedelta(seconds=60)
LOST_AFTER = timedelta(seconds=20)
MOST_ATTEMPTS = 4
OF_A_ROUND = frozenset({PaperKind.SCORE_SHEETS, PaperKind.ROUND})
ORPHAN_AFTER = 3600  # seconds: a file that no row names may still be on its way for a while
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Made:
    """A finished PDF; `warnings` are [code, parameters], as JSON."""

    pdf: bytes
    warnings: list[list[object]]


Compose = Callable[[Content, str, Progress], Made]


class LeaseLost(Exception):  # noqa: N818 it is no fault: another worker has the paper now
    """Another worker has taken the paper over."""


@transaction.atomic
def request(
    actor: Actor, tournament: Tournament, *, kind: str, language: str, round_number: int | None = None
) -> Paper:
    """Ask for a paper; what is waiting already is not asked for twice.

    Draw and standings come with a variant for everybody as soon as there is something released.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.PRINT, event.pk)
    if kind not in PaperKind.values or language not in LANGUAGES:
        raise Invalid("paper_unknown", field="kind")
    wanted = PaperKind(kind)
    content_of(event, wanted, round_number=round_number)
    current = round_by_number(event, round_number) if wanted in OF_A_ROUND and round_number else None
    now = timezone.now()
    paper = _queue(event, wanted, current, language, in_full=True, now=now)
    if wanted in papers.PUBLIC_KINDS and papers.Present(event).said(wanted, None, in_full=False)[0]:
        _queue(event, wanted, None, language, in_full=False, now=now)
    data = {"kind": kind, "round": round_number, "language": language}
    record(actor, event, "paper.requested", paper, now=now, data=data)
    return paper


def _queue(
    event: Tournament, kind: PaperKind, current: Round | None, language: str, *, in_full: bool, now: datetime
) -> Paper:
    """Return the waiting paper of this kind, else a new one; those that failed make way for it."""
    wanted = Paper(
        tournament=event, kind=kind, round=current, language=language, names_in_full=in_full, requested_at=now
    )
    same = papers.alike(wanted)
    waiting = same.filter(state=PaperState.QUEUED).first()
    same.filter(state=PaperState.FAILED).delete()
    if waiting is None:
        wanted.save()
        waiting = wanted
    paper_id = waiting.pk
    transaction.on_commit(lambda: _wake(paper_id))
    return waiting


def _wake(paper_id: int) -> None:
    """Tell the workers. A broker that is down loses nothing: the sweep finds the row."""
    worker.ask("tournaments.tasks.papers.render", paper_id)


def render(paper_id: int, compose: Compose) -> bool:
    """Make a paper unless another worker has it; return whether this call brought it to an end.

    `compose` turns the content into a PDF in the paper's language and says how far it is.
    """
    token = secrets.token_hex(16)
    paper = _claim(paper_id, token)
    if paper is None:
        return False
    try:
        content, live_version = _gather(paper)
        made = compose(content, paper.language, lambda done, total: _note_progress(paper, token, done, total))
        return _finish(paper, token, made, content, live_version)
    except LeaseLost:
        return False
    except Refusal as refusal:
        code = refusal.code
    except ImproperlyConfigured:
        logger.exception("Paper %d cannot be made on this machine.", paper_id)
        code = "pdf_libraries_missing"
    except OSError:
        logger.exception("Paper %d could not be written.", paper_id)
        code = "paper_not_written"
    except Exception:
        logger.exception("Paper %d failed.", paper_id)
        code = "paper_failed"
    return _fail(paper, token, code)


def _claim(paper_id: int, token: str) -> Paper | None:
    now = timezone.now()
    free = Q(state=PaperState.QUEUED) | Q(state=PaperState.RUNNING, claimed_until__lte=now)
    claimed = Paper.objects.filter(free, pk=paper_id, attempts__lt=MOST_ATTEMPTS).update(
        state=PaperState.RUNNING,
        claim_token=token,
        claimed_until=now + LEASE,
        attempts=F("attempts") + 1,
        done=0,
        total=0,
    )
    return _mine(paper_id, token).select_related("round").first() if claimed else None


def _mine(paper_id: int, token: str) -> QuerySet[Paper]:
    return Paper.objects.filter(pk=paper_id, claim_token=token, state=PaperState.RUNNING)


@transaction.atomic
def _gather(paper: Paper) -> tuple[Content, int]:
    """Read one state of the event: nothing changes while its row is locked."""
    event = lock_event(paper.tournament_id)
    number = paper.round.number if paper.round else None
    content = content_of(event, PaperKind(paper.kind), round_number=number, in_full=paper.names_in_full)
    return content, event.live_version


def _note_progress(paper: Paper, token: str, done: int, total: int) -> None:
    lease = timezone.now() + LEASE
    if not _mine(paper.pk, token).update(done=done, total=total, claimed_until=lease):
        raise LeaseLost


def _finish(paper: Paper, token: str, made: Made, content: Content, live_version: int) -> bool:
    name = _write(made.pdf)
    if _place(paper, token, made, content, live_version, name):
        return True
    papers.folder().joinpath(name).unlink(missing_ok=True)
    return False


def _write(pdf: bytes) -> str:
    """Put the bytes under a name that nobody can guess; the file is there whole or not at all."""
    folder = papers.folder()
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{secrets.token_urlsafe(18)}.pdf"
    part = folder / f".{name}.part"
    with part.open("wb") as file:
        file.write(pdf)
        file.flush()
        os.fsync(file.fileno())
    part.replace(folder / name)
    return name


@transaction.atomic
def _place(paper: Paper, token: str, made: Made, content: Content, live_version: int, name: str) -> bool:
    """Let the paper take the place of the older ones, if the lease still holds."""
    event = lock_event(paper.tournament_id)
    now = timezone.now()
    digest = hashlib.sha256(made.pdf).hexdigest()
    unchanged = event.live_version == live_version
    placed = _mine(paper.pk, token).update(
        state=PaperState.READY,
        file=name,
        digest=digest,
        error="",
        warnings=made.warnings,
        content=fingerprint(content),
        # The log's own entry below is one change more, and none that a paper could show.
        live_version=live_version + 1 if unchanged else live_version,
        done=F("total"),
        claimed_until=None,
        claim_token="",
        finished_at=now,
    )
    if not placed:
        return False
    _delete(papers.alike(paper).filter(pk__lt=paper.pk))
    record(system(event.pk), event, "paper.made", paper, now=now, data={"kind": paper.kind, "digest": digest})
    return True


def _delete(rows: QuerySet[Paper]) -> None:
    """Delete papers, and their files once that is certain."""
    files = [row.file for row in rows if row.file]
    rows.delete()
    for name in files:
        transaction.on_commit(partial((papers.folder() / name).unlink, missing_ok=True))


def _fail(paper: Paper, token: str, code: str) -> bool:
    now = timezone.now()
    failed = _mine(paper.pk, token).update(
        state=PaperState.FAILED, error=code, claimed_until=None, claim_token="", finished_at=now
    )
    return bool(failed)


def sweep(now: datetime) -> int:
    """Hand out again what was lost on the way or left by a dead worker; return how many papers.

    Papers for everybody that no longer say what is true are made anew; files that no row names go.
    """
    handed = _give_up(now) + _hand_out(now)
    _renew_public(now)
    _remove_orphans()
    return handed


def _hand_out(now: datetime) -> int:
    handed = 0
    waiting = Q(state=PaperState.QUEUED, requested_at__lte=now - LOST_AFTER)
    idle = Q(claimed_until=None) | Q(claimed_until__lte=now)
    lost = Paper.objects.filter(waiting & idle | Q(state=PaperState.RUNNING, claimed_until__lte=now))
    for paper_id, state in lost.order_by("pk").values_list("pk", "state"):
        mine = lost.filter(pk=paper_id, state=state)
        if mine.update(state=PaperState.QUEUED, claim_token="", claimed_until=now + HANDED_OUT):
            _wake(paper_id)
            handed += 1
    return handed


def _give_up(now: datetime) -> int:
    """Say of papers on which every attempt died that they failed."""
    dead = Paper.objects.filter(attempts__gte=MOST_ATTEMPTS, claimed_until__lte=now)
    unfinished = dead.filter(state__in=[PaperState.QUEUED, PaperState.RUNNING])
    return unfinished.update(
        state=PaperState.FAILED, error="paper_worker_died", claimed_until=None, claim_token="", finished_at=now
    )


def _renew_public(now: datetime) -> None:
    old = Paper.objects.filter(state=PaperState.READY, names_in_full=False)
    changed = old.exclude(live_version=F("tournament__live_version"))
    for event_id in sorted(set(changed.values_list("tournament_id", flat=True))):
        _renew(event_id, now)


@transaction.atomic
def _renew(event_id: int, now: datetime) -> None:
    event = lock_event(event_id)
    present = papers.Present(event)
    rows = Paper.objects.filter(tournament=event, state=PaperState.READY, names_in_full=False)
    still_true: list[int] = []
    for paper in rows.select_related("round"):
        kind = PaperKind(paper.kind)
        if present.holds(paper):
            still_true.append(paper.pk)
        elif papers.alike(paper).exclude(state=PaperState.READY).exists():
            continue  # it is being made, or failed: then a person asks again
        elif present.said(kind, None, in_full=False)[0]:
            _queue(event, kind, None, paper.language, in_full=False, now=now)
        else:
            _delete(rows.filter(pk=paper.pk))
    rows.filter(pk__in=still_true).update(live_version=event.live_version)


def _remove_orphans() -> None:
    folder = papers.folder()
    if not folder.is_dir():
        return
    found = {path.name: path for path in _old_files(folder.iterdir())}
    if found:
        named = set(Paper.objects.filter(file__in=list(found)).values_list("file", flat=True))
        for name in found.keys() - named:
            found[name].unlink(missing_ok=True)


def _old_files(paths: Iterable[Path]) -> Iterable[Path]:
    oldest = time.time() - ORPHAN_AFTER
    return (path for path in paths if path.is_file() and path.stat().st_mtime < oldest)
