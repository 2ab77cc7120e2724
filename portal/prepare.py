"""Bring the data in `var/` up to date: database, static files, sample events. Repeating it is harmless."""

import hashlib
import os
import sys
from pathlib import Path

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import Error as DatabaseError

from portal import env

ROOT = Path(__file__).resolve().parent.parent


def say(text: str) -> None:
    print(f"[setup] {text}", flush=True)  # noqa: T201 read at the terminal


def static_fingerprint() -> str:
    """Digest of our own static files and of the lock file, which names everybody else's."""
    digest = hashlib.sha256((ROOT / "requirements.lock").read_bytes())
    for path in sorted((ROOT / "tournaments" / "static").rglob("*")):
        if path.is_file():
            digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def collect_static_files() -> None:
    stamp = Path(settings.VAR_DIR) / "static.sha256"
    current = static_fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == current:
        return
    say("Collecting static files.")
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(current, encoding="ascii")


def main() -> int:
    os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    try:
        django.setup()
        say("Preparing the database.")
        call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
        collect_static_files()
        if env.flag("SAMPLES", default=True):
            say("Loading the sample events, unless there are events of your own.")
            call_command("load_samples")
    except (ImproperlyConfigured, CommandError, DatabaseError) as error:
        say(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
