"""What the wallet tells: balances, held stakes, movements, rates."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from uuid import UUID

from django.db.models import Sum

from wallet.errors import NoRate
from wallet.models import Account, Entry, Kind, OpenStake, Rate, Transfer
from wallet.money import BASE_CURRENCY, MINOR_DIGITS, Money


@dataclass(frozen=True, slots=True)
class Quote:
    """What one unit of `currency` is worth in USD, who says so, and since when."""

    currency: str
    rate: Decimal
    source: str
    as_of: datetime


@dataclass(frozen=True, slots=True)
class Movement:
    """One line of a player's statement: an amount, and the balance after it."""

    transfer_id: int
    kind: str
    label: str
    at: datetime
    amount: Money
    balance: Money
    round_id: UUID | None


def balance(player_id: int, currency: str = BASE_CURRENCY) -> Money:
    """Return what a player may spend; zero where no account was opened yet."""
    units = (
        Account.objects.filter(player_id=player_id, currency_id=currency)
        .values_list("balance", flat=True)
        .first()
    )
    return Money(units or 0, currency)


def balances(player_id: int) -> list[Money]:
    """Return the balance of each account that a player has, by currency."""
    accounts = Account.objects.filter(player_id=player_id).order_by("currency_id")
    return [Money(account.balance, account.currency_id) for account in accounts]


def in_play(player_id: int) -> list[Money]:
    """Return what open rounds hold of a player, one amount per currency."""
    held = (
        OpenStake.objects.filter(player_id=player_id)
        .values_list("currency_id")
        .annotate(units=Sum("amount"))
        .order_by("currency_id")
    )
    return [Money(int(units), currency) for currency, units in held]


def in_play_by_round() -> Mapping[tuple[UUID, int], Money]:
    """Return what every open round holds of each of its players: (round, player) → stakes."""
    return {
        (stake.round_id, stake.player_id): Money(stake.amount, stake.currency_id)
        for stake in OpenStake.objects.all()
    }


def movements(player_id: int, *, limit: int = 20) -> list[Movement]:
    """Return a player's latest movements, newest first, over all currencies. Three queries at most.

    The latest of each account are found by the account's own numbers: by id alone, a player who
    has not moved for long would be looked for among everybody's entries.
    """
    latest = [
        Entry.objects.filter(account_id=account, seq__isnull=False).order_by("-seq")[:limit]
        for account in Account.objects.filter(player_id=player_id).values_list("pk", flat=True)
    ]
    if not latest:
        return []
    first, *others = latest
    found = first.union(*others, all=True) if others else first
    entries = sorted(found, key=lambda entry: entry.pk, reverse=True)[:limit]
    transfers = Transfer.objects.in_bulk([entry.transfer_id for entry in entries])
    return [_movement(entry, transfers[entry.transfer_id]) for entry in entries]


def _movement(entry: Entry, transfer: Transfer) -> Movement:
    return Movement(
        transfer_id=transfer.pk,
        kind=transfer.kind,
        label=str(Kind(transfer.kind).label),
        at=entry.created_at,
        amount=Money(entry.amount, entry.currency_id),
        balance=Money(entry.balance_after or 0, entry.currency_id),
        round_id=transfer.round_id,
    )


def rate(currency: str) -> Quote:
    """Return the latest rate of a currency. USD is 1 by definition; raises NoRate without one."""
    if currency == BASE_CURRENCY:
        return Quote(currency, Decimal(1), "definition", datetime.now(UTC))
    if currency not in MINOR_DIGITS:
        raise NoRate(currency)
    row = Rate.objects.filter(currency_id=currency).order_by("-as_of", "-id").first()
    if row is None:
        raise NoRate(currency)
    return Quote(currency, row.rate, row.source, row.as_of)
