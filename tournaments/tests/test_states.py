from itertools import product

import pytest

from tournaments import states
from tournaments.errors import Refusal

TABLES = [
    (states.EventState, states.EVENT),
    (states.EntryState, states.ENTRY),
    (states.TeamState, states.TEAM),
    (states.DrawState, states.DRAW),
    (states.RoundState, states.ROUND),
    (states.SheetState, states.SHEET),
]
CELLS = [(table, old, new) for kind, table in TABLES for old, new in product(kind, kind)]


@pytest.mark.parametrize(("kind", "table"), TABLES)
def test_a_table_owns_every_state_of_its_machine(kind, table):
    assert set(table) == set(kind)


@pytest.mark.parametrize(("table", "old", "new"), CELLS)
def test_every_cell_is_a_step_or_a_refusal_that_names_both_states(table, old, new):
    if new in table[old]:
        assert states.step(table, old, new) is new
        return

    with pytest.raises(Refusal) as refused:
        states.step(table, old, new)

    assert (refused.value.code, dict(refused.value.params)) == ("illegal_step", {"old": old.value, "new": new.value})


def test_nothing_leads_back_out_of_an_end():
    ends = [
        states.EVENT[states.EventState.ARCHIVED],
        states.DRAW[states.DrawState.DISCARDED],
        states.SHEET[states.SheetState.SUPERSEDED],
        states.SHEET[states.SheetState.REJECTED],
    ]

    assert ends == [frozenset()] * 4


def test_an_official_sheet_ends_only_by_being_superseded():
    assert states.SHEET[states.SheetState.OFFICIAL] == {states.SheetState.SUPERSEDED}
