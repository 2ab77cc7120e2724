"""The final standings: parting ties by lot, releasing, and what was released before."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions import publications, ties
from tournaments.errors import NotFound, Refusal
from tournaments.forms.refusals import place
from tournaments.forms.standings import CardCutForm, ExtraDealForm, HideForm, LotsForm, ReleaseForm, TieForm
from tournaments.pairing.tie_lots import lot_of
from tournaments.phrases import standings as standings_words
from tournaments.phrases.refusals import refusal
from tournaments.phrases.stages import stage_name
from tournaments.phrases.tiebreaks import CRITERIA
from tournaments.policy import Actor, Permission
from tournaments.selectors import access
from tournaments.selectors.cut_ties import undecided
from tournaments.selectors.names import names_for
from tournaments.selectors.publications import differs, versions
from tournaments.selectors.rulesets import plan_of
from tournaments.selectors.standings import Table, table_of
from tournaments.selectors.table_parts import parts_of
from tournaments.views.navigation import address, manage_context
from tournaments.views.standings import current_progress
from tournaments.views.standings_table import Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scoring.ruleset import Criterion
    from tournaments.models import Tournament
    from tournaments.pairing.tie_records import Step
    from tournaments.selectors.names import TeamName

FORMS: "Mapping[str, type[TieForm]]" = {"extra_deal": ExtraDealForm, "card_cut": CardCutForm, "lots": LotsForm}
RECORD: "Mapping[str, Callable[[Actor, Tournament, Mapping[int, Any], str], None]]" = {
    "extra_deal": ties.record_extra_deal,
    "card_cut": ties.record_card_cut,
    "lots": ties.record_lots,
}
# What explains a row here is of the table as it stands, which may not be the one that everybody sees.
MOST_EXPLAINED = 200


@dataclass(frozen=True, slots=True)
class Tie:
    """Teams that nothing counted parts, and what does; `recorded` says how it parted them, "" where it has yet to.

    `place` is None for a tie over the cut: equal teams of whom only some go on.
    """

    place: int | None
    key: str
    criterion: str
    by: str
    names: list[str]
    recorded: str
    form: TieForm

    @property
    def by_lot(self) -> bool:
        return self.criterion == "lots"


@never_cache
@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.PUBLISH)
    return _page(request, event, actor)


@require_POST
def release(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.PUBLISH)
    form = ReleaseForm(request.POST, again=table_of(event).released)
    if not form.is_valid():
        return _page(request, event, actor, release_form=form)
    try:
        made = publications.release_standings(actor, event, reason=form.cleaned_data.get("reason", ""))
    except Refusal as refused:
        place(form, refused)
        return _page(request, event, actor, release_form=form)
    messages.success(request, _("Version %(version)d is released: everybody sees it now.") % {"version": made.version})
    return redirect("manage-standings", slug)


@require_POST
def hide(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep results and standings from a round on for the ceremony."""
    event, actor = access.event(request, slug, Permission.PUBLISH)
    form = HideForm(request.POST)
    if not form.is_valid():
        return _page(request, event, actor, hide_form=form)
    try:
        publications.hide_standings(actor, event, from_round=form.cleaned_data["from_round"])
    except Refusal as refused:
        place(form, refused)
        return _page(request, event, actor, hide_form=form)
    messages.success(request, _("Hidden: nobody sees them on public pages, papers and screens."))
    return redirect("manage-standings", slug)


@require_POST
def reveal(request: HttpRequest, slug: str) -> HttpResponse:
    """Show again what was kept for the ceremony."""
    event, actor = access.event(request, slug, Permission.PUBLISH)
    publications.show_standings(actor, event)
    messages.success(request, _("Everybody sees results and standings again."))
    return redirect("manage-standings", slug)


