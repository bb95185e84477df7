"""The ledger's months, asked for within a test: what is imported last month would name another."""

from datetime import UTC, date, datetime, timedelta


def next_month() -> date:
    """A day of the month after this one, in UTC."""
    return datetime.now(UTC).date().replace(day=1) + timedelta(days=31)


def partition(day: date | None = None) -> str:
    """The name of the partition of entries that holds a day, today if none is given."""
    return (day or datetime.now(UTC).date()).strftime("wallet_entry_%Y_%m")
