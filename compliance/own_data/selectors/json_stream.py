"""Streamed JSON: memory and connection use do not depend on the size of the document."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import Model, Q, QuerySet
from django.utils.functional import Promise

from wallet.money.values import Money

BATCH: Final = 500
JsonRow = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class DataSection:
    """A list of the document: its name and a function that reads its rows."""

    name: str
    rows: Callable[[], Iterable[JsonRow]]


def stream_document(head: Mapping[str, object], sections: Iterable[DataSection]) -> Iterator[str]:
    """Yield the document in pieces: `head`, then each section as a list."""
    yield "{" + ",\n".join(f"{_json(name)}: {_json(value)}" for name, value in head.items())
    for section in sections:
        yield f",\n{_json(section.name)}: ["
        between = "\n"
        for row in section.rows():
            yield between + _json(row)
            between = ",\n"
        yield "\n]"
    yield "}\n"


def build_batch_reader(
    rows: QuerySet[Any], at: str, convert: Callable[[Any], JsonRow]
) -> Callable[[], Iterator[JsonRow]]:
    """Return a function that reads the rows oldest first, in batches by keyset pagination.

    Outside a transaction, the connection is closed between batches.
    """

    def read() -> Iterator[JsonRow]:
        last: Model | None = None
        while True:
            found = list(_after(rows, at, last).order_by(at, "pk")[:BATCH])
            if not connection.in_atomic_block:
                connection.close()
            yield from map(convert, found)
            if len(found) < BATCH:
                return
            last = found[-1]

    return read


def _after(rows: QuerySet[Any], at: str, last: Model | None) -> QuerySet[Any]:
    if last is None:
        return rows
    moment = getattr(last, at)
    return rows.filter(Q(**{f"{at}__gte": moment})).exclude(**{at: moment, "pk__lte": last.pk})


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: object) -> object:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Money):
        return {"amount": value.text, "currency": value.currency}
    if isinstance(value, UUID | Decimal | Promise):
        return str(value)
    raise TypeError(type(value).__name__)
