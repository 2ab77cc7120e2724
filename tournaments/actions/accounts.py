"""Accounts: made by the administrator, by a command, or by an organizer who adds a colleague."""

import secrets

from django.contrib.auth.tokens import default_token_generator
from django.db import IntegrityError, transaction
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from tournaments.errors import Invalid
from tournaments.models import User

UNKNOWN_PASSWORD_BYTES = 32


@transaction.atomic
def create_account(email: str, password: str | None = None, *, name: str = "", is_staff: bool = False) -> User:
    """Create an account. Without a password it gets one that nobody knows, so that "password forgotten" works."""
    password = password or secrets.token_urlsafe(UNKNOWN_PASSWORD_BYTES)
    try:
        with transaction.atomic():
            return User.objects.create_user(email, password, name=name, is_staff=is_staff, is_superuser=is_staff)
    except IntegrityError as error:
        raise Invalid("email_taken", field="email") from error


def set_password_parts(user: User) -> dict[str, str]:
    """Return what the address for setting a password is made of; it holds once and for two hours."""
    return {
        "uidb64": urlsafe_base64_encode(force_bytes(user.pk)),
        "token": default_token_generator.make_token(user),
    }
