import pytest
from django.db import DataError, IntegrityError, transaction

from tournaments.actions import rows
from tournaments.models import Unit


def test_rows_are_stored_in_their_order_with_defaults_where_nothing_is_said(event):
    names = [f"单位{at}" for at in range(300)]

    made = rows.store(Unit, tournament_id=event.pk, name=names, name_key=names, order=7)

    stored = Unit.objects.in_bulk(made)
    assert [stored[pk].name for pk in made] == names
    unit = stored[made[0]]
    assert (unit.order, unit.listed, unit.quota, unit.merged_into) == (7, True, None, None)


def test_a_column_that_does_not_exist_or_is_too_short_stores_nothing(event):
    for columns in ({"nme": ["甲"]}, {"name": ["甲", "乙"], "name_key": ["甲"]}):
        with pytest.raises(ValueError, match="column"):
            rows.store(Unit, tournament_id=event.pk, **columns)

    assert Unit.objects.count() == 0


def test_what_is_stored_twice_is_refused_whole(event):
    units = ["甲", "乙", "甲"]

    with pytest.raises(IntegrityError), transaction.atomic():
        rows.store(Unit, tournament_id=event.pk, name=units, name_key=units)

    assert Unit.objects.count() == 0


@pytest.mark.postgresql
def test_a_text_that_is_too_long_is_refused_and_not_cut(event):
    """Only PostgreSQL knows the length of a text."""
    with pytest.raises(DataError), transaction.atomic():
        rows.store(Unit, tournament_id=event.pk, name=["长" * 61], name_key=["长"])
