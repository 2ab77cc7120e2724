"""Results sent by referees' phones, against the least that a POST can store."""

import json
from collections.abc import Iterator, Sequence

from django.utils import timezone

from benchmarks import data
from benchmarks.client import Load, load, post
from benchmarks.rows import Row, at_most, limit, ms

CLIENTS = 8
ONE_BY_ONE = 150
LEVELS = ["2", "5", "9", "J", "A", "A+1"]


def rows(port: int) -> Iterator[Row]:
    crowd, turn, rush = (data.hall(f"bench-results-{name}", 1000, played=0) for name in ("c8", "c1", "rush"))
    small = [data.hall(f"bench-results-{number}", 64, played=0) for number in range(6)]
    load(port, _sent(data.hall("bench-results-warm", 64, played=0)), 1)
    load(port, _minimal(turn)[:50], 1)

    many_small = [request for hall in small for request in _sent(hall)][:ONE_BY_ONE]
    few, one, least = Load(), Load(), Load()
    for at in range(0, ONE_BY_ONE, 30):
        chosen = slice(at, at + 30)
        for whole, requests in ((few, many_small), (one, _sent(turn)), (least, _minimal(turn))):
            whole.times += _all_stored(load(port, requests[chosen], 1)).times
    yield at_most(
        "Result submission, 1,000 teams, c1",
        ms(one.typical),
        f"minimal POST {ms(least.typical)}",
        one.typical / least.typical,
        4,
    )
    yield at_most(
        "… at 1,000 teams against 64", ms(one.typical), f"64 teams {ms(few.typical)}", one.typical / few.typical, 1.2
    )
    ours = _all_stored(load(port, _sent(crowd), CLIENTS))
    baseline = _all_stored(load(port, _minimal(crowd), CLIENTS))
    yield at_most(
        "Result submission, 1,000 teams, c8",
        f"{ours.a_second:.0f}/s",
        f"minimal POST {baseline.a_second:.0f}/s",
        baseline.a_second / ours.a_second,
        4,
    )
    yield limit("… a second, c8", f"{ours.a_second:.0f}/s", "≥ 300/s", met=ours.a_second >= 300)
    drained = load(port, _sent(rush), 100)
    lost = len(rush.seats) - drained.statuses[200]
    yield limit(
        "500 tables at once over 100 connections, drained",
        ms(drained.seconds) + (f", {lost} answered with an error" if lost else ""),
        "≤ 2 s",
        met=drained.seconds <= 2 and not lost,
    )


def _all_stored(answered: Load) -> Load:
    assert set(answered.statuses) == {200}, answered.statuses
    return answered


def _sent(hall: data.Hall) -> list[bytes]:
    """Return every table's result, confirmed by both sides, as the phone of its referee sends it."""
    address = f"/api/v1/events/{hall.event.slug}/results/"
    return [post(address, _body(seat), session=seat.session) for seat in hall.seats]


def _body(seat: data.Seat) -> bytes:
    body = {
        "match": seat.match,
        "round": seat.round,
        "table": seat.table,
        "key": f"bench-key-{seat.match:08}",
        "levels": [LEVELS[seat.table % 6], LEVELS[seat.table % 5]],
        "observed_at": timezone.now().isoformat(),
        "confirmed_sides": [0, 1],
    }
    return json.dumps(body).encode()


def _minimal(hall: data.Hall) -> Sequence[bytes]:
    return [post(f"/bench/minimal/{seat.team}/{seat.match}/") for seat in hall.seats]
