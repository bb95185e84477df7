"""An old month of the ledger: rows of the present month in a partition of an earlier one, as the owner can make it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final

from psycopg import Connection
from psycopg.sql import SQL, Identifier

from accounts.roles.values import Role
from tests.accounts.staff import staff
from tests.wallet.seals import seal_all
from wallet.archive.models import ArchivedMonth, Source
from wallet.archive.selectors.months import find_parts
from wallet.archive.services import detaching, writing

Owner = Connection[Any]
_MOVED: Final = "UPDATE {} SET created_at = {}::timestamptz + interval '10 days' + (created_at - {}::timestamptz)"


def month_back(months: int) -> datetime:
    """Return the first moment of an earlier month."""
    now = datetime.now(UTC)
    number = now.year * 12 + now.month - 1 - months
    return datetime(number // 12, number % 12 + 1, 1, tzinfo=UTC)


@contextmanager
def _unguarded(owner: Owner, *tables: str) -> Iterator[None]:
    for table in tables:
        owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER".encode())
    yield
    for table in tables:
        owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER".encode())


def age_ledger(owner: Owner, months: int = 4) -> str:
    """Move everything in the ledger to the middle of an earlier month, before it is sealed; return its partition.

    The empty months before it are dropped: an older one would have to be detached first.
    """
    first, last, now = month_back(months), month_back(months - 1), datetime.now(UTC)
    name = f"wallet_entry_{first:%Y_%m}"
    owner.execute(
        f"CREATE TABLE {name} (LIKE wallet_entry INCLUDING DEFAULTS INCLUDING INDEXES INCLUDING CONSTRAINTS)".encode()
    )
    owner.execute(
        f"CREATE TRIGGER whole_table BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON {name}"
        " FOR EACH STATEMENT EXECUTE FUNCTION wallet_refuse_change()".encode()
    )
    owner.execute(
        f"ALTER TABLE wallet_entry ATTACH PARTITION {name} FOR VALUES FROM ('{first}') TO ('{last}')".encode()
    )
    parts = [
        row[0]
        for row in owner.execute(
            b"SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'wallet_entry'::regclass"
        )
    ]
    with _unguarded(owner, "wallet_entry", "wallet_transfer", *parts):
        for table in ("wallet_entry", "wallet_transfer"):
            query = SQL(_MOVED).format(Identifier(table), first, now)
            owner.execute(query)
    return name


def archive(owner: Owner, months: int = 4) -> ArchivedMonth:
    """Age the ledger, seal it and write its month."""
    name = age_ledger(owner, months)
    seal_all()
    return writing.write_month(name)


def detach(month: ArchivedMonth) -> None:
    """Detach a month by two people."""
    asked = detaching.propose_detachment(
        month.pk, acting_user=staff(Role.OPERATOR), reason="older than a year"
    )
    manager = staff(Role.COMPLIANCE_MANAGER)
    detaching.decide_detachment(asked.pk, approved=True, acting_user=manager)
    assert detaching.detach_months() == 1


def archived_parts() -> list[str]:
    """Return the partitions of entries that can be archived."""
    return [part.name for part in find_parts() if part.source == Source.ENTRIES]
