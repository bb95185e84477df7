"""The database's clock, which alone counts at a live table."""

from datetime import datetime

from django.db import connection


def database_now() -> datetime:
    """The present time of the database, also in the middle of a transaction. One query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now
