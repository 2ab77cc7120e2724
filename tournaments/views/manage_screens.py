"""Links for the screens in the hall."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions import links
from tournaments.forms.referees import ScreenForm
from tournaments.policy import Permission
from tournaments.selectors import access
from tournaments.selectors.links import address, screens
from tournaments.views import issued
from tournaments.views.navigation import manage_context


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """List the screens; a POST makes a link for another one."""
    event, actor = access.event(request, slug, Permission.MANAGE_PEOPLE)
    form = ScreenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        link, token = links.issue_screen(actor, event, label=form.cleaned_data["label"])
        issued.keep(request, kind="screen", name=link.label, url=address(token))
        return redirect("manage-screens", slug)
    context = manage_context(event, actor, "manage-screens") | {
        "event": event,
        "form": form,
        "issued": issued.take(request),
        "screens": screens(event),
    }
    return render(request, "manage/screens.html", context, status=422 if form.errors else 200)


@require_POST
def revoke(request: HttpRequest, slug: str, link_id: int) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MANAGE_PEOPLE)
    links.revoke(actor, event, link_id)
    messages.success(request, _("Ended. The screen shows nothing any more."))
    return redirect("manage-screens", slug)


urlpatterns = [
    path("manage/<event:slug>/screens/", show, name="manage-screens"),
    path("manage/<event:slug>/screens/<int:link_id>/revoke/", revoke, name="screen-revoke"),
]
