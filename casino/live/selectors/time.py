"""Clock of the database, the only one that counts at a live table."""

from datetime import datetime
from typing import Final

from django.db.models import DateTimeField, Func

from internals.prepared_statements import run_statement

DATABASE_NOW: Final = Func(function="clock_timestamp", output_field=DateTimeField())
"""Query expression: current time of the database, for a query that is sent anyway."""


def database_now() -> datetime:
    """Current time of the database, also within a transaction. One query."""
    now: datetime = run_statement("SELECT clock_timestamp()", [])[0][0]
    return now
