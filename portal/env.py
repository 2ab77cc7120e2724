"""Strict readers of the process environment: a wrong value stops the start with a sentence."""

import os
import secrets
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE, FALSE = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off"})


def text(name: str, default: str = "") -> str:
    """Read NAME, or the contents of the file that NAME_FILE points to."""
    path = os.environ.get(f"{name}_FILE")
    if path is None:
        return os.environ.get(name, default)
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{name}_FILE names {path}, which cannot be read: {error.strerror}") from error


def flag(name: str, *, default: bool) -> bool:
    raw = text(name).strip().lower()
    if not raw:
        return default
    if raw not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} must be one of {sorted(TRUE | FALSE)}, not {raw!r}")
    return raw in TRUE


def integer(name: str, default: int) -> int:
    raw = text(name).strip()
    try:
        return int(raw) if raw else default
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {raw!r}") from error


def words(name: str) -> list[str]:
    """Read a list separated by commas."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def secret_key(directory: Path) -> str:
    """Read SECRET_KEY, else the key kept in `directory` (made on the first start, readable by its owner alone)."""
    if given := text("SECRET_KEY"):
        return given
    path = directory / "secret_key"
    directory.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    key = secrets.token_urlsafe(50)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key)
    return key


def database(name: str, directory: Path) -> dict[str, object]:
    """Read a database address: `postgresql://user:password@host:port/name` or `sqlite:///path`.

    Without one it is SQLite in `directory`.
    """
    url = urlsplit(text(name) or f"sqlite:///{directory / 'portal.sqlite3'}")
    if url.scheme == "sqlite":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": unquote(url.path.removeprefix("/")) if url.path.startswith("//") else unquote(url.path),
            # A file, as in earnest: other threads and processes of a test open it too.
            "TEST": {"NAME": str(directory / "test.sqlite3")},
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": (
                    "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA foreign_keys=ON;"
                    "PRAGMA mmap_size=134217728;PRAGMA journal_size_limit=67108864;PRAGMA cache_size=-20000;"
                ),
            },
        }
    if url.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(f"{name} must begin with postgresql:// or sqlite:///, not {url.scheme}://")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(url.path.lstrip("/")),
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": url.hostname or "",
        "PORT": str(url.port or ""),
        "CONN_MAX_AGE": 0,
        # After a restart of the database the pool gives out living connections only.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"pool": {"min_size": 2, "max_size": integer("DATABASE_POOL", 8), "timeout": 10}},
    }
