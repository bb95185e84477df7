"""Debts of players to the house, and their payment from balances."""

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from django.db import connection

from wallet.debts.values import Debt, PaidDebt, SetOff, plan_set_off
from wallet.ledger.models import Cause, Transfer, TransferKind
from wallet.ledger.selectors import funds
from wallet.ledger.selectors.round_numbers import RoundNumber, round_number_sql
from wallet.money.values import PLAY_MONEY, Money
from wallet.rates.selectors.rates import REAL, latest_rates

_DEBTS: Final = f"""
    SELECT owed.cause, owed.round_id, owed.currency_id, owed.amount, owed.since,
           owed.round_id IN (SELECT wallet_disputed_debts(%(player)s)),
           {round_number_sql("owed.round_id")}
    FROM wallet_receivable AS owed
    WHERE owed.player_id = %(player)s ORDER BY owed.since, owed.round_id
"""  # noqa: S608 - written in code


def load_debts(player_id: int) -> list[Debt]:
    """Return a player's debts, oldest first. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_DEBTS, {"player": player_id})
        rows = cursor.fetchall()
    return [
        Debt(Cause(cause), cause_id, Money(units, currency), since, disputed, number)
        for cause, cause_id, currency, units, since, disputed, number in rows
    ]


def disputed_debts(players: Iterable[int]) -> set[tuple[int, UUID]]:
    """Return the disputed debts of these players as (player id, cause id). One query."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT player, wallet_disputed_debts(player) FROM unnest(%s::bigint[]) AS player",
            [sorted(set(players))],
        )
        return set(cursor.fetchall())


def find_paid_debts(player_id: int, xact: str) -> list[PaidDebt]:
    """Return the debts paid in this transaction, which requested a withdrawal or closed the account. One query."""
    rows = Transfer.objects.filter(
        player_id=player_id, xact=xact, kind=TransferKind.REPAY
    ).order_by("id")
    numbered = rows.annotate(round_number=RoundNumber("wallet_transfer.round_id"))
    return [
        PaidDebt(
            Money(one.amount, one.currency_id),
            Cause(one.details["cause"]),
            one.round_id,
            one.round_number,
        )
        for one in numbered
        if one.round_id
    ]


def current_set_off(player_id: int, last: str | None = None) -> SetOff:
    """Return the set-off as of now; `last` is the currency withdrawn. Two queries without debts, three with."""
    return set_off_for(player_id, load_debts(player_id), last)


def set_off_for(player_id: int, debts: list[Debt], last: str | None = None) -> SetOff:
    """Return the set-off for debts already loaded. One query without debts, two with."""
    balances = funds.balances(player_id)
    if not debts:
        real = {one.currency: one for one in balances if one.currency != PLAY_MONEY}
        return SetOff(balances=real, free=dict(real))
    return plan_set_off(debts, balances, latest_rates(REAL), last)


def withdrawable_amounts(player_id: int) -> dict[str, Money]:
    """Return the amount that can be withdrawn in each currency. Three queries at most.

    For each currency it is assumed that the other balances pay debts first.
    """
    debts, balances = load_debts(player_id), funds.balances(player_id)
    real = {one.currency: one for one in balances if one.currency != PLAY_MONEY}
    if not debts:
        return real
    quotes = latest_rates(REAL)
    return {code: plan_set_off(debts, balances, quotes, code).withdrawable(code) for code in real}
