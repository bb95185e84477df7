"""The ledger's months, computed within a test: a value from import time could be of the previous month."""

from datetime import UTC, date, datetime, timedelta


def next_month() -> date:
    """Return a day of the next month, in UTC."""
    return datetime.now(UTC).date().replace(day=1) + timedelta(days=31)


def partition(day: date | None = None) -> str:
    """Return the name of the partition of entries for a day; by default today in UTC."""
    return (day or datetime.now(UTC).date()).strftime("wallet_entry_%Y_%m")
