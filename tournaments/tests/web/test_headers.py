"""The headers of every answer: a snapshot, and who may keep a page."""

from tournaments.selectors import links
from tournaments.tests import cast
from tournaments.tests.web import world as site
from tournaments.tests.web.world import SLUG

EVERYWHERE = {
    "Content-Security-Policy": (
        "base-uri 'none'; connect-src 'self'; default-src 'none'; font-src 'self'; form-action 'self'; "
        "frame-ancestors 'none'; img-src 'self' data:; manifest-src 'self'; script-src 'self'; style-src 'self'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
ADDRESSES = site.addresses()
FOR_EVERYBODY = {
    *("event", "entries", "draw", "draw-record", "draw-round", "draw-round-record"),
    *("tables", "tables-live", "tables-round", "tables-round-live"),
    *("table", "clock", "standings", "standings-live", "standings-final", "standings-stage"),
    *("bracket", "bracket-live", "team-page", "event-rules", "papers"),
}  # fmt: skip
PRIVATE = ("manage/", "desk/", "r/", "team/", "screen/", "in/")


def sorted_policy(value):
    return "; ".join(sorted(part.strip() for part in value.split(";") if part.strip()))


def test_every_answer_has_the_headers_that_protect_it(world):
    lacking = {}

    for role in ("anon", "org", "ref"):
        for address in ADDRESSES:
            response = world.ask(role, "get", site.route_to(address, world))
            sent = {name: response.headers.get(name, "") for name in EVERYWHERE}
            sent["Content-Security-Policy"] = sorted_policy(sent["Content-Security-Policy"])
            if sent != EVERYWHERE:
                lacking[role, address.name] = {name: value for name, value in sent.items() if value != EVERYWHERE[name]}

    assert lacking == {}


def test_private_pages_are_kept_by_nobody(world):
    kept = {}

    for role in ("anon", "team", "ref", "screen", "desk", "org"):
        for address in ADDRESSES:
            if address.route.startswith(PRIVATE):
                response = world.ask(role, "get", site.route_to(address, world))
                if response.status_code == 200 and "no-store" not in response.headers.get("Cache-Control", ""):
                    kept[role, address.name] = response.headers.get("Cache-Control", "")

    assert kept == {}


def test_public_pages_differ_by_language_and_visitor_and_are_asked_for_again(world):
    sent = {}

    for address in ADDRESSES:
        if address.name in FOR_EVERYBODY:
            response = world.ask("anon", "get", site.route_to(address, world))
            sent[address.name] = (
                response.headers.get("Cache-Control"),
                {part.strip().lower() for part in response.headers.get("Vary", "").split(",")},
                "Set-Cookie" in response.headers,
            )

    asked_again = ("no-cache", {"accept-encoding", "accept-language", "cookie"}, False)
    assert sent == dict.fromkeys(FOR_EVERYBODY, asked_again)


def test_a_public_page_made_for_somebody_is_kept_by_nobody(world):
    sent = {
        role: world.ask(role, "get", f"/{SLUG}/standings/").headers["Cache-Control"] for role in ("team", "ref", "org")
    }

    assert sent == dict.fromkeys(("team", "ref", "org"), "private, no-store")


def test_a_page_in_english_is_never_given_to_a_chinese_reader(world):
    english, chinese = (
        world.browsers["anon"].get(f"/{SLUG}/standings/", headers={"accept-language": language}).content.decode()
        for language in ("en", "zh-hans")
    )

    assert ('<html lang="en"' in english, '<html lang="en"' in chinese) == (True, False)


def test_l17_a_link_tells_no_other_site_and_no_log_what_opens_it(world):
    """The secret stands after `#`, which no browser sends; pages fetch from this site alone and refer to no other."""
    _link, token = cast.link(world.event, cast.LinkScope.SCREEN, label="Hall")
    opened = links.address(token)

    answer = world.ask("anon", "get", "/in/")

    sent, _hash, secret = opened.partition("#")
    assert (token in sent, secret) == (False, token)
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "http" not in answer.headers["Content-Security-Policy"]
