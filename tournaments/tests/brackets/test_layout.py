"""Where the matches of a bracket stand: in the middle of those they come from, and never over each other."""

from itertools import combinations, pairwise

import pytest

from tournaments.bracket_layout import Box, Layout, Measures, Node, lay_out
from tournaments.pairing import BYE, BracketMatch, Side, bracket_of, double_bracket_of

UNIT = Measures(box_width=8, box_height=4, gap_x=2, gap_y=1, head=3, margin=0)


def nodes(bracket: tuple[BracketMatch, ...]) -> list[Node]:
    """Give the matches that are played, with whose winners play in them."""
    played = [match for match in bracket if not match.is_bye]
    return [Node(match.number, match.round, (winner_of(match.sides[0]), winner_of(match.sides[1]))) for match in played]


def winner_of(side: Side) -> int | None:
    return side.match if side.source == "winner" else None


def seats(teams: int) -> list[Side]:
    size = 1 << (teams - 1).bit_length()
    byes = size - teams
    sides = [Side("team", team=number) for number in range(teams)]
    found: list[Side] = []
    for pair in range(size // 2):
        found += [sides.pop(0), BYE if pair < byes else sides.pop(0)]
    return found


def overlaps(layout: Layout, measures: Measures) -> list[tuple[int, int]]:
    def apart(one: Box, other: Box) -> bool:
        return abs(one.x - other.x) >= measures.box_width or abs(one.y - other.y) >= measures.box_height

    return [(one.key, other.key) for one, other in combinations(layout.boxes, 2) if not apart(one, other)]


def test_four_teams_with_a_third_place():
    bracket = bracket_of(seats(4), third_place=True)

    layout = lay_out(nodes(bracket), UNIT)

    assert layout.boxes == (Box(1, 0, 3), Box(2, 0, 8), Box(3, 10, 10.5), Box(4, 10, 5.5))
    assert (layout.width, layout.height) == (18, 14.5)
    assert layout.columns == {1: 0, 2: 10}


def test_a_line_leads_to_the_side_that_the_winner_takes():
    layout = lay_out(nodes(bracket_of(seats(4))), UNIT)

    assert [(link.source, link.target, link.side) for link in layout.links] == [(1, 3, 0), (2, 3, 1)]
    assert layout.links[0].points == ((8, 5), (9, 5), (9, 6.5), (10, 6.5))
    assert layout.links[1].points == ((8, 10), (9, 10), (9, 8.5), (10, 8.5))


def test_a_team_with_a_bye_leaves_no_gap():
    bracket = bracket_of(seats(3))

    layout = lay_out(nodes(bracket), UNIT)

    assert layout.boxes == (Box(2, 0, 3), Box(3, 10, 3))


@pytest.mark.parametrize("teams", [2, 3, 4, 5, 8, 13, 17, 32, 65, 128])
@pytest.mark.parametrize("more", [{}, {"third_place": True}, {"placement": 16}])
def test_no_two_boxes_touch_and_every_match_is_drawn(teams, more):
    played = nodes(bracket_of(seats(teams), **more))

    layout = lay_out(played, UNIT)

    assert [box.key for box in layout.boxes] == [node.key for node in played]
    assert overlaps(layout, UNIT) == []


@pytest.mark.parametrize("teams", [4, 6, 16, 32])
def test_both_sides_of_a_double_knockout(teams):
    bracket = double_bracket_of(seats(teams))
    below = {match.number for match in bracket if match.part == "losers"}
    upper = [node for node in nodes(bracket) if node.key not in below]
    lower = [node for node in nodes(bracket) if node.key in below]

    drawings = [lay_out(upper, UNIT), lay_out(lower, UNIT)]

    assert [overlaps(layout, UNIT) for layout in drawings] == [[], []]
    for layout in drawings:
        starts = sorted(layout.columns.values())
        assert {later - earlier for earlier, later in pairwise(starts)} <= {10}


def test_a_match_stands_in_the_middle_of_the_two_it_comes_from():
    played = nodes(bracket_of(seats(16)))

    layout = lay_out(played, UNIT)

    rows = {box.key: box.y for box in layout.boxes}
    both = {node.key: node.feeders for node in played if None not in node.feeders}
    assert {key: rows[key] for key in both} == {key: (rows[one] + rows[two]) / 2 for key, (one, two) in both.items()}


def test_nothing_to_draw():
    layout = lay_out([], UNIT)

    assert (layout.boxes, layout.links) == ((), ())
