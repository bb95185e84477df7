"""Database expressions for the clock and for the id of the transaction that wrote a row."""

from typing import TYPE_CHECKING

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func
from django.db.models.functions import Cast

if TYPE_CHECKING:
    TextField = models.Field[str, str]
else:
    TextField = models.Field


class TransactionIdField(TextField):
    """A PostgreSQL `xid8`: the transaction that wrote the row."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:  # noqa: ARG002  Django's signature
        return "xid8"


class CurrentTransaction(Func):
    """The id of the running transaction, the same inside its savepoints."""

    function = "pg_current_xact_id"
    output_field = TransactionIdField()


THIS_TRANSACTION = Cast(
    Cast(Func(function="pg_current_xact_id", output_field=models.TextField()), models.TextField()),
    models.BigIntegerField(),
)
"""The current transaction as a bigint, for columns that are compared with numbers."""


class ClockTime(Func):
    """`clock_timestamp()`: advances within a transaction."""

    function = "clock_timestamp"
    output_field = models.DateTimeField()


class OldestRunningTransaction(Func):
    """The id of the oldest transaction that still runs: every row of an older one is visible, or never will be."""

    template = "pg_snapshot_xmin(pg_current_snapshot())"
    output_field = TransactionIdField()
