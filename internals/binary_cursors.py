"""Cursors of psycopg itself on Django's connection, for results in PostgreSQL's binary format.

Django's cursors bind parameters into the text of a statement, and psycopg then sends it without choosing a format.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import connection


@contextmanager
def open_binary_cursor() -> Iterator[psycopg.Cursor[Any]]:
    """Open a cursor for `execute(…, binary=True)`. Errors of the database are raised as Django's."""
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        yield cursor
