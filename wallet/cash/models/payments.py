"""Deposits and withdrawals, and their steps.

Steps are authoritative: a trigger sets `state` from the last step (wallet/sql/cash.sql) and checks the acting user and
that the ledger moved exactly this amount. Append-only. Amounts are BIGINT in units of 10^-4.
"""

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.values.encryption import UnsealFailed
from accounts.values.reasons import translate_reason
from journal.models.sealed import Sealed
from journal.values.transaction_ids import ClockTime
from wallet.cash.models.states import (
    DEPOSIT_MOVES,
    OPEN_WITHDRAWALS,
    WITHDRAWAL_MOVES,
    DepositRefusal,
    DepositReturnReason,
    DepositState,
    WithdrawalRefusal,
    WithdrawalState,
)
from wallet.cash.values.bank_details import BankDetails
from wallet.cash.values.destination_sealing import open_destination
from wallet.ledger.values import NUMBER_DIGITS


def _moves(allowed: dict[str, tuple[str, ...]]) -> Q:
    """Condition that a step is one of `allowed`; "" is the state before the first step."""
    found = Q()
    for before, after in allowed.items():
        found |= Q(from_state=before, to_state__in=after)
    return found


class _Cash(Sealed):
    """Common fields of deposits and withdrawals.

    `key` is the idempotency key, bound to the player; `reference` identifies the payment in URLs and to providers.
    `rate` and `amount_usd` are those at the time of the request.
    """

    id = models.BigAutoField(primary_key=True)
    reference = models.UUIDField(unique=True, default=uuid4)
    key = models.UUIDField(unique=True)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    provider = models.CharField(max_length=20)
    currency = models.ForeignKey(
        "wallet.Currency", on_delete=models.PROTECT, related_name="+", db_index=False
    )
    units = models.BigIntegerField()
    rate = models.DecimalField(max_digits=24, decimal_places=12)
    amount_usd = models.BigIntegerField()
    needs_second = models.BooleanField()
    created_at = models.DateTimeField(db_default=ClockTime())

    class Meta:
        abstract = True


