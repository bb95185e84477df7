"""A player's balances, and their total in one currency."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_DOWN, Decimal

from wallet.ledger.selectors import funds
from wallet.money.values import BASE_CURRENCY, MINOR_DIGITS, PLAY_MONEY, Money, round_down_to_coin
from wallet.rates.refusals import NoRate
from wallet.rates.selectors import rates
from wallet.rates.values import convert_to_usd


@dataclass(frozen=True, slots=True)
class CurrencyHolding:
    """Available balance in one currency, with the amounts held in play and for withdrawals."""

    currency: str
    available: Money
    in_play: Money
    withdrawing: Money

    @property
    def is_play_money(self) -> bool:
        return self.currency == PLAY_MONEY


@dataclass(frozen=True, slots=True)
class HoldingsTotal:
    """Total of all balances in one currency.

    `as_of` is the time of the oldest rate used, None if none was; `left_out` lists the currencies without a rate.
    """

    money: Money
    as_of: datetime | None
    left_out: tuple[str, ...]


def load_holdings(player_id: int) -> list[CurrencyHolding]:
    """Return a player's balances, base currency first. Three queries."""
    parts = (
        funds.balances(player_id),
        funds.load_money_in_play(player_id),
        funds.load_money_in_withdrawals(player_id),
    )
    found = [{money.currency: money for money in part} for part in parts]
    codes = {BASE_CURRENCY}.union(*found)
    ordered = sorted(codes, key=lambda code: list(MINOR_DIGITS).index(code))
    return [
        CurrencyHolding(code, *(part.get(code, Money.zero(code)) for part in found))
        for code in ordered
    ]


def total_in_currency(balances: Iterable[Money], currency: str) -> HoldingsTotal:
    """Return the total of real balances at the latest rates, rounded down to the minor unit of `currency`.

    Without a rate for `currency` the total is in the base currency. Currencies without a rate are in `left_out`. One
    query per currency.
    """
    units, left_out, times = Decimal(0), [], []
    try:
        target = rates.latest_rate(currency)
    except NoRate:
        return total_in_currency(balances, BASE_CURRENCY)
    for money in balances:
        if money.currency == PLAY_MONEY or not money:
            continue
        if money.currency == currency:
            units += money.units
            continue
        try:
            quote = rates.latest_rate(money.currency)
        except NoRate:
            left_out.append(money.currency)
            continue
        units += Decimal(money.units) * quote.rate / target.rate
        times += [one.as_of for one in (quote, target) if one.currency != BASE_CURRENCY]
    whole = int(units.to_integral_value(rounding=ROUND_DOWN))
    return HoldingsTotal(
        round_down_to_coin(Money(whole, currency)), min(times, default=None), tuple(left_out)
    )


def worth_in_usd(money: Money) -> tuple[Money, Decimal]:
    """Return the USD value of `money` and the rate used. Raises NoRate."""
    quote = rates.latest_rate(money.currency)
    return convert_to_usd(money, quote.rate), quote.rate
