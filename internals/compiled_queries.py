"""ORM queries compiled once per process and planned once per connection; several rows written in one statement.

Why: Django composes each statement anew and PostgreSQL plans it anew, which costs a playing request
more than its execution. A `ModelQuery` is an ordinary ORM query, cached as the SQL it compiles to;
models remain the only definition of columns. Both are counted among a connection's queries like
Django's own. Measured in docs/speed.md: with this and the other measures of decision 20, requests
of play take 1.9 times a bare view instead of 4.7.

Relies on the SQL compiler (`get_compiler`, `as_sql`, `select`, `klass_info`, `get_converters`), on
`get_related_populators`, with which Django's own `ModelIterable` reads rows, and on what
`prefetch_one_level` sets for a related manager.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from itertools import count
from typing import Any, Final, Generic, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet
from django.db.models.expressions import DatabaseDefault
from django.db.models.query import get_related_populators
from psycopg.sql import SQL, Composed, Identifier, Literal

from internals.prepared_statements import FunctionCall, run_statement

M = TypeVar("M", bound=Model)
Value = object


class SmallInt(int):
    """Kind of an argument that is compared with a smallint column: Django finds no row for any larger number."""


_MARKS: Final[Mapping[type, Callable[[int], Value]]] = {
    int: lambda n: 1_900_000_000 + n,
    SmallInt: lambda n: 31_900 + n,
    str: lambda n: f"\u2039{n}\u203a",
    UUID: lambda n: UUID(int=n + 1),
    datetime: lambda n: datetime(1901, 1, 1, tzinfo=UTC) + timedelta(days=n),
}
"""Sentinel values that no query contains by itself: where they appear in the compiled query, the argument belongs."""


class _Compiled:
    """The SQL of a query, the positions of its parameters, and the converters of its rows."""

    def __init__(self, found: QuerySet[Any], marks: list[Value]) -> None:
        compiler: Any = found.query.get_compiler(using=DEFAULT_DB_ALIAS)
        text, parameters = compiler.as_sql()
        *parts, end = text.split("%s")
        self.order: list[int] = []
        self.text = ""
        for part, parameter in zip(parts, parameters, strict=True):
            self.text += part.replace("%%", "%") + self._placed(parameter, marks)
        self.text += end.replace("%%", "%")
        if set(self.order) != set(range(len(marks))):
            raise TypeError("an argument of the query is not in its text")
        columns = [column for column, _, _ in compiler.select]
        self.converters = list(compiler.get_converters(columns).items())
        self.compiler = compiler

    def _placed(self, parameter: Value, marks: list[Value]) -> str:
        """Return a placeholder for an argument, or a constant inline, which lets the planner use partial indexes."""
        if parameter not in marks:
            return Literal(parameter).as_string(None)
        self.order.append(marks.index(parameter))
        return f"${len(self.order)}"

    def rows(self, arguments: Sequence[Value]) -> list[list[Any]]:
        """Execute the query and convert the rows as the fields do."""
        database = connections[DEFAULT_DB_ALIAS]
        found = [
            list(row)
            for row in run_statement(self.text, [arguments[place] for place in self.order])
        ]
        for row in found:
            for place, (converters, column) in self.converters:
                for converter in converters:
                    row[place] = converter(row[place], column, database)
        return found


class _Question:
    """A query built by `make` from arguments of these types, compiled on first use."""

    def __init__(self, make: Callable[..., QuerySet[Any]], *kinds: type, ending: str = "") -> None:
        """`ending` is SQL appended to the query that the ORM cannot express, such as a second lock."""
        self._make, self._kinds, self._ending = make, kinds, ending

    @cached_property
    def _compiled(self) -> _Compiled:
        marks = [_MARKS[kind](n) for n, kind in enumerate(self._kinds)]
        compiled = _Compiled(self._make(*marks), marks)
        compiled.text += self._ending
        return compiled


class ModelQuery(_Question, Generic[M]):
    """A compiled query for rows of a model, with its `select_related` rows."""

    def all(self, *arguments: Value) -> list[M]:
        """Return all rows, in the query's order."""
        database = connections[DEFAULT_DB_ALIAS].alias
        found = []
        for row in self._compiled.rows(arguments):
            one = self._shape.model.from_db(database, self._shape.names, row[self._shape.own])
            for populator in self._shape.related:
                populator.populate(row, one)
            found.append(one)
        return found

    def first(self, *arguments: Value) -> M | None:
        """Return the first row, or None."""
        return next(iter(self.all(*arguments)), None)

    @cached_property
    def _shape(self) -> _Shape:
        compiler = self._compiled.compiler
        places = compiler.klass_info["select_fields"]
        own = slice(places[0], places[-1] + 1)
        names = [column.target.attname for column, _, _ in compiler.select[own]]
        populators: Any = get_related_populators  # the stub is from a later Django
        related = populators(compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS)
        return _Shape(compiler.klass_info["model"], names, own, related)


@dataclass(frozen=True, slots=True)
class _Shape:
    """Positions of the columns of a model and of its related rows in a result row."""

    model: type[Any]
    names: list[str]
    own: slice
    related: list[Any]


def list_fields(model: type[Model], relation: str = "") -> list[str]:
    """Return the names of all fields of a model, as a query at the end of `relation` names them in `only()`."""
    leading = f"{relation}__" if relation else ""
    return [f"{leading}{field.name}" for field in _meta(model).concrete_fields]


