"""Signing in and out, and passwords: Django's views with our pages."""

from typing import Any

from django.conf import settings
from django.contrib.auth import views
from django.urls import path

from tournaments.forms.accounts import SignInForm

SIGN_IN: dict[str, Any] = {
    "template_name": "accounts/login.html",
    "authentication_form": SignInForm,
    "redirect_authenticated_user": True,
}
MAIL: dict[str, Any] = {
    "template_name": "accounts/password_reset.html",
    "email_template_name": "accounts/password_reset_email.txt",
    "subject_template_name": "accounts/password_reset_subject.txt",
    # The address of the site comes from the settings, never from the request's host.
    "extra_email_context": {"public_url": settings.PUBLIC_URL},
}


def page(name: str) -> dict[str, str]:
    return {"template_name": f"accounts/{name}.html"}


urlpatterns = [
    path("login/", views.LoginView.as_view(**SIGN_IN), name="login"),
    path("logout/", views.LogoutView.as_view(**page("logged_out")), name="logout"),
    path("password/", views.PasswordChangeView.as_view(**page("password_change")), name="password_change"),
    path(
        "password/done/",
        views.PasswordChangeDoneView.as_view(**page("password_change_done")),
        name="password_change_done",
    ),
    path("reset/", views.PasswordResetView.as_view(**MAIL), name="password_reset"),
    path("reset/done/", views.PasswordResetDoneView.as_view(**page("password_reset_done")), name="password_reset_done"),
    path(
        "reset/<uidb64>/<token>/",
        views.PasswordResetConfirmView.as_view(**page("password_reset_confirm")),
        name="password_reset_confirm",
    ),
    path(
        "reset/complete/",
        views.PasswordResetCompleteView.as_view(**page("password_reset_complete")),
        name="password_reset_complete",
    ),
]
