"""The tables of the ledger, as Django sees them.

Python never writes to them: every row but a rate comes from the SQL function `post()`
(wallet/sql), and PostgreSQL refuses anything else by right, constraint and trigger.
Amounts are BIGINT in units of 10^-4 of the currency.
"""

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F, Func, Q
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    TextField = models.Field[str, str]
else:
    TextField = models.Field


class TransactionIdField(TextField):
    """A PostgreSQL `xid8`: the transaction that wrote the row."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:  # noqa: ARG002  Django's signature
        """Name the column's type."""
        return "xid8"


class CurrentTransaction(Func):
    """The id of the running transaction, the same inside its savepoints."""

    function = "pg_current_xact_id"
    output_field = TransactionIdField()


class ClockTime(Func):
    """The time now, not that of the transaction's start."""

    function = "clock_timestamp"
    output_field = models.DateTimeField()


class Kind(models.TextChoices):
    """What a transfer may be; a later kind comes with a migration."""

    DEPOSIT = "deposit", _("Deposit")
    BET = "bet", _("Stake")
    SETTLE = "settle", _("Paid back")
    REFUND = "refund", _("Refund")
    REVERSE = "reverse", _("Correction")


class House(models.TextChoices):
    """The accounts of the house, one of each per currency, without a stored balance."""

    BANK = "bank", _("Bank")
    IN_PLAY = "in_play", _("In play")
    GAME_RESULT = "game_result", _("Game result")


class Currency(models.Model):
    """A currency of the house; `PLY` is play money and has no rate."""

    code = models.CharField(max_length=3, primary_key=True)
    minor_digits = models.PositiveSmallIntegerField()

    class Meta:
        """Minor units fit into the ledger's scale."""

        constraints: ClassVar = [
            models.CheckConstraint(
                name="wallet_currency_minor_digits", condition=Q(minor_digits__lte=4)
            ),
        ]

    def __str__(self) -> str:
        """Return the ISO code."""
        return self.code


