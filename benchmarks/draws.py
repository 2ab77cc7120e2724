"""Lots and draws, an imported list, and the order of a ranking."""

import random
import time
from collections.abc import Callable, Iterator

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks import data, swiss
from benchmarks.rows import Row, at_most, limit, ms, seconds
from scoring import ordering, standings
from scoring.matches import MatchResult, Played
from scoring.ruleset import Criterion, load_preset
from tournaments import policy
from tournaments.actions import draws, entries, events
from tournaments.events import preset
from tournaments.models import Person, Team, Tournament
from tournaments.pairing.randomness import Chance
from tournaments.transfer import lists

SEED = "20260516"
MANY = 10_000
RANKED = 100_000
TIMES = 9
OF_TRANSACTIONS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def pure_rows() -> Iterator[Row]:
    """What touches no database."""
    order, chance = list(range(MANY)), random.SystemRandom()
    ours = seconds(lambda: Chance("lots", "1", SEED).shuffle(order), TIMES)
    baseline = seconds(lambda: chance.shuffle(order), TIMES)
    yield at_most("Lots for 10,000 teams", ms(ours), f"SystemRandom {ms(baseline)}", ours / baseline, 1.5)
    source = random.Random(7)  # noqa: S311 the same rows every time
    columns = [[source.randint(-13, 13) for _ in range(RANKED)] for _ in range(5)]
    packed = ordering.pack(columns)
    whole = seconds(lambda: ordering.order(columns), TIMES)
    order_only = seconds(lambda: sorted(range(RANKED), key=packed.__getitem__, reverse=True), TIMES)
    least = seconds(lambda: sorted(packed, reverse=True), TIMES)
    tuples = list(zip(*columns, strict=True))
    slow = seconds(lambda: sorted(range(RANKED), key=tuples.__getitem__, reverse=True), TIMES)
    assert ordering.order(columns).rows == sorted(range(RANKED), key=packed.__getitem__, reverse=True)
    text = f"one packed integer {ms(order_only)} (bare integers {ms(least)}, tuples {ms(slow)})"
    yield at_most("Ranking 100,000 rows, five keys, packing counted", ms(whole), text, whole / order_only, 1.3)
    yield _live_standings()
    yield from swiss.rows()


def _live_standings() -> Row:
    """Rank 1,000 teams after eight rounds anew, as after every result, by what costs most."""
    source = random.Random(7)  # noqa: S311 the same rows every time
    criteria: tuple[Criterion, ...] = ("total", "head_to_head", "opponents_points", "net_levels", "best_round", "lots")
    teams, results = list(range(1000)), []
    for number in range(1, 9):
        source.shuffle(teams)
        for one, other in zip(teams[::2], teams[1::2], strict=True):
            results.append(MatchResult(number, one, other, Played(source.randint(0, 13), source.randint(0, 13))))
    ruleset = load_preset("s1")
    ours = seconds(lambda: standings.rank(teams, results, ruleset=ruleset, criteria=criteria), TIMES)
    work = "A result's effect on the standings of 1,000 teams, eight rounds"
    return limit(work, ms(ours), "≤ 50 ms", met=ours <= 0.05)


def stored_rows() -> Iterator[Row]:
    yield from _stored_draw()
    yield from _import()


def _stored_draw() -> Iterator[Row]:
    event = data.entered("bench-draw", 1000)
    portal = policy.system(event.pk)
    draw, made_in, queries = _counted(lambda: draws.make(portal, event))
    yield limit(
        "Draw of two rounds stored (draft), 1,000 teams",
        f"{ms(made_in)}, {queries} queries",
        "≤ 0.15 s, ≤ 10 queries",
        met=made_in <= 0.15 and queries <= 10,
    )
    draws.check(portal, event, draw.pk)
    _draw, released_in, more = _counted(lambda: draws.release(portal, event, draw.pk))
    yield limit(
        "… and released: lots, 1,000 matches, 2,000 sides",
        f"{ms(released_in)}, {more} queries",
        "≤ 0.15 s, ≤ 10 queries a round",
        met=released_in <= 0.3 and more <= 20,
    )


def _counted(work: Callable[[], object]) -> tuple[object, float, int]:
    """Return what was made, in how many seconds and with how many queries (without those of transactions)."""
    with CaptureQueriesContext(connection) as queries:
        started = time.perf_counter()
        made = work()
        taken = time.perf_counter() - started
    statements = [each["sql"] for each in queries.captured_queries]
    return made, taken, sum(not each.startswith(OF_TRANSACTIONS) for each in statements)


def _import() -> Iterator[Row]:
    _enter("bench-first", 1)  # so that addresses, templates and words are loaded, as they are in a server
    event, taken = _enter("bench-import", 1000)
    started = time.perf_counter()
    _in_bulk(event)
    baseline = time.perf_counter() - started
    yield at_most(
        "Import of 1,000 teams, 2,000 players, validated",
        ms(taken),
        f"bulk_create {ms(baseline)}",
        taken / baseline,
        5,
    )


def _enter(slug: str, pairs: int) -> tuple[Tournament, float]:
    """Make an event and let a list of so many pairs be read and entered; return it with the seconds that took."""
    text = "\n".join(
        ["单位,队员1,队员2,电话"]
        + [f"第{at // 2}单位,{data.name(2 * at)}甲,{data.name(2 * at + 1)}乙,139{at:08}" for at in range(pairs)]
    )
    identity = {"name": "导入", "day": "2026-05-16", "starts": "09:00"}
    document = {
        **preset("s1"),
        "identity": identity,
        "registration": {"capacity": 1000, "pairs_per_unit": 2},
        "venue": {"tables": 500},
    }
    event = events.create(None, slug=slug, document=document)
    portal = policy.system(event.pk)
    events.publish(portal, event)
    started = time.perf_counter()
    read = lists.read_bytes(text.encode())
    outcome = entries.enter_list(portal, event, read.applications, consent=True, language="zh-hans")
    taken = time.perf_counter() - started
    assert outcome == (pairs, 0), outcome
    return event, taken


def _in_bulk(event: Tournament) -> None:
    """Store as many people and teams unchecked, and take them back."""
    now, division = timezone.now(), event.divisions.get()
    with transaction.atomic():
        Team.objects.bulk_create(Team(tournament=event, division=division, number=5000 + at) for at in range(1000))
        Person.objects.bulk_create(
            Person(tournament=event, name=data.name(at), name_key=data.name(at), public_consent_at=now)
            for at in range(2000)
        )
        transaction.set_rollback(True)
