"""People with an account who work in an event: organizers, chief referees, the desk, auditors."""

from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import policy
from tournaments.actions import accounts, events, notices
from tournaments.actions.log import lock_event, record
from tournaments.errors import Invalid, NotFound, Refusal
from tournaments.models import Membership, Role, Tournament, User
from tournaments.policy import Actor, Permission
from tournaments.selectors.events import event_name

BY_ORGANIZERS_ONLY = frozenset({Role.ORGANIZER, Role.CHIEF, Role.AUDITOR})


class Added(NamedTuple):
    """A role given. `password_url` sets a new account's password; None where the account existed or a mail goes."""

    membership: Membership
    password_url: str | None


@transaction.atomic
def add(actor: Actor, tournament: Tournament, *, email: str, role: str, name: str = "") -> Added:
    """Give somebody a role by e-mail; an account is made where there is none. Repeating it is harmless."""
    event = lock_event(tournament.pk)
    policy.require(actor, Permission.MANAGE_PEOPLE, event.pk)
    if role not in set(Role) - {Role.REFEREE}:
        raise Invalid("role_by_link", field="role")
    role = Role(role)
    _may_give(actor, event, role)
    now = timezone.now()
    user = User.objects.filter(email__iexact=email).first()
    is_new = user is None
    if user is None:
        user = accounts.create_account(email, name=name)
    before = Membership.objects.filter(tournament=event, user=user, role=role, removed_at__isnull=True).first()
    if before is not None:
        return Added(before, None)
    membership = events.add_member(event, user, role)
    record(actor, event, "member.added", membership, now=now, data={"role": membership.role, "new_account": is_new})
    url = settings.PUBLIC_URL + (
        reverse("password_reset_confirm", kwargs=accounts.set_password_parts(user)) if is_new else reverse("login")
    )
    if settings.MAIL_CONFIGURED:
        _write_mail(event, membership, url, now=now, is_new=is_new)
    return Added(membership, url if is_new and not settings.MAIL_CONFIGURED else None)


def _may_give(actor: Actor, event: Tournament, role: Role) -> None:
    if role in BY_ORGANIZERS_ONLY:
        policy.require(actor, Permission.EDIT_EVENT, event.pk)


def _write_mail(event: Tournament, membership: Membership, url: str, *, now: datetime, is_new: bool) -> None:
    name = event_name(event)
    body = (
        _(
            "You work with us in “%(event)s”. Set your password here within two hours, "
            "later by “Password forgotten?” on the sign-in page:\n%(url)s"
        )
        if is_new
        else _("You work with us in “%(event)s”. Sign in here:\n%(url)s")
    )
    notices.queue_mail(
        event,
        dedupe_key=f"member:{membership.pk}",
        recipient=membership.email,
        subject=_("Your access to “%(event)s”") % {"event": name},
        body=body % {"event": name, "url": url},
        now=now,
    )


@transaction.atomic
def remove(actor: Actor, tournament: Tournament, membership_id: int) -> None:
    """End a role; the account stays. The last organizer cannot be removed. Repeating it is harmless."""
    event = lock_event(tournament.pk)
    policy.require(actor, Permission.MANAGE_PEOPLE, event.pk)
    membership = Membership.objects.filter(tournament=event, pk=membership_id).exclude(role=Role.REFEREE).first()
    if membership is None:
        raise NotFound
    if membership.removed_at is not None:
        return
    _may_give(actor, event, Role(membership.role))
    organizers = Membership.objects.filter(tournament=event, role=Role.ORGANIZER, removed_at__isnull=True)
    if membership.role == Role.ORGANIZER and not organizers.exclude(pk=membership.pk).exists():
        raise Refusal("last_organizer")
    now = timezone.now()
    membership.removed_at = now
    membership.save(update_fields=["removed_at"])
    record(actor, event, "member.removed", membership, now=now, data={"role": membership.role})