def attach_rows(one: Model, name: str, rows: list[Any]) -> None:
    """Let `all()` of the related manager `name` return these rows, as after `prefetch_related`."""
    found = getattr(one, name).get_queryset()
    found._result_cache, found._prefetch_done = rows, True  # noqa: SLF001 - as `prefetch_related` does
    one.__dict__.setdefault("_prefetched_objects_cache", {})[name] = found


class ValuesQuery(_Question):
    """A compiled `values()` query."""

    def first(self, *arguments: Value) -> dict[str, Any] | None:
        """Return the first row by column name, or None."""
        rows = self._compiled.rows(arguments)
        return dict(zip(self._names, rows[0], strict=True)) if rows else None

    @cached_property
    def _names(self) -> list[str]:
        return list(self._compiled.compiler.query.selected)


@dataclass(frozen=True, slots=True)
class QueryShape:
    """The cache key of the SQL that writes one row."""

    model: type[Model]
    fields: tuple[str, ...]
    changes: bool = False  # update of a present row, else an insert
    under: int = 0  # index of the row that `parent` refers to, inserted by the same write
    parent: str = ""


@dataclass(frozen=True, slots=True)
class CompiledRow:
    """A row to write."""

    one: Model
    shape: QueryShape


def prepare_insert(one: Model, *, under: int = 0, parent: str = "") -> CompiledRow:
    """Return a row to insert; `parent` names its foreign key to the new row at index `under` of the same write.

    Columns with a database default are left out and not read back.
    """
    fields = tuple(
        field.name
        for field in _meta(type(one)).concrete_fields
        if not field.primary_key
        and field.name != parent
        and not isinstance(getattr(one, field.attname), DatabaseDefault)
    )
    return CompiledRow(one, QueryShape(type(one), fields, under=under, parent=parent))


def prepare_update(one: Model, *fields: str) -> CompiledRow:
    """Return a row whose named fields are to be updated."""
    return CompiledRow(one, QueryShape(type(one), fields, changes=True))


def write_rows(*rows: CompiledRow, also: Sequence[FunctionCall] = ()) -> None:
    """Write all rows in one statement, each row at most once; new rows get their primary keys.

    The calls in `also` run in the same statement and see none of these rows. Raises LookupError if
    a row to update does not exist.
    """
    values = [value for row in rows for value in _values(row)]
    values += [value for call in also for value in call.values]
    calls = tuple((call.function, len(call.values)) for call in also)
    keys = run_statement(_composed(tuple(row.shape for row in rows), calls), values)[0]
    for row, key in zip(rows, keys[: len(rows)], strict=True):
        if key is None:
            raise LookupError(f"{row.one!r} is not there to be changed")
        if not row.shape.changes:
            row.one.pk = key
            row.one._state.adding = False  # noqa: SLF001  # documented by Django; `save` does the same
            row.one._state.db = DEFAULT_DB_ALIAS  # noqa: SLF001  # as above
        if row.shape.parent:
            setattr(row.one, row.shape.parent, rows[row.shape.under].one)  # its key is known now


def _values(row: CompiledRow) -> list[Value]:
    database, one, shape = connections[DEFAULT_DB_ALIAS], row.one, row.shape
    values: list[Value] = [
        field.get_db_prep_save(field.pre_save(one, not shape.changes), connection=database)
        for field in _fields(shape)
    ]
    return [*values, one.pk] if shape.changes else values


@lru_cache(maxsize=256)
def _fields(shape: QueryShape) -> list[Any]:
    return [_meta(shape.model).get_field(name) for name in shape.fields]


def _meta(model: type[Model]) -> Any:
    return model._meta  # noqa: SLF001  # Django documents the name


@lru_cache(maxsize=256)
def _composed(shapes: tuple[QueryShape, ...], calls: tuple[tuple[str, int], ...]) -> str:
    numbers = count(1)
    parts = [
        SQL("{} AS ({})").format(_name(place), _part(shape, numbers))
        for place, shape in enumerate(shapes)
    ]
    keys = [SQL("(SELECT max(id) FROM {})").format(_name(place)) for place in range(len(shapes))]
    comma = SQL(", ")
    called = [
        SQL("public.{}({})").format(
            Identifier(function), comma.join(_argument(next(numbers)) for _ in range(given))
        )
        for function, given in calls
    ]
    whole = SQL("WITH {} SELECT {}").format(comma.join(parts), comma.join([*keys, *called]))
    return whole.as_string(None)


def _name(place: int) -> Identifier:
    return Identifier(f"row{place}")


def _part(shape: QueryShape, numbers: Iterator[int]) -> Composed:
    """Return the UPDATE or INSERT of one row; every value is a parameter."""
    table, comma = Identifier(_meta(shape.model).db_table), SQL(", ")
    columns = [Identifier(field.column) for field in _fields(shape)]
    values = [_argument(next(numbers)) for _ in columns]
    if shape.changes:
        pairs = [
            SQL("{} = {}").format(column, value)
            for column, value in zip(columns, values, strict=True)
        ]
        key = _argument(next(numbers))
        return SQL("UPDATE {} SET {} WHERE id = {} RETURNING id").format(
            table, comma.join(pairs), key
        )
    if shape.parent:
        columns.append(Identifier(_meta(shape.model).get_field(shape.parent).column))
        values.append(SQL("(SELECT id FROM {})").format(_name(shape.under)))
    return SQL("INSERT INTO {} ({}) VALUES ({}) RETURNING id").format(
        table, comma.join(columns), comma.join(values)
    )


def _argument(number: int) -> Composed:
    return SQL("${}").format(Literal(number))
