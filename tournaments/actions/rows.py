"""Storing many rows of one table at once, column by column: less than half the time of objects and `bulk_create`."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model

Column = tuple["Field[Any, Any]", list[object]]


def store(model: type[Model], **columns: object) -> list[int]:
    """Insert rows and return their ids in their order; to be called within a transaction.

    A column that is a list has a value for each row, any other the same for all of them, and what is not named its
    default. Foreign keys are named as their columns are: `team_id`.
    """
    connection, meta = connections[DEFAULT_DB_ALIAS], model._meta  # noqa: SLF001 Django documents it for use
    count = len(next(column for column in columns.values() if isinstance(column, list)))
    fields = [field for field in meta.local_concrete_fields if not field.primary_key]
    if unknown := columns.keys() - {field.attname for field in fields}:
        raise ValueError(f"{model.__name__} has no columns {sorted(unknown)}.")
    prepared = [
        (field, _prepared(field, columns.get(field.attname, field.get_default()), count, connection))
        for field in fields
    ]
    names = [connection.ops.quote_name(str(field.column)) for field in fields]
    table, key = connection.ops.quote_name(meta.db_table), connection.ops.quote_name("id")
    frame = f"INSERT INTO {table} ({', '.join(names)}) {{}} RETURNING {key}"
    found: list[int] = []
    with connection.cursor() as cursor:
        for values, parameters in _statements(prepared, count, connection):
            cursor.execute(frame.format(values), parameters)
            found += [row[0] for row in cursor.fetchall()]
    return found


def columns_of(objects: Sequence[Model]) -> dict[str, list[object]]:
    """Return what `store` takes of objects of one model that are not stored yet."""
    fields = objects[0]._meta.local_concrete_fields  # noqa: SLF001 as above
    return {
        field.attname: [getattr(each, field.attname) for each in objects] for field in fields if not field.primary_key
    }


def _prepared(field: "Field[Any, Any]", column: object, count: int, connection: BaseDatabaseWrapper) -> list[object]:
    """Return a column as the database takes it; what is the same in the next row is prepared once."""
    if not isinstance(column, list):
        return [field.get_db_prep_save(column, connection)] * count
    found: list[object] = []
    last, prepared = object(), None
    for value in column:
        if value is not last:
            last, prepared = value, field.get_db_prep_save(value, connection)
        found.append(prepared)
    if len(found) != count:
        raise ValueError(f"The column {field.attname} has not as many rows as the others.")
    return found


def _statements(
    columns: Sequence[Column], count: int, connection: BaseDatabaseWrapper
) -> Iterator[tuple[str, list[Any]]]:
    """Yield the values of the rows and their parameters: whole columns as arrays, else as many rows as may be sent."""
    if connection.vendor == "postgresql":
        types = (str(field.db_type(connection)).split("(")[0] for field, _values in columns)  # a length would cut texts
        arrays = ", ".join(f"%s::{each}[]" for each in types)
        yield f"(SELECT * FROM unnest({arrays}))", [values for _field, values in columns]  # noqa: S608 names of types
        return
    at_once = (connection.features.max_query_params or count * len(columns)) // len(columns)
    row = f"({', '.join(['%s'] * len(columns))})"
    rows = list(zip(*(values for _field, values in columns), strict=True))
    for start in range(0, count, at_once):
        part = rows[start : start + at_once]
        yield f"VALUES {', '.join([row] * len(part))}", [value for each in part for value in each]
