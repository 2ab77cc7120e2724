"""Deliver what stands in the outbox."""

from celery import shared_task
from django.utils import timezone

from tournaments.actions import mail


@shared_task(name="tournaments.tasks.outbox.deliver", ignore_result=True)
def deliver() -> None:
    mail.deliver_due(timezone.now())
