"""Balances, held stakes and movements of players, and balances of the house."""

from collections.abc import Mapping
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db import connection
from django.db.models import F, Max, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce, JSONObject

from wallet.ledger.models import (
    Account,
    Entry,
    HouseAccount,
    OpenStake,
    WithdrawalHold,
)
from wallet.money.values import BASE_CURRENCY, Money


def balance(player_id: int, currency: str = BASE_CURRENCY) -> Money:
    """Return a player's available balance; zero without an account. One query."""
    units = (
        Account.objects.filter(player_id=player_id, currency_id=currency)
        .values_list("balance", flat=True)
        .first()
    )
    return Money(units or 0, currency)


def balances(player_id: int) -> list[Money]:
    """Return a player's balances, ordered by currency. One query."""
    accounts = Account.objects.filter(player_id=player_id).order_by("currency_id")
    return [Money(account.balance, account.currency_id) for account in accounts]


def latest_balance(player_id: int) -> Money | None:
    """Return the balance of the account that moved last; None for a player without an account. One query.

    An account whose last movement is in the archive counts as moved at the end of that month.
    """
    moved = Entry.objects.filter(account=OuterRef("pk"), seq=OuterRef("seq")).values("created_at")
    account = (
        Account.objects.filter(player_id=player_id)
        .annotate(moved_at=Coalesce(Subquery(moved[:1]), Max("carried__month__month__until")))
        .order_by(F("moved_at").desc(nulls_last=True), "currency_id")
        .first()
    )
    return None if account is None else Money(account.balance, account.currency_id)


def balances_by_player(player: str) -> ArraySubquery:
    """Return a subquery of the balances of the player in the column `player`, each as `currency` and `units`."""
    accounts = Account.objects.filter(player_id=OuterRef(player)).order_by("currency_id")
    return ArraySubquery(accounts.values(json=JSONObject(currency="currency_id", units="balance")))


def load_money_in_play(player_id: int) -> list[Money]:
    """Return the money that a player's open rounds hold, per currency."""
    held = (
        OpenStake.objects.filter(player_id=player_id)
        .values_list("currency_id")
        .annotate(units=Sum("amount"))
        .order_by("currency_id")
    )
    return [Money(int(units), currency) for currency, units in held]


def load_stake_in_round(player_id: int, round_id: UUID, currency: str) -> Money:
    stakes = OpenStake.objects.filter(player_id=player_id, round_id=round_id, currency_id=currency)
    return Money(stakes.values_list("amount", flat=True).first() or 0, currency)


def load_money_in_withdrawals(player_id: int) -> list[Money]:
    """Return the money that a player's open withdrawals hold, per currency."""
    held = (
        WithdrawalHold.objects.filter(player_id=player_id, is_open=True)
        .values_list("currency_id")
        .annotate(units=Sum("amount"))
        .order_by("currency_id")
    )
    return [Money(int(units), currency) for currency, units in held]


def load_open_stakes() -> Mapping[tuple[UUID, int], Money]:
    """Return the stakes that every open round holds, by (round, player)."""
    return {
        (stake.round_id, stake.player_id): Money(stake.amount, stake.currency_id)
        for stake in OpenStake.objects.all()
    }


def house_balance(code: HouseAccount, currency: str) -> Money:
    """Return the balance of a house account: the rolled-up sum plus later entries."""
    with connection.cursor() as cursor:
        cursor.execute(_HOUSE_BALANCE, [code.value, currency])
        row = cursor.fetchone()
    return Money(int(row[0]) if row else 0, currency)


# One statement, hence one snapshot: adds the entries that are not below the rollup's horizon.
_HOUSE_BALANCE = """
    SELECT coalesce(max(rollup.balance), 0) + coalesce(sum(entry.amount), 0)
    FROM wallet_account AS account
         LEFT JOIN wallet_rollup AS rollup ON rollup.account_id = account.id
         LEFT JOIN wallet_transfer AS transfer ON transfer.xact >= coalesce(rollup.horizon, '0')
         LEFT JOIN wallet_entry AS entry
         ON entry.transfer_id = transfer.id AND entry.created_at = transfer.created_at
            AND entry.account_id = account.id
    WHERE account.house_code = %s AND account.currency_id = %s
"""
