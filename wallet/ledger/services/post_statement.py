"""`public.post()` and `public.post_many()`, called as prepared statements with arguments as text."""

import json
from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

import psycopg

from internals.prepared_statements import Statement, run_text_statement

_SQL: Final = "SELECT public.post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
_TYPES: Final = (
    "uuid",
    "text",
    "int8",
    "text",
    "int8",
    "int8",
    "text",
    "uuid",
    "uuid",
    "int8",
    "jsonb",
)
_POST: Final[Statement] = (_SQL, tuple(psycopg.adapters.types[name].oid for name in _TYPES))
_POST_MANY: Final[Statement] = (
    "SELECT public.post_many($1)",
    (psycopg.adapters.types["jsonb"].oid,),
)

Value = UUID | str | int | Mapping[str, str | int] | None
Row = tuple[int, bool, int | None, int | None, str, str | None]


def run_post(*values: Value) -> Row:
    """Call `post()` within Django's transaction.

    Counts as a query of the connection. Raises Django's database errors.
    """
    texts = [None if value is None else _text(value) for value in values]
    return _row(run_text_statement(_POST, texts).get_value(0, 0))


def run_post_many(requests: Sequence[Mapping[str, object]]) -> list[Row]:
    """Call `post_many()` within Django's transaction; rows in the order of the requests. Otherwise like `run_post`."""
    answer = run_text_statement(_POST_MANY, [json.dumps(requests).encode()])
    return [_row(answer.get_value(number, 0)) for number in range(answer.ntuples)]


def _row(answer: bytes | None) -> Row:
    # One composite column costs the server less than six; numbers and codes are never quoted.
    fields = (answer or b"").decode()[1:-1].split(",")
    transfer, replayed, balance, received, currency, other = fields
    return (
        int(transfer),
        replayed == "t",
        int(balance) if balance else None,
        int(received) if received else None,
        currency,
        other or None,
    )


def _text(value: UUID | str | int | Mapping[str, str | int]) -> bytes:
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, int):
        return b"%d" % value
    if isinstance(value, UUID):
        return value.hex.encode()
    return json.dumps(dict(value)).encode()
