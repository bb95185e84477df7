"""Deposits and withdrawals: of a player, waiting, charged back."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet, Subquery, Sum
from django.utils import timezone

from wallet.cash.models import (
    CHARGED_BACK,
    GONE,
    MAY_BE_HELD,
    OPEN_WITHDRAWALS,
    Correction,
    Deposit,
    DepositState,
    DepositStep,
    ProviderEvent,
    Withdrawal,
    WithdrawalState,
    WithdrawalStep,
)
from wallet.money.values import (
    BASE_CURRENCY,
    Money,
)

DAY: Final = timedelta(hours=24)


_DEAD: Final = (
    DepositState.REFUSED,
    DepositState.FAILED,
    DepositState.EXPIRED,
    WithdrawalState.REFUSED,
)


def sum_payments_since(
    model: type[Deposit] | type[Withdrawal],
    player_id: int,
    since: datetime,
    *,
    provider: str | None = None,
) -> Money:
    """Return the USD value of a player's payments requested after `since`, except failed, refused and expired ones."""
    rows = model.objects.filter(player_id=player_id, created_at__gt=since)
    if provider is not None:
        rows = rows.filter(provider=provider)
    found = rows.exclude(state__in=_DEAD).aggregate(worth=Sum("amount_usd"))
    return Money(int(found["worth"] or 0), BASE_CURRENCY)


def sum_recent_withdrawals(player_id: int) -> Money:
    """Return the USD value of withdrawals that count towards the 24-hour limit."""
    return sum_payments_since(Withdrawal, player_id, timezone.now() - DAY)


def list_deposits(player_id: int | None = None) -> QuerySet[Deposit]:
    """Return deposits, newest first."""
    rows = Deposit.objects.select_related("player").order_by("-id")
    return rows if player_id is None else rows.filter(player_id=player_id)


def list_withdrawals(player_id: int | None = None) -> QuerySet[Withdrawal]:
    """Return withdrawals, newest first."""
    rows = Withdrawal.objects.select_related("player").order_by("-id")
    return rows if player_id is None else rows.filter(player_id=player_id)


def holdable_withdrawals(player_id: int) -> QuerySet[Withdrawal]:
    """Return the withdrawals of a player that can be held, oldest first."""
    return Withdrawal.objects.filter(player=player_id, state__in=MAY_BE_HELD).order_by("id")


def charged_back_deposits() -> QuerySet[Deposit]:
    """Return credited deposits with a charge-back and no reversal proposed since, oldest first."""
    return _charged_back(Correction.objects.all())


def find_pending_charge_back(player_id: int) -> ProviderEvent | None:
    """Return the latest charge-back of this player's deposits on which no reversal was decided; None without one."""
    open_ = _charged_back(Correction.objects.filter(decision__isnull=False)).filter(
        player=player_id
    )
    rows = ProviderEvent.objects.filter(deposit__in=open_, outcome=CHARGED_BACK)
    return rows.order_by("-pk").first()


def _charged_back(answers: QuerySet[Correction]) -> QuerySet[Deposit]:
    """Return charged-back deposits without a later correction in `answers`."""
    said = ProviderEvent.objects.filter(deposit=OuterRef("pk"), outcome=CHARGED_BACK)
    credited = DepositStep.objects.filter(deposit=OuterRef("pk"), to_state=DepositState.CREDITED)
    rows = (
        list_deposits()
        .filter(Exists(said), state=DepositState.CREDITED)
        .annotate(
            charged_back_at=Subquery(said.order_by("-pk").values("received_at")[:1]),
            credit=Subquery(credited.values("transfer")[:1]),
        )
    )
    later = answers.filter(original=OuterRef("credit"), proposed_at__gt=OuterRef("charged_back_at"))
    return rows.filter(~Exists(later)).order_by("pk")


def find_open_withdrawals(players: Iterable[int]) -> QuerySet[Withdrawal]:
    """Return the unfinished withdrawals of these players, oldest first."""
    rows = Withdrawal.objects.filter(player__in=players, state__in=OPEN_WITHDRAWALS)
    return rows.select_related("player").order_by("id")


def known_destinations(player_id: int) -> set[str]:
    """Return the digests of all destinations a player has requested, refused ones included. One query."""
    rows = Withdrawal.objects.filter(player_id=player_id).order_by()
    return set(rows.values_list("destination_digest", flat=True).distinct())


def load_latest_payments(player_id: int, count: int = 10) -> list[Deposit | Withdrawal]:
    """Return a player's latest deposits and withdrawals together, newest first. Two queries."""
    found: list[Deposit | Withdrawal] = [
        *list_deposits(player_id)[:count],
        *list_withdrawals(player_id)[:count],
    ]
    return sorted(found, key=lambda one: one.created_at, reverse=True)[:count]


def load_receipts(transfers: Iterable[int]) -> Mapping[int, tuple[str, UUID, str]]:
    """Return kind, reference and number of the receipt of each transfer that has one. Two queries."""
    wanted, found = list(transfers), {}
    for step in DepositStep.objects.filter(transfer_id__in=wanted).select_related("deposit"):
        found[step.transfer_id] = ("deposit", step.deposit.reference, step.deposit.number)
    for one in WithdrawalStep.objects.filter(transfer_id__in=wanted).select_related("withdrawal"):
        found[one.transfer_id] = ("withdrawal", one.withdrawal.reference, one.withdrawal.number)
    return {transfer: receipt for transfer, receipt in found.items() if transfer is not None}


def sum_open_withdrawals() -> Mapping[str, Money]:
    """Return the total of unfinished withdrawals, by currency. One query."""
    sums: defaultdict[str, int] = defaultdict(int)
    rows = Withdrawal.objects.filter(state__in=OPEN_WITHDRAWALS)
    for currency, units in rows.values_list("currency_id").annotate(held=Sum("units")):
        sums[currency] += int(units)
    return {code: Money(units, code) for code, units in sorted(sums.items())}


def find_deposit_corrections(history: Sequence[DepositStep]) -> QuerySet[Correction]:
    """Return the corrections proposed for a deposit with these steps, newest first."""
    moved = [step.transfer_id for step in history if step.transfer_id is not None]
    rows = Correction.objects.filter(original_id__in=moved)
    return rows.select_related("decision__decided_by").order_by("-id")


def is_money_gone(deposit: Deposit) -> bool:
    """Return whether the provider has reported that the money of a deposit was charged back or returned."""
    return ProviderEvent.objects.filter(deposit=deposit, outcome__in=[CHARGED_BACK, GONE]).exists()
