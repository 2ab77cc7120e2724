"""The clock's tick."""

from celery import shared_task

from tournaments.actions import reminders


@shared_task(name="tournaments.tasks.clock.tick", ignore_result=True)
def tick() -> None:
    reminders.announce_due()
