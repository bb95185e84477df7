"""Accounts, transfers and entries, and money held by rounds, withdrawals and debts.

Python never writes these tables: every row comes from the SQL function `post()` (wallet/sql); PostgreSQL refuses anything else by
rights, constraints and triggers. Amounts are BIGINT in units of 10^-4 of the currency.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from journal.values.transaction_ids import ClockTime, CurrentTransaction, TransactionIdField
from wallet.ledger.models.reference import Currency, HouseAccount


class TransferKind(models.TextChoices):
    """Kind of a transfer; a new kind needs a migration."""

    DEPOSIT = "deposit", _("Deposit")
    BET = "bet", _("Bet")
    SETTLE = "settle", _("Payout")
    REFUND = "refund", _("Refund")
    REVERSE = "reverse", _("Reversal")
    EXCHANGE = "exchange", _("Exchange")
    WITHDRAW = "withdraw", _("Withdrawal requested")
    PAY_OUT = "pay_out", _("Withdrawal paid")
    CANCEL_WITHDRAWAL = "cancel_withdrawal", _("Withdrawal refused")
    ADJUST = "adjust", _("Adjustment")
    BONUS = "bonus", _("Bonus")
    VOID = "void", _("Round voided")
    OWE = "owe", _("Owed by the player")
    COLLECT = "collect", _("Owed amount paid")
    SUSPEND = "suspend", _("Stakes suspended")
    REDEEM = "redeem", _("Points redeemed")
    REPAY = "repay", _("Amount owed set off")
    ADVANCE = "advance", _("Recorded as amount owed")
    WITHHOLD = "withhold", _("Tax on winnings")
    REMIT = "remit", _("Tax paid to the authority")


class Account(models.Model):
    """A player's balance in one currency, or a house account, which stores no balance."""

    id = models.BigAutoField(primary_key=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    house_code = models.CharField(max_length=20, choices=HouseAccount.choices, null=True)  # noqa: DJ001  null: not the house's
    currency = models.ForeignKey(Currency, on_delete=models.PROTECT, db_index=False)
    balance = models.BigIntegerField(default=0, db_default=0)
    seq = models.BigIntegerField(default=0, db_default=0)
    opened_at = models.DateTimeField(db_default=ClockTime())
    floor = models.BigIntegerField(null=True, editable=False)

    class Meta:
        """One account per owner and currency; no overdraft except in play money.

        A trigger checks at opening that an account has one owner and is empty, and sets the minimum balance (`floor`,
        none in play money). A CHECK with a constant would be parsed with every movement. Owner and floor never change.
        """

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
                name="wallet_account_not_negative", condition=Q(balance__gte=F("floor"))
            ),
        ]

    def __str__(self) -> str:
        owner = self.house_code or f"player {self.player_id}"
        return f"{owner} {self.currency_id}"


