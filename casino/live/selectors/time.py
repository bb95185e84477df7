"""Clock of the database, the only one that counts at a live table."""

from datetime import datetime

from internals.prepared_statements import run_statement


def database_now() -> datetime:
    """Current time of the database, also within a transaction. One query."""
    now: datetime = run_statement("SELECT clock_timestamp()", [])[0][0]
    return now
