"""The referee's phone for a match kept deal by deal: deals, penalties, late sides, and the levels that come of them."""

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from tournaments.forms.fields import asked_number
from tournaments.policy import Permission
from tournaments.selectors import access, rounds, tables
from tournaments.selectors.play import play_object
from tournaments.selectors.referees import kept_tables
from tournaments.views.referee import frame_context, sending_words, with_sitting

if TYPE_CHECKING:
    from tournaments.models import Tournament

SHORT = 3  # tuples in a row that have a key of their own


@never_cache
@ensure_csrf_cookie
@require_safe
def deals_page(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    """Show where the match at a table stands and take its next deal; somebody else's table is taken over first."""
    event, actor = access.event(request, slug, Permission.SUBMIT_RESULT)
    view = tables.table_view(event, actor, table, asked_number(request.GET.get("sitting", "")))
    if not kept_tables(actor, [table]):
        return redirect("referee-table", slug, table)
    play = play_object(event, actor, view.match)
    rules = play["rules"]
    context = frame_context(event, rounds.current_round(event)) | {
        "slug": slug,
        "table": table,
        "view": view,
        "play": play,
        "back_url": reverse("referee-event", args=[slug]),
        "table_url": with_sitting(reverse("referee-table", args=[slug, table]), view),
        "roster": _seats(play),
        "tricks_pad": _pad(rules["card_points"], rules["unit"]),
        "unit": rules["unit"],
        "kitty_values": list(range(0, rules["most_in_kitty"] + 1, rules["unit"])),
        "shapes": [shape for shape in rules["multipliers"] if shape["length"] <= SHORT],
        "parts": rules["multipliers"],
        "plain_is_safe": rules["dig_with"] == "trump",
        "jack": rules["jack_level"],
        "reasons": [
            _("A wrong key was tapped"),
            _("The points were counted again"),
            _("The sides were swapped"),
            _("The referee looked at it again"),
        ],
        "stages": [
            ("between", _("No deal is in hand: the last one is finished")),
            ("drawing", _("The cards are being drawn")),
            ("burying", _("The dealer has the kitty, no card is led yet")),
            ("led", _("The first card has been led")),
        ],
        "config": _config(event, play, table),
        "by_points": play["report"]["kind"] == "deal_points",
    }
    return render(request, "referee/deals.html", context)


def _seats(play: dict[str, Any]) -> list[dict[str, Any]]:
    """Return who may deal the first deal: the players where the line-up is known, else the sides."""
    if all(seat["known"] for seat in play["roster"]):
        return list(play["roster"])
    return [{"seat": side["position"], "words": side["words"]} for side in play["sides"]]


def _pad(highest: int, unit: int) -> dict[str, list[int]]:
    """Return the keys for every multiple of the unit up to the highest points: hundreds, tens, ones."""
    return {
        "hundreds": list(range(0, highest + 1, 100)),
        "tens": list(range(0, min(highest, 90) + 1, 10)),
        "ones": list(range(0, 10, unit)),
    }


def _config(event: "Tournament", play: dict[str, Any], table: int) -> dict[str, Any]:
    """Return what the page's script needs: where to send, how the match stands, what to say."""
    here, asked = [event.slug], f"?sitting={play['sitting']}" if play["sitting"] else ""
    return {
        "storage": f"deals:{event.slug}:{play['match']}",
        "urls": {
            "deal": reverse("api-deals", args=here),
            "remove": reverse("api-deals-remove", args=here),
            "ruling": reverse("api-rulings", args=here),
            "reverse": reverse("api-rulings-reverse", args=here),
            "arrival": reverse("api-arrivals", args=here),
            "lateness": reverse("api-lateness", args=here),
            "play": reverse("api-play", args=[event.slug, table]) + asked,
            "result": reverse("referee-table", args=[event.slug, table]) + asked + "#deals",
        },
        "play": play,
        "words": _words() | _words_of_points(play["report"]["kind"]) | sending_words(),
    }


def _words_of_points(kind: str) -> dict[str, str]:
    """Return what is said otherwise where the points of the deals are handed in, and not the levels."""
    if kind != "deal_points":
        return {}
    return {
        "hand_in": _("Hand in these points"),
        "finish_first": _("Finish the deal in hand, enter it, then hand in the points."),
        "as_they_stand": _("These points are handed in as they stand."),
    }


def _words() -> dict[str, str]:
    """Return what the page's script says, with its placeholders."""
    return {
        "next_deal": _("Enter deal %(number)s"),
        "late_deal": _("Another deal: entered late or played by mistake"),
        "deal": _("Deal %(number)s"),
        "deals_now": _("%(who)s deals"),
        "points": _("%(points)s points"),
        "row": _("Level table, row %(row)s"),
        "next": _("Next"),
        "store": _("Store deal %(number)s"),
        "store_correction": _("Store the corrected deal %(number)s"),
        "remove": _("Remove this deal"),
        "reverse": _("Reverse this penalty"),
        "rule": _("Rule so"),
        "hand_in": _("Hand in these levels"),
        "finish_first": _("Finish the deal in hand, enter it, then hand in the levels."),
        "as_they_stand": _("These levels are handed in as they stand."),
        "counting": _("Counting…"),
        "not_counted": _("No connection: it is counted once the server has it. It can be stored all the same."),
        "why_corrected": _("Why is it corrected?"),
        "why_removed": _("Why is the deal removed?"),
        "why_reversed": _("Why is the penalty reversed?"),
        "removed": _("Deal %(number)s is removed."),
        "reversed_now": _("Reversed: %(side)s, %(ruling)s"),
        "ruled": _("%(side)s, %(ruling)s: %(effect)s"),
        "over": _("The match is over: %(by)s."),
        "reversed": _("Reversed %(time)s by %(who)s: %(reason)s"),
        "of_deal": _("Deal %(number)s"),
        "in_hand": _("Deal %(number)s, in hand"),
        "of_match": _("The match"),
        "against": _("Penalty against %(side)s"),
        "before_start": _("The round has not started yet."),
        "in_time": _("Arrived %(time)s, in time."),
        "late": _("Arrived %(time)s: %(step)s"),
        "late_confirmed": _("confirmed"),
        "need_points": _("Tap the points that the attackers won."),
        "need_parts": _("Count at least one part."),
        "need_reason": _("Choose the reason."),
        "need_stage": _("Say how far the deal in hand is."),
        "need_effect": _("Choose what the referee decides."),
        "need_note": _("Write down the reason."),
    }


urlpatterns = [path("r/<event:slug>/tables/<int:table>/deals/", deals_page, name="referee-deals")]