class Transfer(models.Model):
    """One movement of money, with its reason.

    `key` is the idempotency key. `amount` of `currency` moves according to the kind; `received` is what a settlement
    returns to the player, or what an exchange gives in `received_currency`. The trigger `wallet_write_transfer` writes the
    entries, refuses rows that the kind does not allow, and checks player and currency: foreign keys would lock their
    rows in each movement.
    """

    id = models.BigAutoField(primary_key=True)
    key = models.UUIDField(unique=True)
    kind = models.CharField(max_length=20, choices=TransferKind.choices)
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
    received = models.BigIntegerField(null=True)
    received_currency = models.ForeignKey(
        Currency,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    round_id = models.UUIDField(null=True)
    withdrawal_id = models.UUIDField(null=True)
    details = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    xact = TransactionIdField(db_default=CurrentTransaction())

    class Meta:
        """Indexes by round, and of exchanges by player.

        The condition names no kind: PostgreSQL would evaluate the operator of a constant with every transfer.
        """

        indexes: ClassVar = [
            models.Index(name="wallet_transfer_of_round", fields=["round_id"]),
            models.Index(
                name="wallet_exchange_of_player",
                fields=["player", "-created_at"],
                condition=models.Q(received_currency__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} #{self.pk}"


class Reversal(models.Model):
    """Pair of a transfer and the one that reverses it; a transfer is reversed at most once."""

    original = models.OneToOneField(
        Transfer, on_delete=models.PROTECT, primary_key=True, related_name="reversal"
    )
    transfer = models.OneToOneField(Transfer, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"#{self.transfer_id} reverses #{self.original_id}"


class Entry(models.Model):
    """One leg of a transfer on one account, written by the transfer's trigger only.

    A player's entry has the account's gapless `seq` and the balance after it; a house entry has neither. The table is
    partitioned by month and therefore created in SQL (wallet/sql/entry.sql), with the partition column in its keys;
    `wallet.tasks` creates future partitions.
    """

    pk = models.CompositePrimaryKey("transfer_id", "account_id")
    transfer = models.ForeignKey(
        Transfer,
        on_delete=models.PROTECT,
        related_name="entries",
        db_constraint=False,
        db_index=False,
    )
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
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="wallet_entry_seq",
                fields=["account", "seq", "created_at"],
                condition=Q(seq__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.transfer_id} {self.account_id} {self.amount:+d}"


class _OfRound(models.Model):
    """Money of one player in one round, in its one currency."""

    pk = models.CompositePrimaryKey("player_id", "round_id")
    round_id = models.UUIDField()
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
        abstract = True

    def __str__(self) -> str:
        return f"{self.round_id} {self.amount}"


class OpenStake(_OfRound):
    """Stake that an open round holds for one player; deleted when the round is settled."""

    class Meta:
        """A round never releases more than it holds."""

        db_table = "wallet_open_stake"
        constraints: ClassVar = [
            models.CheckConstraint(name="wallet_open_stake_amount", condition=Q(amount__gt=0)),
        ]


class WithdrawalHold(models.Model):
    """Money held for a withdrawal until it is paid or cancelled.

    The closed row stays, so a withdrawal id is used once.
    """

    withdrawal_id = models.UUIDField(primary_key=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_constraint=False
    )
    currency = models.ForeignKey(
        Currency, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    amount = models.BigIntegerField()
    is_open = models.BooleanField()

    class Meta:
        db_table = "wallet_withdrawal_hold"

    def __str__(self) -> str:
        return f"{self.withdrawal_id} {self.amount}"


class Cause(models.TextChoices):
    ROUND = "round", _("Voided round")
    DEPOSIT = "deposit", _("Reversed deposit")


class Receivable(_OfRound):
    """A player's debt to the house; deleted when paid in full.

    `round_id` is the public id of the voided round, or the reference of the reversed deposit, depending on `cause`.
    """

    cause = models.CharField(max_length=7, choices=Cause, default=Cause.ROUND, db_default="round")
    since = models.DateTimeField(db_default=ClockTime())

    class Meta:
        """Never collects more than is owed."""

        db_table = "wallet_receivable"
        constraints: ClassVar = [
            models.CheckConstraint(name="wallet_receivable_amount", condition=Q(amount__gt=0)),
            models.CheckConstraint(
                name="wallet_receivable_cause", condition=Q(cause__in=["round", "deposit"])
            ),
        ]


class WithheldTax(models.Model):
    """Tax that a transfer took from a player for the authority; negative if it gave it back, or if the authority was paid.

    The sum of a currency is the balance of the house account `tax`, the sum of a player what is owed for them.
    """

    transfer = models.OneToOneField(
        Transfer, on_delete=models.PROTECT, primary_key=True, related_name="+", db_constraint=False
    )
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
    at = models.DateTimeField()

    class Meta:
        db_table = "wallet_withheld_tax"
        indexes: ClassVar = [
            models.Index(name="wallet_withheld_tax_at", fields=["currency", "at"]),
        ]

    def __str__(self) -> str:
        return f"#{self.transfer_id} {self.amount:+d}"
