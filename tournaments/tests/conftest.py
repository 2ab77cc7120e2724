import pytest
from django.core.cache import cache
from django.utils import translation

from tournaments.models import Tournament
from tournaments.selectors import standings
from tournaments.tests import cast


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Start every test without what earlier ones remembered: a rolled-back event's numbers are given again."""
    translation.deactivate()
    cache.clear()
    standings.forget()


@pytest.fixture
def event(db: None) -> Tournament:
    """A published event without entries."""
    return cast.event()
