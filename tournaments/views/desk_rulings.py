"""A match's deals and rulings at the desk: what the table kept, rulings of the chief, and what is taken back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions import forfeits, rulings
from tournaments.errors import Refusal
from tournaments.forms.refusals import place
from tournaments.forms.rulings import RulingForm
from tournaments.policy import Permission
from tournaments.selectors import access
from tournaments.selectors.forfeits import forfeits_left, teams_of
from tournaments.selectors.play import match_to_play, play_object
from tournaments.views.desk import desk_access, new_key
from tournaments.views.navigation import manage_context


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rulings_page(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """Show a match deal by deal with its ledger; a POST rules."""
    event, actor = desk_access(request, slug)
    play = play_object(event, actor, match_to_play(event, match_id))
    form = RulingForm(request.POST or None, play=play, initial={"key": new_key()})
    if request.method == "POST" and form.is_valid():
        try:
            rulings.rule(actor, event, form.ruled, match_id=match_id, key=form.cleaned_data["key"])
        except Refusal as error:
            place(form, error)
        else:
            messages.success(request, _("The ruling is stored."))
            return redirect("desk-rulings", slug, match_id)
    context = manage_context(event, actor, "desk") | {
        "slug": slug,
        "match_id": match_id,
        "play": play,
        "form": form,
        "forfeits": forfeits_left(event, teams_of(match_id)) if actor.may(Permission.DECIDE_RESULTS) else [],
    }
    return render(request, "desk/rulings.html", context, status=422 if form.errors else 200)


@require_POST
def reverse_ruling(request: HttpRequest, slug: str, ruling_id: int) -> HttpResponse:
    """Take a ruling back with a reason."""
    event, actor = desk_access(request, slug)
    key = request.POST.get("key") or new_key()
    ruling = rulings.reverse(actor, event, ruling_id=ruling_id, reason=request.POST.get("reason", ""), key=key)
    messages.success(request, _("The ruling is taken back; its effect is gone."))
    return redirect("desk-rulings", slug, ruling.match_id or 0)


@require_POST
def lift_forfeit(request: HttpRequest, slug: str, sheet_id: int) -> HttpResponse:
    """Lift a forfeit of a team that plays again; `back` names the match whose page it was pressed on."""
    event, actor = access.event(request, slug, Permission.DECIDE_RESULTS)
    lifted = forfeits.lift(actor, event, sheet_id=sheet_id, reason=request.POST.get("reason", ""))
    messages.success(request, _("The forfeit is lifted; the match is open again."))
    back = request.POST.get("back", "")
    return (
        redirect("desk-rulings", slug, int(back)) if back.isdecimal() else redirect("desk-match", slug, lifted.match_id)
    )


urlpatterns = [
    path("desk/<event:slug>/matches/<int:match_id>/rulings/", rulings_page, name="desk-rulings"),
    path("desk/<event:slug>/rulings/<int:ruling_id>/reverse/", reverse_ruling, name="desk-ruling-reverse"),
    path("desk/<event:slug>/forfeits/<int:sheet_id>/lift/", lift_forfeit, name="desk-forfeit-lift"),
]
