import logging
import time

import pytest
from celery import current_app

from tournaments.actions import worker


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