class Deposit(_Cash):
    """Deposit begun by a player or recorded by a cashier."""

    state = models.CharField(max_length=10, choices=DepositState, default=DepositState.REQUESTED)

    class Meta:
        db_table = "wallet_deposit"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="wallet_deposit_amount", condition=Q(units__gt=0, rate__gt=0)
            ),
            models.CheckConstraint(
                name="wallet_deposit_real_money", condition=~Q(currency__in=["PLY"])
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-id"], name="wallet_deposit_of_player"),
            models.Index(
                fields=["id"],
                name="wallet_deposit_waiting",
                condition=Q(state__in=["requested", "pending"]),
            ),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def number(self) -> str:
        """Receipt number, such as D-000012."""
        return f"D-{self.pk:0{NUMBER_DIGITS}d}"


class Withdrawal(_Cash):
    """Withdrawal request; its money is held from the start.

    The destination is encrypted and compared by a keyed digest (`wallet.cash.values.destination_sealing`).
    """

    destination_sealed = models.BinaryField(max_length=1000)
    destination_digest = models.CharField(max_length=64)
    state = models.CharField(
        max_length=10, choices=WithdrawalState, default=WithdrawalState.REQUESTED
    )

    class Meta:
        db_table = "wallet_withdrawal"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="wallet_withdrawal_amount", condition=Q(units__gt=0, rate__gt=0)
            ),
            models.CheckConstraint(
                name="wallet_withdrawal_real_money", condition=~Q(currency__in=["PLY"])
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-id"], name="wallet_withdrawal_of_player"),
            models.Index(
                fields=["id"],
                name="wallet_withdrawal_waiting",
                condition=Q(state__in=OPEN_WITHDRAWALS),
            ),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def destination(self) -> BankDetails | None:
        """The destination, decrypted. Raises UnsealFailed without its key."""
        return open_destination(self.player_id, bytes(self.destination_sealed))

    @property
    def destination_text(self) -> str:
        """Destination as text, or a notice if it cannot be decrypted."""
        try:
            return str(self.destination or "")
        except UnsealFailed:
            return str(_("It cannot be read: its key is missing. Tell an administrator."))

    @property
    def is_to_another(self) -> bool:
        """True if the account holder's name differs from the player's; False if the destination cannot be decrypted."""
        try:
            to = self.destination
        except UnsealFailed:
            return False
        return to is not None and not to.is_held_by(self.player.full_name)

    @property
    def number(self) -> str:
        """Receipt number, such as W-000012."""
        return f"W-{self.pk:0{NUMBER_DIGITS}d}"


class ProviderEvent(Sealed):
    """Authentic callback of a provider, and our answer.

    `answer` is the HTTP status; a repeated callback gets the same one.
    """

    id = models.BigAutoField(primary_key=True)
    provider = models.CharField(max_length=20)
    event = models.CharField(max_length=100)
    body_hash = models.BinaryField(max_length=32)
    body = models.TextField()
    deposit = models.ForeignKey(
        Deposit, on_delete=models.PROTECT, null=True, related_name="provider_events"
    )
    withdrawal = models.ForeignKey(
        Withdrawal, on_delete=models.PROTECT, null=True, related_name="provider_events"
    )
    signed_at = models.DateTimeField()
    received_at = models.DateTimeField(db_default=ClockTime())
    outcome = models.CharField(max_length=20)
    answer = models.PositiveSmallIntegerField()

    class Meta:
        """Event ids are unique per provider."""

        db_table = "wallet_provider_event"
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="wallet_provider_event_once", fields=["provider", "event"]
            ),
            models.CheckConstraint(
                name="wallet_provider_event_of_one",
                condition=Q(deposit__isnull=True) | Q(withdrawal__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.provider} {self.event}"


class _Step(Sealed):
    """One step of a deposit or withdrawal: acting user, time, reason, and its transfer."""

    id = models.BigAutoField(primary_key=True)
    n = models.PositiveSmallIntegerField()
    acting_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    note = models.CharField(max_length=500, blank=True)
    transfer = models.OneToOneField(
        "wallet.Transfer", on_delete=models.PROTECT, null=True, related_name="+"
    )
    event = models.ForeignKey(ProviderEvent, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(db_default=ClockTime())

    class Meta:
        abstract = True

    @property
    def note_text(self) -> str:
        """Note as text for staff; a callback that returns a payment has a `DepositReturnReason` code as its note."""
        ours = self.event_id is not None and self.note in DepositReturnReason.values
        return str(DepositReturnReason(self.note).label) if ours else translate_reason(self.note)


class DepositStep(_Step):
    deposit = models.ForeignKey(Deposit, on_delete=models.PROTECT, related_name="steps")
    from_state = models.CharField(max_length=10, choices=DepositState, blank=True)
    to_state = models.CharField(max_length=10, choices=DepositState)
    told_player = models.CharField(max_length=20, choices=DepositRefusal, null=True)  # noqa: DJ001  null: not refused by staff

    class Meta:
        """Only allowed steps. Crediting and reversing have a transfer; a refusal by staff has a text for the player."""

        db_table = "wallet_deposit_step"
        constraints: ClassVar = [
            models.UniqueConstraint(name="wallet_deposit_step_once", fields=["deposit", "n"]),
            models.CheckConstraint(
                name="wallet_deposit_step_move", condition=_moves(DEPOSIT_MOVES)
            ),
            models.CheckConstraint(
                name="wallet_deposit_step_money",
                condition=Q(to_state__in=["credited", "reversed"], transfer__isnull=False)
                | (~Q(to_state__in=["credited", "reversed"]) & Q(transfer__isnull=True)),
            ),
            models.CheckConstraint(
                name="wallet_deposit_step_reason", condition=~Q(to_state="refused", note="")
            ),
            models.CheckConstraint(
                name="wallet_deposit_step_told",
                condition=Q(
                    to_state="refused",
                    event__isnull=True,
                    told_player__in=DepositRefusal.values,
                    told_player__isnull=False,
                )
                | Q(~Q(to_state="refused") | Q(event__isnull=False), told_player__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"D-{self.deposit_id} {self.n}: {self.to_state}"

    @property
    def player_text(self) -> str:
        """Reason of the refusal for the player; "" unless refused."""
        if self.to_state != DepositState.REFUSED:
            return ""
        return str(self.get_told_player_display()) if self.told_player else self.note_text


class WithdrawalStep(_Step):
    withdrawal = models.ForeignKey(Withdrawal, on_delete=models.PROTECT, related_name="steps")
    from_state = models.CharField(max_length=10, choices=WithdrawalState, blank=True)
    to_state = models.CharField(max_length=10, choices=WithdrawalState)
    told_player = models.CharField(max_length=20, choices=WithdrawalRefusal, null=True)  # noqa: DJ001  null: not refused

    class Meta:
        """Only allowed steps. The first, payment and refusal have a transfer; a refusal has a text for the player."""

        db_table = "wallet_withdrawal_step"
        constraints: ClassVar = [
            models.UniqueConstraint(name="wallet_withdrawal_step_once", fields=["withdrawal", "n"]),
            models.CheckConstraint(
                name="wallet_withdrawal_step_move", condition=_moves(WITHDRAWAL_MOVES)
            ),
            models.CheckConstraint(
                name="wallet_withdrawal_step_money",
                condition=(
                    (Q(from_state="", to_state="requested") | Q(to_state__in=["paid", "refused"]))
                    & Q(transfer__isnull=False)
                )
                | (
                    ~Q(from_state="")
                    & ~Q(to_state__in=["paid", "refused"])
                    & Q(transfer__isnull=True)
                ),
            ),
            models.CheckConstraint(
                name="wallet_withdrawal_step_reason",
                condition=Q(from_state="")
                | Q(to_state__in=["second", "approved", "sent"])
                | Q(event__isnull=False)
                | ~Q(note=""),
            ),
            models.CheckConstraint(
                name="wallet_withdrawal_step_told",
                condition=Q(
                    to_state="refused",
                    told_player__in=WithdrawalRefusal.values,
                    told_player__isnull=False,
                )
                | (~Q(to_state="refused") & Q(told_player__isnull=True)),
            ),
            models.CheckConstraint(
                name="wallet_withdrawal_step_actor",
                condition=Q(acting_user__isnull=False, event__isnull=True)
                | Q(Q(event__isnull=False) | Q(to_state="held"), acting_user__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"W-{self.withdrawal_id} {self.n}: {self.to_state}"

    @property
    def player_text(self) -> str:
        """Text for the player: reason of the refusal, or reference of the payment."""
        if self.to_state == WithdrawalState.REFUSED:
            return str(self.get_told_player_display())
        return self.note if self.to_state == WithdrawalState.PAID else ""
