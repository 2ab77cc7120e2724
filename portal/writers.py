"""Let those who would change something stand in a queue of the process, in their order, and not at the database."""

from collections.abc import Callable
from threading import Semaphore

from django.conf import settings
from django.http import HttpRequest, HttpResponse

SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


class WritersQueue:
    """Let WRITERS_AT_ONCE requests with an unsafe method through at a time; the others wait, first come first served.

    Changes of one event follow each other in any case (see `actions.log.lock_event`). At the database the waiting
    would be unfair and short: SQLite's writers try again by chance until they give up, and on PostgreSQL each of
    them holds a connection of the pool that a reader could use.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.places = Semaphore(settings.WRITERS_AT_ONCE)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in SAFE:
            return self.get_response(request)
        with self.places:
            return self.get_response(request)
