from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.regulations import Area, Venue
from tournaments.seating import Place, Seated, seat, sittings_needed

CAMPUSES = Venue(
    tables=20,
    areas=(
        Area(name="东校区", first=1, last=12, divisions=("east",)),
        Area(name="西校区", first=13, last=20, divisions=("west",)),
    ),
)


def matches(count, division="", *, first=1):
    return [Seated(number, division, number) for number in range(first, first + count)]


def at(places):
    return {number: (place.sitting, place.table) for number, place in places.items()}


def test_a_round_that_fits_keeps_the_tables_of_its_draw():
    """S1-7: the printed pairing table names the tables."""
    drawn = [Seated(1, table=9), Seated(2, table=1), Seated(3, table=4)]

    assert at(seat(drawn, Venue(tables=9))) == {1: (1, 9), 2: (1, 1), 3: (1, 4)}


def test_more_matches_than_tables_are_seated_in_sittings_alike_in_size_by_number():
    assert at(seat(matches(7), Venue(tables=3))) == {
        1: (1, 1), 2: (1, 2), 3: (1, 3), 4: (2, 1), 5: (2, 2), 6: (3, 1), 7: (3, 2),
    }  # fmt: skip


def test_a_table_that_somebody_asked_for_is_kept_in_a_later_sitting_too():
    asked = [*matches(4), Seated(5, table=2, fixed=True), Seated(6, table=2, fixed=True)]

    assert at(seat(asked, Venue(tables=3))) == {
        1: (1, 1), 2: (1, 2), 3: (1, 3), 4: (2, 1), 5: (2, 2), 6: (2, 3),
    }  # fmt: skip


def test_each_division_sits_in_its_area_and_waits_for_its_own_tables_only():
    found = at(seat([*matches(6, "east"), *matches(10, "west", first=7)], CAMPUSES))

    assert {number: found[number] for number in range(1, 7)} == {number: (1, number) for number in range(1, 7)}
    assert [found[number] for number in range(7, 17)] == [
        *((1, table) for table in range(13, 18)), *((2, table) for table in range(13, 18)),
    ]  # fmt: skip


def test_who_has_no_area_of_its_own_sits_where_nobody_else_does():
    venue = Venue(tables=8, areas=(Area(name="女子厅", first=1, last=3, divisions=("women",)),))

    found = at(seat([*matches(2, "women"), *matches(4, "men", first=3)], venue))

    assert found == {1: (1, 1), 2: (1, 2), 3: (1, 4), 4: (1, 5), 5: (1, 6), 6: (1, 7)}


def test_a_division_makes_room_in_a_shared_area_for_the_one_that_has_no_other():
    """`own` may sit in both rooms and `guest` in the shared one only: one sitting is enough."""
    venue = Venue(
        tables=4,
        areas=(
            Area(name="甲", first=1, last=2, divisions=("guest", "own")),
            Area(name="乙", first=3, last=4, divisions=("own",)),
        ),
    )

    assert sittings_needed({"own": 2, "guest": 2}, venue) == 1
    assert at(seat([*matches(2, "own"), *matches(2, "guest", first=3)], venue)) == {
        1: (1, 3), 2: (1, 4), 3: (1, 1), 4: (1, 2),
    }  # fmt: skip


def test_a_match_whose_division_is_not_known_sits_anywhere():
    assert at(seat([Seated(1), Seated(2)], CAMPUSES)) == {1: (1, 1), 2: (1, 2)}


def test_nothing_to_play_is_one_sitting():
    assert sittings_needed({"": 0}, Venue(tables=3)) == 1
    assert seat([], Venue(tables=3)) == {}


def test_a_division_without_a_table_is_no_case():
    closed = Venue(tables=2, areas=(Area(name="A", first=1, last=2, divisions=("a",)),))

    with pytest.raises(ValueError, match="No table for division b"):
        seat([Seated(1, "b")], closed)


VENUES = st.sampled_from(
    [
        Venue(tables=4),
        Venue(tables=6, areas=(Area(name="1", first=1, last=2, divisions=("a",)), Area(name="2", first=5, last=6))),
        Venue(
            tables=5,
            areas=(
                Area(name="1", first=1, last=3, divisions=("a", "b")),
                Area(name="2", first=4, last=5, divisions=("b", "c")),
            ),
        ),
    ]
)


@given(VENUES, st.tuples(*[st.integers(0, 13)] * 3))
def test_every_match_has_one_place_of_its_division_and_no_sitting_is_too_many(venue, counts):
    """Against Hall's condition: no set of divisions has more matches than all of its tables hold in so many turns."""
    wanted = dict(zip("abc", counts, strict=True))
    drawn = [Seated(number, d) for number, d in enumerate((d for d in "abc" for _ in range(wanted[d])), start=1)]

    found = seat(drawn, venue)

    assert sorted(found) == [match.number for match in drawn]
    assert len(set(found.values())) == len(drawn)
    assert all(found[match.number].table in venue.tables_for(match.division) for match in drawn)
    last = max((place.sitting for place in found.values()), default=1)
    assert last == sittings_needed(wanted, venue) == fewest(wanted, venue)


def fewest(wanted, venue):
    """Return the fewest sittings by trying every set of divisions."""
    needed = 1
    for chosen in product([False, True], repeat=3):
        those = [division for division, is_in in zip("abc", chosen, strict=True) if is_in and wanted[division]]
        tables = {table for division in those for table in venue.tables_for(division)}
        if those:
            needed = max(needed, -(-sum(wanted[division] for division in those) // len(tables)))
    return needed


@given(st.integers(1, 40), st.integers(1, 12))
def test_sittings_over_the_same_tables_differ_by_one_at_most(count, tables):
    sizes = {}
    for place in seat(matches(count), Venue(tables=tables)).values():
        sizes[place.sitting] = sizes.get(place.sitting, 0) + 1

    assert max(sizes.values()) - min(sizes.values()) <= 1
    assert len(sizes) == -(-count // tables)
    assert seat(matches(count), Venue(tables=tables)) == seat(reversed(matches(count)), Venue(tables=tables))


def test_places_are_ordered_by_sitting_then_table():
    assert sorted([Place(2, 1), Place(1, 5)]) == [Place(1, 5), Place(2, 1)]
