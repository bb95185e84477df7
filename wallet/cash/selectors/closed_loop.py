"""What goes back to the payment methods of a player's deposits before anything is paid otherwise.

A method is a provider that pays out. Back goes what was deposited by it, less deposits that were reversed or charged back and
less withdrawals by it that were not refused.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db.models import Exists, OuterRef, Sum

from profiles.selectors.in_force import profile_in_force
from wallet.cash.models import (
    CHARGED_BACK,
    GONE,
    Deposit,
    DepositState,
    ProviderEvent,
    Withdrawal,
    WithdrawalState,
)
from wallet.money.values import BASE_CURRENCY, Money
from wallet.providers.services import registry

_SUMS: Final = ("provider", "currency_id")
_USD: Final = Sum("amount_usd")
_Sums = dict[tuple[str, str], tuple[int, int]]


def amounts_to_return(player_id: int, country: str) -> Mapping[str, Money]:
    """Return what goes back by each method first, in US dollars, the largest amount first. Two queries; none if all is free.

    Amounts of one currency cancel exactly, whatever its rate did; the rest counts at the rates of the deposits.
    """
    if not profile_in_force(country).closed_loop_withdrawals:
        return {}
    deposited, paid = _sum_deposits(player_id), _sum_withdrawals(player_id)
    worth: dict[str, int] = dict.fromkeys(registry.payout_providers(), 0)
    for key in deposited.keys() | paid.keys():
        if key[0] in worth:
            worth[key[0]] += _worth_left(deposited.get(key, (0, 0)), paid.get(key, (0, 0)))
    owed = sorted(((units, name) for name, units in worth.items() if units > 0), reverse=True)
    return {name: Money(units, BASE_CURRENCY) for units, name in owed}


def _worth_left(deposited: tuple[int, int], paid: tuple[int, int]) -> int:
    """Return the USD units of what is left; pairs are units of the currency and their USD worth at the time."""
    units, worth = deposited
    return (units - paid[0]) * worth // units if units else -paid[1]


def _sum_deposits(player_id: int) -> _Sums:
    gone = ProviderEvent.objects.filter(deposit=OuterRef("pk"), outcome__in=[CHARGED_BACK, GONE])
    rows = Deposit.objects.filter(player_id=player_id, state=DepositState.CREDITED)
    return _read(rows.filter(~Exists(gone)).values(*_SUMS).annotate(n=Sum("units"), usd=_USD))


def _sum_withdrawals(player_id: int) -> _Sums:
    rows = Withdrawal.objects.filter(player_id=player_id).exclude(state=WithdrawalState.REFUSED)
    return _read(rows.values(*_SUMS).annotate(n=Sum("units"), usd=_USD))


def _read(rows: Iterable[Mapping[str, Any]]) -> _Sums:
    return {(row["provider"], row["currency_id"]): (int(row["n"]), int(row["usd"])) for row in rows}
