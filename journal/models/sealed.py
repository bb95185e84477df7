"""Base class of records that are sealed together with the ledger."""

from django.db import models

from journal.values.transaction_ids import CurrentTransaction, TransactionIdField


class Sealed(models.Model):
    """Record about money outside the ledger tables, sealed with them (`wallet_sealed_records` in wallet/sql/seals.sql).

    A trigger sets `xact`.
    """

    xact = TransactionIdField(db_default=CurrentTransaction(), editable=False)

    class Meta:
        abstract = True
