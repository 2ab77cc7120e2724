"""Signing in: Django's form in our words, as its own take the name of the account's field for a word."""

from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.forms import TextInput
from django.utils.translation import gettext_lazy as _


class SignInForm(AuthenticationForm):
    username = UsernameField(
        label=_("E-mail"),
        widget=TextInput(attrs={"autofocus": True, "inputmode": "email", "autocapitalize": "none"}),
    )

    error_messages = {
        "invalid_login": _("E-mail and password do not fit together."),
        "inactive": _("E-mail and password do not fit together."),
    }
