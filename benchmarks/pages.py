"""Public pages from the web server: from the cache, and made anew."""

from collections.abc import Iterator

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks import data, servers
from benchmarks.client import Load, get, load
from benchmarks.rows import Row, at_most, limit, ms
from tournaments.selectors import standings

SLICES, SLICE_SECONDS = 4, 1.5
CLIENTS = 8
PUBLIC = ("", "entries/", "draw/", "tables/", "standings/", "clock/", "me/", "rules/")


def rows(port: int, server: int) -> Iterator[Row]:
    large = data.hall("bench-thousand", 1000, played=1).event.slug
    small = data.hall("bench-two-hundred", 200, played=1).event.slug
    yield from _from_cache(port, large)
    for slug, teams, most in ((large, 1000, 20.0), (small, 200, 8.0)):
        yield from _missed(port, slug, teams, most)
    for page in PUBLIC:
        load(port, [get(f"/{large}/{page}")] * 4, 2)
    memory = servers.resident_megabytes(server)
    yield limit(
        "Memory of the web server (1 process) after the public pages of 1,000 teams",
        f"{memory:.0f} MB",
        "≤ 200 MB",
        met=memory <= 200,
    )


def _from_cache(port: int, slug: str) -> Iterator[Row]:
    """Take turns with the baseline, so that a slow minute of the machine hits both."""
    address = f"/{slug}/standings/"
    load(port, [get(address), get("/bench/ok/")] * 20, CLIENTS)
    ours, baseline = Load(), Load()
    for _ in range(SLICES):
        for whole, path in ((ours, address), (baseline, "/bench/ok/")):
            part = load(port, [get(path)], CLIENTS, seconds=SLICE_SECONDS)
            whole.seconds += part.seconds
            whole.times += part.times
            whole.statuses += part.statuses
            whole.body_bytes = part.body_bytes
    assert set(ours.statuses) == set(baseline.statuses) == {200}
    yield at_most(
        "Standings page from cache, 1,000 teams, gzip, c8",
        f"{ours.a_second:.0f}/s",
        f"ok view {baseline.a_second:.0f}/s",
        baseline.a_second / ours.a_second,
        1.5,
    )


def _missed(port: int, slug: str, teams: int, most: float) -> Iterator[Row]:
    ours, baseline = Load(), Load()
    for _ in range(SLICES):
        ours.times += load(port, [get(f"/bench/missed/{slug}/")] * 5, 1).times
        part = load(port, [get("/bench/ok/")] * 100, 1)
        baseline.times += part.times
    yield at_most(
        f"Standings page, cache missed, {teams:,} teams, c1",
        ms(ours.typical),
        f"ok view {ms(baseline.typical)}",
        ours.typical / baseline.typical,
        most,
    )
    cache.clear()
    standings.forget()
    with CaptureQueriesContext(connection) as queries:
        response = Client().get(f"/{slug}/standings/", headers={"accept-encoding": "gzip", "host": "localhost"})
    size = len(response.content) / 1024
    assert response.status_code == 200
    yield limit(
        f"… its queries and size, {teams:,} teams",
        f"{len(queries)} queries, {size:.0f} KB",
        "≤ 5 queries, ≤ 150 KB",
        met=len(queries) <= 5 and size <= 150,
    )