@require_POST
def lots(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Store the lots that the tied teams drew."""
    return _record(request, slug, key, "lots", _("The lots are recorded and part the tie."))


@require_POST
def extra_deal(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Store what the tied teams won in an extra deal."""
    return _record(request, slug, key, "extra_deal", _("The extra deal is recorded."))


@require_POST
def card_cut(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Store the cards that the tied teams took."""
    return _record(request, slug, key, "card_cut", _("The cards are recorded and part the tie."))


def _record(request: HttpRequest, slug: str, key: str, criterion: "Criterion", done: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.PUBLISH)
    form = FORMS[criterion](request.POST, teams=_named(event, actor, _teams(event, key)))
    if not form.is_valid():
        return _page(request, event, actor, tie_form=(key, criterion, form))
    try:
        RECORD[criterion](actor, event, form.by_team(), form.cleaned_data["reason"])
    except Refusal as refused:
        place(form, refused)
        return _page(request, event, actor, tie_form=(key, criterion, form))
    messages.success(request, done)
    return redirect("manage-standings", slug)


@require_POST
def draw_lots(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Let the portal draw; the seed stands in the log."""
    event, actor = access.event(request, slug, Permission.PUBLISH)
    teams = _teams(event, key)
    try:
        ties.draw_lots(actor, event, teams)
    except Refusal as refused:
        messages.error(request, refusal(refused))
    else:
        messages.success(request, _("The lots are drawn and part the tie. The log keeps the seed."))
    return redirect("manage-standings", slug)


def _teams(event: "Tournament", key: str) -> tuple[int, ...]:
    """Return the tie that an address means; NotFound where it is none (any more)."""
    found = next((step.teams for step in undecided(event).all if _key(step.teams) == key), None)
    if found is None:
        raise NotFound
    return found


def _key(teams: tuple[int, ...]) -> str:
    return "-".join(str(team) for team in sorted(teams))


def _named(event: "Tournament", actor: Actor, teams: tuple[int, ...]) -> list[tuple[int, str]]:
    rows = Rows.of(event.slug, table_of(event), names_for(event, actor))
    return [(team, rows.call(team)) for team in teams]


def _page(
    request: HttpRequest,
    event: "Tournament",
    actor: Actor,
    *,
    release_form: ReleaseForm | None = None,
    tie_form: "tuple[str, Criterion, TieForm] | None" = None,
    hide_form: HideForm | None = None,
) -> HttpResponse:
    table = table_of(event)
    past = versions(event)
    names = names_for(event, actor)
    rows = Rows.of(event.slug, table, names)
    newest = next((row for row in past if row.stage_id == table.stage_id), None)
    several = len({row.stage_id for row in past}) > 1
    context = manage_context(event, actor, "manage-standings") | {
        "slug": event.slug,
        "table": table,
        "counted": table.standings.progress.official > 0,
        "rows": rows.html(explained=len(table.standings.rows) <= MOST_EXPLAINED),
        "groups": _groups(event, table, names),
        "rounds": table.standings.rounds,
        "order": standings_words.order_of(table),
        "current": current_progress(table),
        "missing": table.standings.progress.matches - table.standings.progress.official,
        "ties": _ties(event, rows, tie_form) if table.complete else [],
        "tied": len(table.ties()),
        "versions": [(row, stage_name(plan_of(row.stage)) if several else "") for row in past],
        "newest": newest,
        "changed": newest is None or differs(table, newest),
        "release_form": release_form or ReleaseForm(again=newest is not None),
        "shown_as": event.regulations.results.standings,
        "hidden_from": event.hidden_from,
        "hide_form": hide_form or HideForm(initial={"from_round": max(table.standings.rounds, default=1)}),
        "settings_url": reverse("event-section", args=[event.slug, "scoring"])
        if actor.may(Permission.EDIT_EVENT)
        else "",
        "rounds_url": address("manage-rounds", event.slug),
        "desk_url": address("desk", event.slug),
        "papers_url": address("manage-papers", event.slug),
    }
    failed = release_form is not None or tie_form is not None or hide_form is not None
    return render(request, "manage/standings.html", context, status=422 if failed else 200)


def _groups(event: "Tournament", table: Table, names: "Mapping[int, TeamName]") -> list[dict[str, Any]]:
    """Return the tables that are ranked apart; nothing where the whole field is one."""
    if not table.groups:
        return []
    few = len(table.standings.rows) <= MOST_EXPLAINED
    return [
        {
            "title": part.title,
            "rows": Rows.of(event.slug, part.table, names).html(explained=few),
            "rounds": part.table.standings.rounds,
        }
        for part in parts_of(event, table)
    ]


def _ties(event: "Tournament", rows: Rows, tie_form: "tuple[str, Criterion, TieForm] | None") -> list[Tie]:
    """Return every tie that nothing counted parts, also those that were parted, by what parts them."""
    ties = undecided(event)
    found = []
    for step in ties.all:
        key, criterion = _key(step.teams), step.criterion
        named = [(team, rows.call(team)) for team in step.teams]
        typed = tie_form[2] if tie_form and tie_form[:2] == (key, criterion) else None
        form = typed or FORMS[criterion](teams=named, auto_id=f"id_{key}_{criterion}_%s")
        place_of = min(rows.table.standings.row(team).place for team in step.teams) if step in ties.by_place else None
        by = str(CRITERIA[criterion])
        found.append(Tie(place_of, key, criterion, by, [name for _team, name in named], _recorded(step, rows), form))
    return found


def _recorded(step: "Step", rows: Rows) -> str:
    """Say who drew which lot, won what or took which card, best first."""
    records = step.records
    said = [
        f"{records[team].said or lot_of(records[team].number)}{_(': ')}{rows.call(team)}"
        for team in sorted(records, key=lambda team: records[team].number)
    ]
    return _("; ").join(said)


urlpatterns = [
    path("manage/<event:slug>/standings/", show, name="manage-standings"),
    path("manage/<event:slug>/standings/release/", release, name="manage-standings-release"),
    path("manage/<event:slug>/standings/hide/", hide, name="manage-standings-hide"),
    path("manage/<event:slug>/standings/show/", reveal, name="manage-standings-show"),
    path("manage/<event:slug>/standings/lots/<slug:key>/", lots, name="manage-standings-lots"),
    path("manage/<event:slug>/standings/extra-deal/<slug:key>/", extra_deal, name="manage-standings-extra-deal"),
    path("manage/<event:slug>/standings/card-cut/<slug:key>/", card_cut, name="manage-standings-card-cut"),
    path("manage/<event:slug>/standings/lots/<slug:key>/draw/", draw_lots, name="manage-standings-draw-lots"),
]
