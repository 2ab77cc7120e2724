"""The address that is proposed for an event's name."""

import pytest

from tournaments import slugs


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Autumn Cup", "autumn-cup"),
        ("Two sessions of three rounds, never the own unit", "two-sessions-of-three-rounds-never-the"),
        ("Two sessions of three rounds never among us all", "two-sessions-of-three-rounds-never-among"),
        ("x" * 50, "x" * slugs.MAX_LENGTH),
        ("秋季赛", "shengji-2026"),
    ],
)
def test_a_proposed_address_ends_with_a_whole_word(name: str, address: str) -> None:
    assert slugs.propose(name, 2026) == address
