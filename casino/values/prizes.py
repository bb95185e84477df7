"""Prizes and the tax on them: pure arithmetic for settlement and reports.

A prize is what a round returned less everything that was staked in it by one player: all boxes and bets behind, side bets,
insurance, doubles and splits. Per session, it is the sum over the rounds of a session.
"""

from decimal import ROUND_HALF_EVEN, Decimal
from typing import Final, Protocol

from profiles.values.kinds import StatedAmount
from wallet.money.values import PLAY_MONEY, UNITS, smallest_coin

WITHHELD: Final = "withheld"
PER_SESSION: Final = "session"
_WHOLE: Final = 100  # percent
_TAX: Final = "tax:"


class TaxTerms(Protocol):
    """What a profile says about the tax on winnings."""

    @property
    def winnings_tax(self) -> str: ...
    @property
    def winnings_tax_above(self) -> tuple[StatedAmount, ...]: ...
    @property
    def winnings_tax_percent(self) -> Decimal: ...


def find_tax_threshold(currency: str, terms: TaxTerms) -> int | None:
    """Return the prize above which winnings are taxed, in units; None where those of this currency are not."""
    if terms.winnings_tax == "none" or currency == PLAY_MONEY:
        return None
    stated = (one for one in terms.winnings_tax_above if one.currency == currency)
    return next((int(one.amount * UNITS) for one in stated), None)


def compute_prize_tax(prize: int, currency: str, terms: TaxTerms) -> int:
    """Return the tax on a whole prize above its threshold, in units: half even to the smallest coin, never above the prize."""
    threshold = find_tax_threshold(currency, terms)
    if threshold is None or prize <= max(threshold, 0):
        return 0
    coin = smallest_coin(currency)
    coins = (prize * terms.winnings_tax_percent / (_WHOLE * coin)).quantize(
        Decimal(1), ROUND_HALF_EVEN
    )
    return min(int(coins) * coin, prize)


def session_tax_key(currency: str) -> str:
    """Return the key under which the results of a session have the tax withheld from it."""
    return _TAX + currency
