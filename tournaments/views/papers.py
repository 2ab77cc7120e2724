"""Papers: the organizer's shelf with its work in progress, the public list, and the files."""

import re
from typing import TYPE_CHECKING, Any

from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import conditional_page, require_POST, require_safe

from tournaments.actions import papers as actions
from tournaments.errors import Invalid, NotFound
from tournaments.forms.papers import PaperForm
from tournaments.phrases.papers import ERRORS, PURPOSES, TITLES, WARNINGS
from tournaments.phrases.refusals import REFUSALS
from tournaments.policy import Permission
from tournaments.selectors import access, papers
from tournaments.selectors.events import event_name
from tournaments.views.cached import public_page
from tournaments.views.navigation import manage_context, public_context

if TYPE_CHECKING:
    from tournaments.models import Paper, Tournament

LANGUAGE_NAMES = {"zh-hans": "中文", "en": "English"}
NOT_IN_A_FILE_NAME = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]+')


@require_safe
@never_cache
def shelf(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.PRINT)
    context = manage_context(event, actor, "manage-papers") | shelf_context(event)
    return render(request, "manage/papers.html", context)


@require_safe
@never_cache
@conditional_page
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the shelf alone, for the page that stands open while papers are made."""
    event, _actor = access.event(request, slug, Permission.PRINT)
    zone = event.regulations.identity.zone
    return render(request, "manage/papers_live.html", shelf_context(event) | {"event_zone": zone})


def shelf_context(event: "Tournament") -> dict[str, Any]:
    slots = papers.shelf(event, timezone.now())
    return {
        "slug": event.slug,
        "languages": [("zh-hans", _("Make it in Chinese")), ("en", _("Make it in English"))],
        "cards": [
            {
                "slot": slot,
                "title": title(slot.kind, slot.round),
                "purpose": PURPOSES[slot.kind],
                "missing": REFUSALS[slot.missing] if slot.missing else "",
                "rows": [_row(row) for row in slot.rows],
            }
            for slot in slots
        ],
    }


def _row(row: papers.Row) -> dict[str, Any]:
    paper = row.paper
    return {
        "paper": paper,
        "outdated": row.outdated,
        "slow": row.slow,
        "language": LANGUAGE_NAMES.get(paper.language, paper.language),
        "error": ERRORS.get(paper.error) or REFUSALS.get(paper.error, ""),
        "warnings": [str(WARNINGS[code]) % params for code, params in paper.warnings],
    }


def title(kind: str, number: int | None) -> str | Promise:
    if number is None:
        return TITLES[kind]
    return _("%(paper)s, round %(round)d") % {"paper": TITLES[kind], "round": number}


@require_POST
def make(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.PRINT)
    form = PaperForm(request.POST)
    if not form.is_valid():
        raise Invalid("paper_unknown")
    wanted = form.cleaned_data
    actions.request(actor, event, kind=wanted["kind"], language=wanted["language"], round_number=wanted["round"])
    number = f"-{wanted['round']}" if wanted["round"] else ""
    return redirect(f"{reverse('manage-papers', args=[slug])}#paper-{wanted['kind']}{number}")


@require_safe
@public_page
def public_list(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug)
    rows = [
        {
            "paper": paper,
            "title": TITLES[paper.kind],
            "language": LANGUAGE_NAMES.get(paper.language, paper.language),
            "lang": "zh-Hans" if paper.language == "zh-hans" else paper.language,
        }
        for paper in papers.public_papers(event)
    ]
    context = public_context(event, actor, "papers") | {"slug": slug, "papers": rows}
    return render(request, "public/papers.html", context)


@require_safe
def download(request: HttpRequest, slug: str, paper_id: int) -> HttpResponse | FileResponse:
    """Show a PDF in the browser under its right name. What is not for the reader is answered as if it did not exist."""
    event, actor = access.event(request, slug)
    paper = papers.readable(event, actor, paper_id)
    try:
        file = papers.path_of(paper).open("rb")
    except FileNotFoundError as error:
        raise NotFound from error
    response = FileResponse(file, content_type="application/pdf", filename=file_name(event, paper))
    response.headers["ETag"] = f'"{paper.digest[:32]}"'
    response.headers["Cache-Control"] = "private, no-store" if paper.names_in_full else "private, no-cache"
    return response


def file_name(event: "Tournament", paper: "Paper") -> str:
    """Return what the file is called when it is saved, in the paper's language."""
    with translation.override(paper.language):
        number = paper.round.number if paper.round else None
        name = f"{event_name(event)} {title(paper.kind, number)}"
    return NOT_IN_A_FILE_NAME.sub(" ", name).strip() + ".pdf"


urlpatterns = [
    path("manage/<event:slug>/papers/", shelf, name="manage-papers"),
    path("manage/<event:slug>/papers/live/", live, name="manage-papers-live"),
    path("manage/<event:slug>/papers/make/", make, name="manage-paper-make"),
    path("<event:slug>/papers/", public_list, name="papers"),
    path("<event:slug>/papers/<int:paper_id>/", download, name="paper"),
]
