"""Calls made at the same moment, each over a connection of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from operator import attrgetter
from threading import Barrier
from typing import Any

from django.db import connection

from tournaments.errors import Refusal


def at_once(*calls: Callable[[], Any], told: Callable[[Refusal], object] = attrgetter("code")) -> list[Any]:
    """Make all calls at the same time; return their answers in order. What is `told` of a refusal is an answer."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        barrier.wait(timeout=30)
        try:
            return call()
        except Refusal as refused:
            return told(refused)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
