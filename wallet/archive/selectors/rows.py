"""Rows of a partition in the order of a file, read in short queries."""

from collections.abc import Iterator
from typing import Any, Final

import pyarrow as pa
from django.db import connection
from psycopg.sql import SQL, Composed, Identifier

from wallet.archive.values import GROUP_ROWS, TABLES, FileSpec, Part

_COLUMNS: Final = """
    SELECT attname::text, format_type(atttypid, NULL) FROM pg_attribute
    WHERE attrelid = to_regclass('public.' || quote_ident(%s)) AND attnum > 0 AND NOT attisdropped ORDER BY attnum
"""
_TYPES: Final = {
    "bigint": pa.int64(),
    "integer": pa.int32(),
    "smallint": pa.int16(),
    "boolean": pa.bool_(),
    "timestamp with time zone": pa.timestamp("us", "UTC"),
    "xid8": pa.int64(),
}
"""Arrow types by PostgreSQL's; every other type is written as text."""


def read_schema(source: str) -> "pa.Schema":
    """Return the columns of a table as they are archived. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS, [source])
        columns = cursor.fetchall()
    return pa.schema(
        [
            pa.field(name, _TYPES.get(kind, pa.string()), metadata={"type": kind})
            for name, kind in columns
        ]
    )


def iterate_batches(part: Part, file: FileSpec, schema: "pa.Schema") -> Iterator["pa.Table"]:
    """Yield the rows of a partition in the order of a file, `GROUP_ROWS` at a time (keyset pagination)."""
    places = [schema.get_field_index(key) for key in file.keys]
    after: tuple[Any, ...] | None = None
    while True:
        with connection.cursor() as cursor:
            query, values = _build_query(part, file, schema, after)
            cursor.execute(query, values)
            rows = cursor.fetchall()
        if not rows:
            return
        columns = [
            pa.array(column, field.type)
            for column, field in zip(zip(*rows, strict=True), schema, strict=True)
        ]
        yield pa.Table.from_arrays(columns, schema=schema)
        if len(rows) < GROUP_ROWS:
            return
        after = tuple(rows[-1][place] for place in places)


def sum_part(part: Part) -> tuple[int, dict[str, int]]:
    """Return the number of rows of a partition, and the sums of their amounts by currency. One query."""
    spec = TABLES[part.source]
    query = SQL("SELECT {} AS currency, count(*), sum({}) FROM {} WHERE {} GROUP BY 1").format(
        SQL(spec.currency), Identifier(spec.amount), Identifier(part.source), _bounds(part)
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        found = cursor.fetchall()
    return sum(rows for _, rows, _ in found), {code: int(total) for code, _, total in found}


def _build_query(
    part: Part, file: FileSpec, schema: "pa.Schema", after: tuple[Any, ...] | None
) -> tuple[Composed, tuple[Any, ...]]:
    keys = SQL(", ").join(map(Identifier, file.keys))
    marks = SQL(", ").join([SQL("%s")] * len(file.keys))
    query = SQL("SELECT {} FROM {} WHERE {} AND {} AND {} ORDER BY {} LIMIT {}").format(
        SQL(", ").join(map(_column, schema)),
        Identifier(part.source),
        _bounds(part),
        SQL(file.condition),
        SQL("({}) > ({})").format(keys, marks) if after else SQL("true"),
        keys,
        GROUP_ROWS,
    )
    return query, after or ()


def _bounds(part: Part) -> Composed:
    """Limits that PostgreSQL prunes to the one partition."""
    time = Identifier(TABLES[part.source].time)
    until = SQL("{} < {}").format(time, part.until)
    return until if part.since is None else SQL("{} AND {} >= {}").format(until, time, part.since)


def _column(field: "pa.Field") -> Composed | Identifier:
    kind = field.metadata[b"type"].decode()
    if kind == "xid8":
        return SQL("{}::text::bigint").format(Identifier(field.name))
    return (
        SQL("{}::text").format(Identifier(field.name))
        if kind in {"uuid", "jsonb"}
        else Identifier(field.name)
    )
