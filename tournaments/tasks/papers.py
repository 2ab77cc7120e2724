"""Make papers, and find the ones whose worker was lost."""

from celery import shared_task
from django.utils import timezone

from tournaments.actions import papers
from tournaments.documents.papers import compose


@shared_task(name="tournaments.tasks.papers.render", ignore_result=True)
def render(paper_id: int) -> None:
    papers.render(paper_id, compose)


@shared_task(name="tournaments.tasks.papers.sweep", ignore_result=True)
def sweep() -> None:
    papers.sweep(timezone.now())
