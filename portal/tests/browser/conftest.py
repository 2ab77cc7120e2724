import re

import pytest

from portal.tests.installation import Installation, eventually


@pytest.fixture
def start(tmp_path):
    """Start an installation with its samples, as `make run` does; gives the installation once all parts answer."""
    made = []

    def started(**variables) -> Installation:
        portal = Installation(tmp_path, **variables)
        made.append(portal)
        for name, value in variables.items():
            portal.environment[name] = value.replace("{port}", str(portal.port))
        portal.prepare()
        portal.start()
        assert eventually(lambda: "Ctrl-C" in portal.said(), 90), portal.said()
        assert eventually(lambda: portal.health() == "ok", 60), portal.said()
        return portal

    yield started
    for portal in made:
        portal.clear_away()


@pytest.fixture
def greeted():
    """Read what the terminal says to the organizer: the address, the password of the first start, a referee's link."""

    def read(portal: Installation) -> dict[str, str]:
        said = portal.said()
        return {
            "portal": re.search(r"Portal: (\S+)/", said)[1],
            "password": re.search(r"Password, shown this once: (\S+)", said)[1],
            "link": re.search(r"http\S+/in/#\S+", said)[0],
        }

    return read
