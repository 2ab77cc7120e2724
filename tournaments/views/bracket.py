"""The knockout as a drawing, and the same round by round as a list."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from tournaments.documents.bracket_svg import drawing, sections
from tournaments.phrases import brackets as words
from tournaments.selectors import access
from tournaments.selectors.brackets import Bracket, BracketRow, Slot, brackets_of
from tournaments.selectors.names import names_for
from tournaments.views.cached import public_page
from tournaments.views.navigation import public_context

if TYPE_CHECKING:
    from tournaments.models import Tournament
    from tournaments.policy import Actor


@dataclass(frozen=True, slots=True)
class SideLine:
    """A side in the list; `words` where there is no team yet."""

    slot: Slot
    words: str
    figure: str


@dataclass(frozen=True, slots=True)
class MatchLine:
    row: BracketRow
    title: str
    sides: tuple[SideLine, SideLine]
    own: bool


@dataclass(frozen=True, slots=True)
class RoundList:
    key: str
    title: str
    round: int | None
    matches: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class Part:
    key: str
    title: str
    svg: SafeString


@dataclass(frozen=True, slots=True)
class Shown:
    """A stage's bracket ready for its page: drawings by part, lists by round."""

    code: str
    title: str
    parts: tuple[Part, ...]
    rounds: tuple[RoundList, ...]
    champion: Slot | None
    bracket: Bracket


@require_safe
@public_page
def show(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug)
    return render(
        request, "public/bracket.html", public_context(event, actor, "bracket") | bracket_context(event, actor)
    )


@require_safe
@public_page
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the part of the page that changes, for a page that stands open."""
    event, actor = access.event(request, slug)
    zone = event.regulations.identity.zone
    return render(request, "public/bracket_live.html", bracket_context(event, actor) | {"event_zone": zone})


def bracket_context(event: "Tournament", actor: "Actor") -> dict[str, Any]:
    found = brackets_of(event, names_for(event, actor), before=event.hidden_from)
    shown = [shown_of(each, sorted(actor.team_ids)) for each in found]
    return {
        "slug": event.slug,
        "hidden_from": event.hidden_from,
        "brackets": shown,
        "planned": any(plan.is_bracket for plan in event.regulations.stages),
    }


def shown_of(bracket: Bracket, own: Sequence[int] = ()) -> Shown:
    """Draw a bracket and write it as lists."""
    drawn = tuple(
        Part(f"{bracket.key}-{part.key}", part.title, drawing(bracket, part)) for part in sections(bracket, own)
    )
    return Shown(bracket.key, words.bracket_title(bracket), drawn, round_lists(bracket, own), bracket.champion, bracket)


def round_lists(bracket: Bracket, own: Sequence[int] = ()) -> tuple[RoundList, ...]:
    """Return every round of the bracket with all its matches, byes too, by parts within a round."""
    found: dict[tuple[int, str], list[BracketRow]] = {}
    for row in bracket.rows:
        found.setdefault((row.turn, "places" if row.part in {"third", "places"} else row.part), []).append(row)
    lists = []
    for (turn, part), rows in sorted(found.items(), key=lambda item: item[0][0]):
        title = words.turn_words(bracket, part, turn) or _played_for(rows)
        number = next((row.round for row in rows if row.round is not None), None)
        matches = tuple(MatchLine(row, words.match_words(row), _sides(row), _is_own(row, own)) for row in rows)
        lists.append(RoundList(f"{bracket.key}-{turn}-{part}", title, number, matches))
    return tuple(lists)


def _played_for(rows: Sequence[BracketRow]) -> str:
    if all(row.part == "third" for row in rows):
        return words.third_place()
    return words.lower_places()


def _sides(row: BracketRow) -> tuple[SideLine, SideLine]:
    one, other = (SideLine(side, words.side_words(side), words.figure_words(side)) for side in row.sides)
    return one, other


def _is_own(row: BracketRow, own: Sequence[int]) -> bool:
    return any(side.team_id in own for side in row.sides)


urlpatterns = [
    path("<event:slug>/bracket/", show, name="bracket"),
    path("<event:slug>/bracket/live/", live, name="bracket-live"),
]
