import pytest

from tournaments.tests.web.world import World, build


@pytest.fixture
def world(db: None) -> World:
    return build()
