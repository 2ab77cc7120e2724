from portal.celery import app


def test_every_task_that_beat_sends_is_one_that_the_worker_knows():
    app.loader.import_default_modules()

    sent = {entry["task"] for entry in app.conf.beat_schedule.values()}

    assert sent - set(app.tasks) == set()


def test_what_waits_longer_than_it_is_worth_expires():
    assert {name: entry["options"]["expires"] for name, entry in app.conf.beat_schedule.items()} == {
        "clock": 5, "outbox": 10, "papers": 10, "rehearsals": 10,
    }  # fmt: skip


def test_only_json_is_taken_and_a_task_is_done_when_it_has_ended():
    assert app.conf.accept_content == ["json"]
    assert (app.conf.task_acks_late, app.conf.task_reject_on_worker_lost) == (True, True)
    assert app.conf.worker_prefetch_multiplier == 1
