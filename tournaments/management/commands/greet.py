"""Say at the terminal where the portal is and how to get in."""

import os
from io import StringIO
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.actions import installation
from tournaments.selectors import links

OPEN_SAMPLE = "sample-open"


class Command(BaseCommand):
    help = "Print the address, the organizer's sign-in (created on the first start, shown once) and a referee's link."
    requires_system_checks = ()  # told at the set-up

    def handle(self, *args: Any, **options: Any) -> None:
        spoken = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
        with translation.override("zh-hans" if spoken.startswith("zh") else "en"):
            self.stdout.write()
            self.say(_("Portal"), f"{settings.PUBLIC_URL}/")
            if not settings.NETWORK.phones_can_reach:
                self.say("", _("Phones cannot reach this address: HOST=0.0.0.0 make run opens it to the hall."))
            self.say_sign_in()
            self.say_referee_link()
            self.say("", _("Ctrl-C ends everything; the data is kept."))

    def say(self, what: str, text: str) -> None:
        self.stdout.write(f"  {what}: {text}" if what else f"  {text}")

    def say_sign_in(self) -> None:
        self.say(_("Organizer"), f"{settings.PUBLIC_URL}{reverse('login')}")
        password = installation.create_organizer()
        if password is None:
            command = f".venv/bin/python manage.py changepassword {installation.ORGANIZER}"
            self.say(
                "", _("The password was shown at the first start. To set another: %(command)s") % {"command": command}
            )
            return
        self.say(_("E-mail"), installation.ORGANIZER)
        self.say(_("Password, shown this once"), password)

    def say_referee_link(self) -> None:
        link = installation.issue_referee_link(OPEN_SAMPLE)
        if link is None:
            return
        address = links.address(link.token)
        picture = StringIO()
        segno.make(address, error="l", micro=False).terminal(picture, compact=True, border=2)
        self.say(_("Referee %(name)s, %(event)s") % {"name": link.referee, "event": link.event}, address)
        cockpit = f"{settings.PUBLIC_URL}{reverse('cockpit', args=[OPEN_SAMPLE])}"
        words = _("It shows tables once the list is frozen and the draw released: %(address)s leads to both.")
        self.say("", words % {"address": cockpit})
        self.stdout.write(picture.getvalue())
