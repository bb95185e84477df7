"""Months in the archive, proposals to detach them, and what a detached month leaves behind."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from approvals.models import PersonDecision, Proposal
from journal.models.sealed import Sealed
from journal.values.transaction_ids import ClockTime
from wallet.ledger.models import Account, Currency, HouseAccount


class Source(models.TextChoices):
    """Partitioned table whose months are archived."""

    ENTRIES = "wallet_entry", _("Ledger entries")
    DECISIONS = "casino_decision", _("Decisions")


class ArchivedMonth(Sealed):
    """Files of one partition, written once and compared with the database. Append-only.

    `since` is null for a partition with everything before `until`. `totals` are the sums of all amounts by currency,
    `files` maps a file name to its rows, bytes and SHA-256.
    """

    id = models.BigAutoField(primary_key=True)
    source = models.CharField(max_length=20, choices=Source)
    part = models.CharField(max_length=63, unique=True)
    since = models.DateTimeField(null=True)
    until = models.DateTimeField()
    rows = models.BigIntegerField()
    totals = models.JSONField(default=dict)
    files = models.JSONField(default=dict)
    written_at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        db_table = "wallet_archived_month"

    def __str__(self) -> str:
        return self.part


class Detachment(Sealed, Proposal):
    """Proposal to detach an archived month from the database."""

    id = models.BigAutoField(primary_key=True)
    month = models.ForeignKey(ArchivedMonth, on_delete=models.PROTECT, related_name="detachments")

    class Meta:
        db_table = "wallet_detachment"

    def __str__(self) -> str:
        return f"DET-{self.pk}"


class DetachmentDecision(Sealed, PersonDecision):
    """Another person's decision. Approved: the next run of `detach_months` detaches the month."""

    proposal = models.OneToOneField(
        Detachment, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        db_table = "wallet_detachment_decision"


class DetachedMonth(models.Model):
    """A month whose rows are only in the archive. Written by `wallet_detach_month()`.

    `block` is the last block of the seal chain with rows of the month: `verify_archive` checks the blocks up to it.
    """

    month = models.OneToOneField(
        ArchivedMonth, on_delete=models.PROTECT, primary_key=True, related_name="detached"
    )
    block = models.BigIntegerField(null=True)
    detached_at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        db_table = "wallet_detached_month"

    def __str__(self) -> str:
        return str(self.month)


class CarriedBalance(models.Model):
    """Entries of one account in a detached month: their number and sum, and a player's last number and balance.

    Written by `wallet_detach_month()`; the ledger check adds it to the entries that remain.
    """

    id = models.BigAutoField(primary_key=True)
    month = models.ForeignKey(
        DetachedMonth, on_delete=models.PROTECT, related_name="balances", db_index=False
    )
    account = models.ForeignKey(
        Account, on_delete=models.PROTECT, related_name="carried", db_index=False
    )
    entries = models.BigIntegerField()
    amount = models.DecimalField(max_digits=40, decimal_places=0)
    last_seq = models.BigIntegerField(null=True)
    balance_after = models.BigIntegerField(null=True)

    class Meta:
        db_table = "wallet_carried_balance"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "month"], name="wallet_carried_once")
        ]

    def __str__(self) -> str:
        return f"{self.account_id}: {self.amount}"


class CarriedHold(models.Model):
    """Money that a round, withdrawal or debt moved in a detached month and that was not settled in it."""

    id = models.BigAutoField(primary_key=True)
    month = models.ForeignKey(DetachedMonth, on_delete=models.PROTECT, related_name="holds")
    house_code = models.CharField(max_length=20, choices=HouseAccount.choices)
    reference = models.UUIDField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    currency = models.ForeignKey(
        Currency, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    amount = models.BigIntegerField()

    class Meta:
        db_table = "wallet_carried_hold"

    def __str__(self) -> str:
        return f"{self.house_code} {self.reference}: {self.amount}"
