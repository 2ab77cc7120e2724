"""Who gets what at which address: the site's answers against one table, written by hand."""

from tournaments.tests.web import world as site
from tournaments.tests.web.answers import ANSWERS
from tournaments.tests.web.digest import digests
from tournaments.tests.web.world import Address, World

ADDRESSES = site.addresses()
ROLES = tuple(ANSWERS.splitlines()[1].split())
ELSEWHERE = {"match_id", "sheet_id", "ruling_id", "draw_id", "membership_id", "link_id", "unit", "member", "paper_id"}


def expected(method: str) -> dict[str, list[str]]:
    """Return the table's rows of one method; an address without a row there refuses the method to everybody."""
    rows = [line.split() for line in ANSWERS.splitlines()[2:] if line.strip()]
    return {row[0]: row[2:] for row in rows if row[1] == method}


def in_the_table(world: World, address: Address, method: str) -> list[str]:
    """Ask an address in every role and write the answers as the table does."""
    body = site.body_of(address, world) if method == "POST" else None
    answers = []
    for role in ROLES:
        response = world.ask(role, method.lower(), site.route_to(address, world), body)
        to_sign_in = response.status_code == 302 and response["Location"].startswith("/accounts/login/")
        answers.append("login" if to_sign_in else str(response.status_code))
    return answers


def test_every_address_has_a_row():
    names = [address.name for address in ADDRESSES]

    rows = {line.split()[0] for line in ANSWERS.splitlines()[2:] if line.strip()}

    assert len(names) == len(set(names))
    assert set(names) == rows


def test_reading_is_answered_as_the_table_says_and_changes_nothing(world):
    rows, before = expected("GET"), digests()
    wrong = {}

    for address in ADDRESSES:
        body_less = [str(405)] * len(ROLES)
        answers = in_the_table(world, address, "GET")
        if answers != rows.get(address.name, body_less):
            wrong[address.name] = answers

    assert wrong == {}
    assert digests() == before


def test_writing_is_answered_as_the_table_says(world):
    rows = expected("POST")
    wrong = {}

    for address in ADDRESSES:
        answers = in_the_table(world, address, "POST")
        if answers != rows.get(address.name, ["405"] * len(ROLES)):
            wrong[address.name] = answers

    assert wrong == {}
