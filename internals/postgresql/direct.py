"""The direct address of the database beside a pooler in transaction mode.

PgBouncer gives each transaction another session, so LISTEN, SET and session advisory locks need the
direct address. Without a pooler there is only one address, and nothing here changes anything.

Relies on `connections` accepting a connection under another alias.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.transaction import TransactionManagementError

DIRECT: Final = "direct"
"""Alias of the direct address; it exists only beside a pooler."""


def is_pooled() -> bool:
    """Return whether a pooler gives each transaction another session, beside a direct address."""
    return DIRECT in connections.settings


def direct_parameters() -> dict[str, Any]:
    """Return libpq's parameters for a session of its own."""
    alias = DIRECT if is_pooled() else DEFAULT_DB_ALIAS
    parameters: dict[str, Any] = connections[alias].get_connection_params()
    return parameters


@contextmanager
def direct_session() -> Iterator[None]:
    """Let Django's default connection be a session of its own within the block.

    Raises TransactionManagementError inside a transaction, which belongs to the other connection.
    """
    pooled = connections[DEFAULT_DB_ALIAS]
    if not is_pooled() or pooled.alias == DIRECT:
        yield
        return
    if pooled.in_atomic_block:
        raise TransactionManagementError("a direct session begins outside transactions")
    connections[DEFAULT_DB_ALIAS] = connections[DIRECT]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = pooled
