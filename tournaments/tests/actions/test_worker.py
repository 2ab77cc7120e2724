import logging
import socket
import time

import pytest
from celery import current_app
from kombu import pools

from tournaments.actions import worker


@pytest.fixture(autouse=True)
def no_open_connection():
    """Let no connection stand that earlier tests opened to a living broker, and leave none to a dead one."""
    forget_connections()
    yield
    forget_connections()


def forget_connections():
    pools.reset()
    current_app._pool = current_app.amqp._producer_pool = None


@pytest.fixture
def broker_down(monkeypatch):
    for name in ("broker_url", "broker_write_url"):
        monkeypatch.setattr(current_app.conf, name, "redis://127.0.0.1:1")
    worker.forget_silence()
    yield
    worker.forget_silence()


def test_a_broker_that_is_down_refuses_nobody_and_is_not_tried_again_at_once(broker_down, caplog):
    with caplog.at_level(logging.WARNING, logger="tournaments.actions.worker"):
        worker.ask("tournaments.tasks.papers.render", 7)
        begun = time.monotonic()
        for paper in range(8, 20):
            worker.ask("tournaments.tasks.papers.render", paper)

    assert [record.message.split(",")[0] for record in caplog.records] == ["The broker cannot be reached"]
    assert time.monotonic() - begun < 1


@pytest.fixture
def broker_that_hangs(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"redis://127.0.0.1:{listener.getsockname()[1]}"
        for name in ("broker_url", "broker_write_url"):
            monkeypatch.setattr(current_app.conf, name, address)
        worker.forget_silence()
        yield
        worker.forget_silence()


def test_a_broker_that_hangs_is_waited_for_a_few_seconds_and_once(broker_that_hangs):
    begun = time.monotonic()
    for paper in range(3):
        worker.ask("tournaments.tasks.papers.render", paper)

    assert time.monotonic() - begun < 10
