"""Amounts offered as buttons, of a size usual in each currency."""

from collections.abc import Iterator
from typing import Final

from wallet.money.values import Money, smallest_coin

_PARTS: Final = (1000, 400, 200, 100)  # fractions of the maximum: 10, 25, 50 and 100 of 10,000
_DIGITS: Final = 2  # significant digits of an amount


def quick_amounts(least: Money, most: Money) -> list[Money]:
    """Return round amounts between the minimum and maximum payment of a currency, smallest first."""
    return list(_round_amounts(least, most))


def _round_amounts(least: Money, most: Money) -> Iterator[Money]:
    for part in _PARTS:
        units = most.units // part
        step = max(10 ** (len(str(units)) - _DIGITS), smallest_coin(most.currency))
        amount = Money(units - units % step, most.currency)
        if amount and least <= amount <= most:
            yield amount
