"""Play rehearsals, and find those whose worker was lost."""

from celery import shared_task
from django.utils import timezone

from tournaments.actions import rehearsal_runs
from tournaments.rehearsal.walking import walk


@shared_task(name="tournaments.tasks.rehearsals.play", ignore_result=True)
def play(run_id: int) -> None:
    walk(run_id)


@shared_task(name="tournaments.tasks.rehearsals.sweep", ignore_result=True)
def sweep() -> None:
    rehearsal_runs.sweep(timezone.now())
