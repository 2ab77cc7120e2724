from threading import Event, Thread

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from portal.writers import WritersQueue


@pytest.fixture
def one_writer(settings):
    settings.WRITERS_AT_ONCE = 1


def test_writers_follow_each_other_in_their_order_while_readers_pass(one_writer):
    began, go, seen = Event(), Event(), []

    def answer(request):
        if request.path == "/first/":
            began.set()
            assert go.wait(10)
        seen.append(request.path)
        return HttpResponse()

    queue, ask = WritersQueue(answer), RequestFactory()
    first = Thread(target=queue, args=[ask.post("/first/")])
    second = Thread(target=queue, args=[ask.post("/second/")])
    first.start()
    assert began.wait(10)
    second.start()
    queue(ask.get("/read/"))
    go.set()
    first.join(10)
    second.join(10)

    assert seen == ["/read/", "/first/", "/second/"]


def test_a_writer_that_fails_gives_its_place_back(one_writer):
    def fail(request):
        raise ZeroDivisionError

    queue, post = WritersQueue(fail), RequestFactory().post("/")

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            queue(post)
