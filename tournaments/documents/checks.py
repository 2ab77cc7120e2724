"""A system check that says before the first paper is asked for what this machine lacks for PDFs."""

import ctypes
from collections.abc import Callable, Iterable
from typing import Any

from django.core.checks import CheckMessage, Warning, register  # noqa: A004 Django's name for it

INSTALL = "apt-get install --no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0"

# The names under which Debian, macOS and Windows have the libraries that WeasyPrint cannot do without.
NEEDED: tuple[tuple[str, ...], ...] = (
    ("libgobject-2.0.so.0", "libgobject-2.0.dylib", "libgobject-2.0-0.dll"),
    ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
    ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"),
    ("libharfbuzz.so.0", "libharfbuzz.dylib", "libharfbuzz-0.dll"),
    ("libfontconfig.so.1", "libfontconfig.dylib", "libfontconfig-1.dll"),
)


@register()
def pdf_libraries(**_kwargs: Any) -> list[CheckMessage]:
    missing = missing_libraries()
    if not missing:
        return []
    return [Warning(f"PDFs cannot be made: {', '.join(missing)} not found.", hint=INSTALL, id="tournaments.W001")]


def missing_libraries(load: Callable[[str], object] = ctypes.CDLL) -> list[str]:
    """Return the libraries that cannot be loaded under any of their names."""
    return [names[0] for names in NEEDED if not _any(load, names)]


def _any(load: Callable[[str], object], names: Iterable[str]) -> bool:
    for name in names:
        try:
            load(name)
        except OSError:
            continue
        return True
    return False
