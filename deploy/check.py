"""Check everything but behaviour: format, lint, types, import contracts, migrations, templates, translations.

Every check runs, also after a failure; the exit code is 1 when any failed.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "tournaments/locale/zh_Hans/LC_MESSAGES/django.po"
BIN = Path(sys.executable).parent
# makemessages as in the Makefile: what it would add or remove is a difference.
MESSAGES = ["-l", "zh_Hans", "--no-location", "--no-obsolete", "--no-wrap"]
MESSAGES += [f"--ignore={pattern}" for pattern in (".venv*", "var", "staticfiles", "benchmarks", "*/tests/*")]

PRODUCTION = {
    "PUBLIC_URL": "https://cards.example.org",
    "SECRET_KEY": "a key of enough different characters for the check alone 0123456789",
    "DEBUG": "false",
}


def command(*arguments: str, cwd: Path = ROOT, environment: Mapping[str, str] | None = None) -> list[str]:
    """Run a command; return what it printed when it failed, nothing when it succeeded."""
    done = subprocess.run(
        arguments,
        cwd=cwd,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    return [] if done.returncode == 0 else [done.stdout + done.stderr]


def tool(name: str, *arguments: str) -> list[str]:
    return command(str(BIN / name), *arguments)


def manage(*arguments: str, environment: Mapping[str, str] | None = None) -> list[str]:
    return command(sys.executable, "manage.py", *arguments, environment=environment)


def templates() -> list[str]:
    """Compile every template."""
    import django
    from django.template import TemplateSyntaxError, engines  # both after the settings are named

    os.environ["DJANGO_SETTINGS_MODULE"] = "portal.settings"
    django.setup()
    faults = []
    for path in sorted((ROOT / "templates").rglob("*.*")):
        name = str(path.relative_to(ROOT / "templates"))
        try:
            engines["django"].get_template(name)
        except TemplateSyntaxError as error:
            faults.append(f"{name}: {error}")
    return faults


def said_in(catalogue: Iterable[Any]) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return what a catalogue translates; a plural is several words and several translations."""

    def parts(text: str | Iterable[str]) -> tuple[str, ...]:
        return (text,) if isinstance(text, str) else tuple(text)

    used = (message for message in catalogue if message.id and any(parts(message.string)) and not message.fuzzy)
    return {(message.context or "", *parts(message.id)): parts(message.string) for message in used}


def catalogue_faults() -> Iterator[str]:
    from babel.messages.mofile import read_mo
    from babel.messages.pofile import read_po  # a tool for development alone

    catalogue = read_po(BytesIO(CATALOGUE.read_bytes()), locale="zh_Hans")
    for message in catalogue:
        if message.id and (message.fuzzy or not message.string or not all(message.string)):
            yield f"not translated: {message.id!r}"
    # Compared by what they say: the header's date tells nothing.
    compiled = read_mo(BytesIO(CATALOGUE.with_suffix(".mo").read_bytes()))
    if said_in(compiled) != said_in(catalogue):
        yield "django.mo is not what django.po compiles to"


def extraction_faults() -> list[str]:
    """Extract again, in a copy; needs gettext."""
    from babel.messages.pofile import read_po  # a tool for development alone

    def ids(path: Path) -> set[object]:
        return {(message.context, message.id) for message in read_po(BytesIO(path.read_bytes())) if message.id}

    with tempfile.TemporaryDirectory() as directory:
        copy = Path(directory)
        for part in ("portal", "tournaments", "scoring", "templates"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "manage.py", copy)
        extract = (sys.executable, "manage.py", "makemessages", *MESSAGES)
        if output := command(*extract, cwd=copy, environment={"PYTHONPATH": directory}):
            return output
        difference = ids(copy / CATALOGUE.relative_to(ROOT)) ^ ids(CATALOGUE)
    return [f"in django.po or in the source, not in both: {one!r}" for one in sorted(difference, key=str)]


def translations() -> list[str]:
    faults = list(catalogue_faults())
    if shutil.which("xgettext"):
        return faults + extraction_faults()
    if os.environ.get("CI"):
        return [*faults, "gettext is missing"]
    print("        (gettext is missing: whether the source has new words was not checked)", flush=True)
    return faults


def settings_for_production() -> list[str]:
    with tempfile.TemporaryDirectory() as directory:
        return manage("check", "--deploy", "--fail-level", "WARNING", environment={**PRODUCTION, "VAR_DIR": directory})


CHECKS: dict[str, Callable[[], list[str]]] = {
    "format": lambda: tool("ruff", "format", "--check", "--quiet", "."),
    "lint": lambda: tool("ruff", "check", "--quiet", "."),
    "templates: lint": lambda: tool("djlint", "templates", "--lint", "--quiet"),
    "templates: syntax": templates,
    "types": lambda: tool("mypy", "manage.py", "portal", "tournaments", "scoring", "deploy"),
    "import contracts": lambda: tool("lint-imports"),
    "migrations": lambda: manage("makemigrations", "--check", "--dry-run"),
    "translations": translations,
    "settings for production": settings_for_production,
}


def main() -> int:
    failed = 0
    for name, check in CHECKS.items():
        started = time.monotonic()
        faults = check()
        failed += bool(faults)
        print(f"{'FAILED' if faults else 'ok':6}  {name} ({time.monotonic() - started:.1f} s)", flush=True)
        for fault in faults:
            print(fault, flush=True)
    print(f"{len(CHECKS)} checks, {failed} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
