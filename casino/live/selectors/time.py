"""Clock of the database, the only one that counts at a live table."""

from datetime import datetime

from django.db import connection


def database_now() -> datetime:
    """Current time of the database, also within a transaction. One query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now
