import pytest

from tournaments.models import Tournament
from tournaments.tests import cast


@pytest.fixture
def event(db: None) -> Tournament:
    """A published event without entries."""
    return cast.event()
