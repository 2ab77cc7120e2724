"""Public pages as ready bytes: made once for each state of an event, answered to every visitor alike.

A visitor is one without account, link or message in the session. The key holds the event's `live_version`, so
any process may answer and none can be behind; everybody else's page is made for them and kept by nobody.
"""

import gzip
import hashlib
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache as once
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language
from redis.exceptions import RedisError

from tournaments.selectors.access import SESSION_LINKS
from tournaments.selectors.versions import Version, version_of

LONGEST_KEPT = 30  # seconds: registration opens and closes by the clock, without a change of the event
PRIVATE = "private, no-store"
# A store that does not answer is waited for by one visitor; those after it get their pages made meanwhile.
REST_SECONDS = 15.0
OF_THE_PAGE = ("portal", "scoring", "templates", "tournaments")
P = ParamSpec("P")
logger = logging.getLogger(__name__)
_resting = {"until": 0.0}


@dataclass(frozen=True, slots=True)
class Kept:
    """A page as it goes out: gzip bytes, its type, and the digest that is its entity tag."""

    packed: bytes
    content_type: str
    digest: str


def public_page(
    view: Callable[Concatenate[HttpRequest, str, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """Answer visitors from stored bytes; the view itself decides for all others. Only 200 is stored."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        version = version_of(slug) if _is_visitor(request) and not request.META["QUERY_STRING"] else None
        if version is None:
            return _for_one(request, view(request, slug, *args, **kwargs))
        key = _key(request, version)
        kept = _stored(key)
        if kept is None:
            response = view(request, slug, *args, **kwargs)
            if response.status_code != HttpResponse.status_code:
                return _for_one(request, response)
            kept = _pack(response)
            _store(key, kept)
        return _for_all(request, kept)

    return answer  # type: ignore[return-value]  # Concatenate knows no argument that comes by name, as `slug` does


def _stored(key: str) -> Kept | None:
    """Return what is stored; nothing where the store does not answer, for a page never depends on it."""
    if time.monotonic() < _resting["until"]:
        return None
    try:
        kept: Kept | None = cache.get(key)
    except RedisError as error:
        _rest(error)
        return None
    return kept


def _store(key: str, kept: Kept) -> None:
    if time.monotonic() < _resting["until"]:
        return
    try:
        cache.set(key, kept, LONGEST_KEPT)
    except RedisError as error:
        _rest(error)


def _rest(error: RedisError) -> None:
    _resting["until"] = time.monotonic() + REST_SECONDS
    logger.warning("The page store does not answer, pages are made for each visitor: %s", error)


def forget_rest() -> None:
    """Let the next page be looked for at once again."""
    _resting["until"] = 0.0


def _is_visitor(request: HttpRequest) -> bool:
    """Say whether nothing about this browser could change a page; the session is read only where there is one."""
    if "messages" in request.COOKIES:
        return False
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return True
    session = request.session
    return not any(session.get(name) for name in (SESSION_KEY, SESSION_LINKS, "_messages"))


def _key(request: HttpRequest, version: Version) -> str:
    page = hashlib.sha256(request.path.encode()).hexdigest()[:32]
    return f"page:{code_digest()}:{version.event}:{version.live_version}:{get_language()}:{page}"


@once
def code_digest() -> str:
    """Return what tells one release of the portal from another: a page stored by an older one is not answered."""
    found = hashlib.sha256()
    for folder in OF_THE_PAGE:
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*")):
            if path.suffix in {".py", ".html", ".css", ".js", ".mo", ".toml"}:
                state = path.stat()
                found.update(f"{path}:{state.st_mtime_ns}:{state.st_size}\n".encode())
    return found.hexdigest()[:12]


def _pack(response: HttpResponse) -> Kept:
    packed = gzip.compress(response.content, compresslevel=5, mtime=0)
    return Kept(packed, response.headers["Content-Type"], hashlib.sha256(packed).hexdigest()[:24])


def _for_all(request: HttpRequest, kept: Kept) -> HttpResponse:
    zipped = "gzip" in request.headers.get("Accept-Encoding", "")
    tag = f'"{kept.digest}-gz"' if zipped else f'"{kept.digest}"'
    if _known(request, tag):
        response: HttpResponse = HttpResponseNotModified()
    else:
        content = kept.packed if zipped else gzip.decompress(kept.packed)
        response = HttpResponse(content, content_type=kept.content_type)
        if zipped:
            response.headers["Content-Encoding"] = "gzip"
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ("Accept-Encoding", "Accept-Language", "Cookie"))
    return response


def _for_one(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let nobody keep the page; it still has a tag, so that a page that polls is told when nothing changed."""
    if response.status_code == HttpResponse.status_code and not response.streaming:
        tag = f'"{hashlib.sha256(response.content).hexdigest()[:24]}"'
        if _known(request, tag):
            response = HttpResponseNotModified()
        response.headers["ETag"] = tag
    response.headers["Cache-Control"] = PRIVATE
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response


def _known(request: HttpRequest, tag: str) -> bool:
    asked = request.headers.get("If-None-Match", "")
    return bool(asked) and tag in (each.removeprefix("W/") for each in parse_etags(asked))
