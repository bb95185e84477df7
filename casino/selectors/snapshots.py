"""Consistent reads over several queries."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from internals.prepared_statements import run_statement


@contextmanager
def one_snapshot() -> Iterator[None]:
    """Run the queries within in one read-only snapshot (REPEATABLE READ).

    Raises RuntimeError inside a transaction: its isolation level can't change any more. Only the one around a
    test is let through; there the queries see their own snapshots.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic(durable=True):
        if outermost:
            run_statement("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY", [])
        yield