class Account(models.Model):
    """A player's balance in one currency, or an account of the house, which stores none."""

    id = models.BigAutoField(primary_key=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    house_code = models.CharField(max_length=20, choices=House.choices, null=True)  # noqa: DJ001  null: not the house's
    currency = models.ForeignKey(Currency, on_delete=models.PROTECT, db_index=False)
    balance = models.BigIntegerField(default=0, db_default=0)
    seq = models.BigIntegerField(default=0, db_default=0)
    opened_at = models.DateTimeField(db_default=ClockTime())

    class Meta:
        """One owner, one account per owner and currency, and no overdraft but in play money."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                name="wallet_account_player",
                fields=["player", "currency"],
                condition=Q(player__isnull=False),
            ),
            models.UniqueConstraint(
                name="wallet_account_house",
                fields=["house_code", "currency"],
                condition=Q(house_code__isnull=False),
            ),
            models.CheckConstraint(
                name="wallet_account_one_owner",
                condition=Q(player__isnull=False, house_code__isnull=True)
                | Q(player__isnull=True, house_code__isnull=False, house_code__in=House.values),
            ),
            models.CheckConstraint(
                name="wallet_account_not_negative", condition=Q(balance__gte=0) | Q(currency="PLY")
            ),
            models.CheckConstraint(
                name="wallet_account_house_unstored",
                condition=Q(player__isnull=False) | Q(balance=0, seq=0),
            ),
            models.CheckConstraint(name="wallet_account_seq", condition=Q(seq__gte=0)),
        ]

    def __str__(self) -> str:
        """Owner and currency, for logs."""
        owner = self.house_code or f"player {self.player_id}"
        return f"{owner} {self.currency_id}"


class Transfer(models.Model):
    """One movement of money, with the reason for it; its entries add up to zero."""

    id = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=20, choices=Kind.choices)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    round_id = models.UUIDField(null=True)
    details = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    xact = TransactionIdField(db_default=CurrentTransaction())

    class Meta:
        """Every kind there is moves one player's money; stakes belong to a round."""

        constraints: ClassVar = [
            models.CheckConstraint(name="wallet_transfer_kind", condition=Q(kind__in=Kind.values)),
            models.CheckConstraint(
                name="wallet_transfer_round",
                condition=Q(kind=Kind.REVERSE)
                | Q(kind=Kind.DEPOSIT, round_id__isnull=True)
                | Q(kind__in=[Kind.BET, Kind.SETTLE, Kind.REFUND], round_id__isnull=False),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                name="wallet_transfer_of_round",
                fields=["round_id"],
                condition=Q(round_id__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        """Kind and number, for logs."""
        return f"{self.kind} #{self.pk}"


class Idempotency(models.Model):
    """The caller's key of a transfer and the hash of what was asked with it."""

    key = models.UUIDField(primary_key=True)
    request_hash = models.BinaryField()
    transfer = models.OneToOneField(Transfer, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        """Return the key."""
        return str(self.key)


class Reversal(models.Model):
    """A transfer undone by another one, once."""

    original = models.OneToOneField(
        Transfer, on_delete=models.PROTECT, primary_key=True, related_name="reversal"
    )
    transfer = models.OneToOneField(Transfer, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        """Both numbers, for logs."""
        return f"#{self.transfer_id} reverses #{self.original_id}"


class Entry(models.Model):
    """One leg of a transfer on one account.

    A player's entry carries the account's gapless `seq` and the balance after it; an
    entry of the house has neither. That its account exists, in this currency, is checked
    by trigger at commit: a foreign key would lock the house's rows in every transfer.
    """

    id = models.BigAutoField(primary_key=True)
    transfer = models.ForeignKey(Transfer, on_delete=models.PROTECT, related_name="entries")
    account = models.ForeignKey(
        Account,
        on_delete=models.PROTECT,
        related_name="entries",
        db_constraint=False,
        db_index=False,
    )
    currency = models.ForeignKey(
        Currency, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    amount = models.BigIntegerField()
    seq = models.BigIntegerField(null=True)
    balance_after = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    xact = TransactionIdField(db_default=CurrentTransaction())

    class Meta:
        """A number in its account is given once; the house has none."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                name="wallet_entry_seq", fields=["account", "seq"], condition=Q(seq__isnull=False)
            ),
            models.CheckConstraint(name="wallet_entry_amount", condition=~Q(amount=0)),
            models.CheckConstraint(
                name="wallet_entry_running",
                condition=Q(seq__isnull=True, balance_after__isnull=True)
                | Q(seq__isnull=False, seq__gte=1, balance_after__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        """Transfer, account and amount, for logs."""
        return f"#{self.transfer_id} {self.account_id} {self.amount:+d}"


class OpenStake(models.Model):
    """What a round holds of one player; the row goes when the round's money has left."""

    pk = models.CompositePrimaryKey("round_id", "player_id", "currency_id")
    round_id = models.UUIDField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_constraint=False
    )
    currency = models.ForeignKey(
        Currency, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    amount = models.BigIntegerField()

    class Meta:
        """More than is held never leaves a round."""

        db_table = "wallet_open_stake"
        constraints: ClassVar = [
            models.CheckConstraint(name="wallet_open_stake_amount", condition=Q(amount__gt=0)),
        ]

    def __str__(self) -> str:
        """Round and amount, for logs."""
        return f"{self.round_id} {self.amount}"


class Rate(models.Model):
    """What one unit of a currency is worth in USD, as said by a source. Never changed."""

    id = models.BigAutoField(primary_key=True)
    currency = models.ForeignKey(
        Currency, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    rate = models.DecimalField(max_digits=24, decimal_places=12)
    source = models.CharField(max_length=60)
    as_of = models.DateTimeField()
    created_at = models.DateTimeField(db_default=ClockTime())

    class Meta:
        """USD is the base and play money has no worth: neither has a rate row."""

        constraints: ClassVar = [
            models.CheckConstraint(name="wallet_rate_positive", condition=Q(rate__gt=0)),
            models.CheckConstraint(
                name="wallet_rate_currency", condition=~Q(currency__in=["USD", "PLY"])
            ),
        ]
        indexes: ClassVar = [
            models.Index(F("currency"), F("as_of").desc(), name="wallet_rate_latest"),
        ]

    def __str__(self) -> str:
        """Currency, rate and source, for logs."""
        return f"{self.currency_id} {self.rate} ({self.source})"
