"""Two sample events, written through the same actions that people use; their facts bear the time of loading."""

from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import clocks, draws, entries, events, publications, referees, results, rounds
from tournaments.events import preset
from tournaments.models import EntrySource, Match, Tournament
from tournaments.policy import Actor, As
from tournaments.selectors.referees import referees as referee_rows

BOTH = (0, 1)


def load() -> list[str]:
    """Load the samples that are missing and return their addresses. Loading them again changes nothing.

    An installation with events of its own gets none: samples that were taken away do not come back.
    """
    data, today = preset("samples"), timezone.localdate()
    if Tournament.objects.exclude(slug__in=[data["open"]["slug"], data["finished"]["slug"]]).exists():
        return []
    return [slug for slug in (_load_open(data, today), _load_finished(data, today)) if slug]


@transaction.atomic
def _load_open(data: dict[str, Any], today: date) -> str:
    """Load the event of 18 entered pairs, public and not drawn."""
    if _exists(data["open"]["slug"]):
        return ""
    event = _prepared(data, data["open"], today)
    return event.slug


@transaction.atomic
def _load_finished(data: dict[str, Any], today: date) -> str:
    """Load the event whose rounds are played, with a forfeit, a correction and released standings."""
    if _exists(data["finished"]["slug"]):
        return ""
    event = _prepared(data, data["finished"], today)
    portal = policy.system(event.pk)
    entries.freeze(portal, event)
    draw = draws.make(portal, event)
    draws.check(portal, event, draw.pk)
    draws.release(portal, event, draw.pk)
    for number in (1, 2):
        _play(event, data, number)
    corrected = data["corrected"]
    results.correct(
        portal,
        event,
        match_id=_match(event, corrected["round"], corrected["table"]).pk,
        key=f"{event.slug}-corrected",
        levels=_levels(corrected["levels"]),
        reason=corrected["reason"],
    )
    publications.release_standings(portal, event)
    events.finish(portal, event)
    return event.slug


def _exists(slug: str) -> bool:
    return Tournament.objects.filter(slug=slug).exists()


def _prepared(data: dict[str, Any], sample: dict[str, Any], today: date) -> Tournament:
    """Create and publish a sample event, enter its pairs and invite its referees."""
    names = ("name", "name_en", "organizer", "place", "address", "starts")
    identity = {name: sample[name] for name in names}
    identity["day"] = (today + timedelta(days=sample["days_ahead"])).isoformat()
    event = events.create(None, slug=sample["slug"], document={**preset("s1"), "identity": identity})
    portal = policy.system(event.pk)
    events.publish(portal, event)
    for place, (unit, first, second) in enumerate(data["entries"], start=1):
        entries.register(
            portal,
            event,
            key=f"{event.slug}-{place}",
            unit_name=unit,
            players=(first, second),
            phone=f"1390000{place:04}",
            consent=place != data["not_named"],
            privacy=True,
            language="zh-hans",
            source=EntrySource.SAMPLE,
        )
    for name in data["referees"]:
        referees.invite(portal, event, name=name)
    referees.share_evenly(portal, event)
    return event


def _play(event: Tournament, data: dict[str, Any], number: int) -> None:
    """Play a round: its referees submit what both sides confirm, and the chief's part is the portal's."""
    portal, absent = policy.system(event.pk), data["absent"]
    clocks.start(portal, event, number)
    bearers = {table: row for row in referee_rows(event) for table in row.tables}
    for table, typed in enumerate(data[f"round_{number}"], start=1):
        match = _match(event, number, table)
        key = f"{event.slug}-{number}-{table}"
        if (number, table) == (absent["round"], absent["table"]):
            results.forfeit(portal, event, match_id=match.pk, absent=[absent["side"]], reason=absent["reason"], key=key)
            continue
        referee = Actor(event.pk, frozenset({As.REFEREE}), membership_id=bearers[table].membership_id)
        results.submit(
            referee,
            event,
            match_id=match.pk,
            round_number=number,
            table=table,
            key=key,
            levels=_levels(typed),
            confirmed_sides=BOTH,
        )
    rounds.close(portal, event, number)


def _match(event: Tournament, number: int, table: int) -> Match:
    return Match.objects.get(round__stage__division__tournament=event, round__number=number, table=table)


def _levels(typed: str) -> tuple[str, str]:
    first, second = typed.split()
    return first, second
