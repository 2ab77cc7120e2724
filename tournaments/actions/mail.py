"""Mail: written into the outbox with its cause, delivered by a worker outside any transaction."""

import re
import secrets
from datetime import datetime, timedelta
from smtplib import SMTPException
from time import monotonic

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import F, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from tournaments.actions.notices import queue_mail
from tournaments.models import Contact, Entry, Notice, NoticeKind
from tournaments.selectors import entries, links
from tournaments.selectors.events import event_name
from tournaments.states import NoticeState

LEASE = timedelta(minutes=2)
BATCH = 20
MOST_ATTEMPTS = 6
FIRST_WAIT = timedelta(seconds=30)
LINK_SECRET = re.compile(r"#[A-Za-z0-9_-]{16,}")
ELLIPSIS = "#…"


def tell(entry: Entry, cause: str, *, now: datetime, token: str = "", reason: str = "") -> Notice | None:
    """Write what became of an entry to the one who applied, in the language it was applied in.

    Returns None where there is no address to write to and nothing to copy to a telephone either.
    """
    contact = Contact.objects.filter(person_id=entry.applicant_id).first()
    if contact is None or entry.team is None:
        return None
    event = entry.tournament
    with translation.override(contact.language):
        context = {
            "entry": entry,
            "event_name": event_name(event),
            "number": entry.team.number,
            "players": [member.person.name for member in entries.players(entry.team)],
            "place": entries.place_in_queue(entry),
            "identity": event.regulations.identity,
            "reason": reason,
            "link": links.address(token) if token else "",
            "event_url": f"{settings.PUBLIC_URL}{reverse('event', args=[event.slug])}",
        }
        text = render_to_string(f"emails/entry_{cause}.txt", context)
    subject, _, body = text.strip().partition("\n")
    return queue_mail(
        event,
        dedupe_key=f"entry-{entry.pk}-{cause}-{now.timestamp():.6f}",
        recipient=contact.email,
        subject=subject.strip(),
        body=body.strip() + "\n",
        now=now,
        entry=entry,
    )


def deliver_due(now: datetime) -> int:
    """Send what is due and return how many were sent.

    Each mail is claimed for two minutes by compare-and-set, so two workers do not send it twice. Without a mail
    server or an address it is set unsent at once and stays readable; a failure is tried again, later each time.
    """
    began = monotonic()
    due = list(Notice.objects.filter(_due(now)).order_by("due_at", "pk").values_list("pk", flat=True)[:BATCH])
    # A slow server makes the batch long: the lease of each mail counts from its own claim.
    return sum(_deliver(notice_id, now + timedelta(seconds=monotonic() - began)) for notice_id in due)


def _due(now: datetime) -> Q:
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    return free & Q(kind=NoticeKind.MAIL, state=NoticeState.WAITING, due_at__lte=now)


def _deliver(notice_id: int, now: datetime) -> bool:
    token = secrets.token_hex(16)
    claim = Notice.objects.filter(_due(now), pk=notice_id)
    if not claim.update(claim_token=token, claimed_until=now + LEASE, attempts=F("attempts") + 1):
        return False
    mine = Notice.objects.filter(pk=notice_id, claim_token=token, state=NoticeState.WAITING)
    notice = mine.first()
    if notice is None:
        return False
    if not settings.MAIL_CONFIGURED or not notice.recipient:
        error = "no_recipient" if not notice.recipient else "no_mail_server"
        mine.update(state=NoticeState.UNSENT, claimed_until=None, done_at=now, error=error)
        return False
    try:
        EmailMessage(notice.subject, notice.body, to=[notice.recipient]).send()
    except (SMTPException, OSError) as error:
        _put_off(notice, token, now, error)
        return False
    # What was sent needs no secret any more: the copy that stays here loses it.
    mine.update(
        state=NoticeState.DONE, claimed_until=None, done_at=now, error="", body=LINK_SECRET.sub(ELLIPSIS, notice.body)
    )
    return True


def _put_off(notice: Notice, token: str, now: datetime, error: Exception) -> None:
    """Let the mail be tried again later, or give it up after the last attempt."""
    given_up = notice.attempts >= MOST_ATTEMPTS
    Notice.objects.filter(pk=notice.pk, claim_token=token).update(
        state=NoticeState.FAILED if given_up else NoticeState.WAITING,
        claimed_until=None,
        due_at=now + FIRST_WAIT * 4 ** (notice.attempts - 1),
        error=error.__class__.__name__[:200],
    )
