"""Amounts of money: exact, of one currency, and never a bare number."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final, Self

from accounts.values import currencies
from wallet.money.refusals import InvalidAmount, TooManyDecimals, UnknownCurrency

SCALE_DIGITS: Final = 4
UNITS: Final = 10**SCALE_DIGITS
BASE_CURRENCY: Final = currencies.BASE_CURRENCY
PLAY_MONEY: Final = currencies.PLAY_MONEY
MINOR_DIGITS: Final = currencies.MINOR_DIGITS

_PLAIN = re.compile(rf"-?[0-9]{{1,15}}(?:\.[0-9]{{1,{SCALE_DIGITS}}})?")
_TOO_FINE = re.compile(r"-?[0-9]{1,15}\.[0-9]{1,100}")


@dataclass(frozen=True, slots=True, order=False, eq=False)
class Money:
    """`units` of 10^-4 of `currency`. Immutable and hashable.

    Adds, subtracts and compares with the same currency only, and multiplies by integers; anything else is a TypeError, including a
    comparison with a number.
    """

    units: int
    currency: str

    def __post_init__(self) -> None:
        if type(self.units) is not int:
            raise TypeError(f"units are whole numbers, not {self.units!r}")
        if self.currency not in MINOR_DIGITS:
            raise UnknownCurrency(detail=self.currency)

    @classmethod
    def zero(cls, currency: str) -> Self:
        return cls(0, currency)

    @classmethod
    def parse(cls, text: str, currency: str) -> Self:
        """Parse an exact decimal such as "0.10": a point, at most four decimals, no exponent.

        Raises TooManyDecimals, InvalidAmount, UnknownCurrency; TypeError unless `text` is a string.
        """
        if not isinstance(text, str):
            raise TypeError(f"an amount is parsed from text, not from {text!r}")
        if not _PLAIN.fullmatch(text):
            raise (
                TooManyDecimals(detail=text)
                if _TOO_FINE.fullmatch(text)
                else InvalidAmount(detail=text)
            )
        whole, _, decimals = text.lstrip("-").partition(".")
        units = int(whole) * UNITS + int(decimals.ljust(SCALE_DIGITS, "0"))
        return cls(-units if text.startswith("-") else units, currency)

    @property
    def decimal(self) -> Decimal:
        """The exact value, with as many decimals as `text`."""
        return Decimal(self.text)

    @property
    def decimals(self) -> int:
        """Number of decimals to show: the minor unit's, or all four.

        Never three: "23,005" is ambiguous between languages.
        """
        minor = MINOR_DIGITS[self.currency]
        return SCALE_DIGITS if self.units % 10 ** (SCALE_DIGITS - minor) else minor

    @property
    def whole(self) -> Self:
        """The amount rounded down to the smallest coin."""
        coin = 10 ** (SCALE_DIGITS - MINOR_DIGITS[self.currency])
        return replace(self, units=self.units - self.units % coin)

    @property
    def dust(self) -> "Money":
        """The part below the smallest coin."""
        return self - self.whole

    @property
    def text(self) -> str:
        """The value with a point, without the currency: "10.00", "10.0050"."""
        whole, rest = divmod(abs(self.units), UNITS)
        sign = "-" if self.units < 0 else ""
        return f"{sign}{whole}.{rest:0{SCALE_DIGITS}d}"[: self.decimals - SCALE_DIGITS or None]

    def __str__(self) -> str:
        """The value and its currency: "10.00 USD"."""
        return f"{self.text} {self.currency}"

    def __add__(self, other: "Money") -> "Money":
        return Money(self.units + self._same(other), self.currency)

    def __sub__(self, other: "Money") -> "Money":
        return Money(self.units - self._same(other), self.currency)

    def __neg__(self) -> "Money":
        return Money(-self.units, self.currency)

    def __mul__(self, factor: int) -> "Money":
        if type(factor) is not int:
            raise TypeError(f"money is multiplied with whole numbers, not {factor!r}")
        return Money(self.units * factor, self.currency)

    __rmul__ = __mul__

    def __bool__(self) -> bool:
        return self.units != 0

    def __eq__(self, other: object) -> bool:
        """True if the units are equal; anything but money of the same currency is a TypeError."""
        return self.units == self._same(other)

    def __lt__(self, other: "Money") -> bool:
        return self.units < self._same(other)

    def __le__(self, other: "Money") -> bool:
        return self.units <= self._same(other)

    def __gt__(self, other: "Money") -> bool:
        return self.units > self._same(other)

    def __ge__(self, other: "Money") -> bool:
        return self.units >= self._same(other)

    def __hash__(self) -> int:
        return hash((self.units, self.currency))

    def _same(self, other: object) -> int:
        if not isinstance(other, Money):
            raise TypeError(f"{self!r} goes with money only, not with {other!r}")
        if other.currency != self.currency:
            raise TypeError(f"{self!r} does not go with {other!r}: the currencies differ")
        return other.units


def smallest_coin(currency: str) -> int:
    """Return the smallest coin of a currency in units of 10^-4."""
    return int(10 ** (SCALE_DIGITS - MINOR_DIGITS[currency]))


def round_down_to_coin(money: Money) -> Money:
    """Return `money` rounded down to the smallest coin; the rest stays with the player."""
    return money.whole


def missing_to_coin(money: Money) -> Money:
    """Return the amount missing to the next whole coin; zero if there are only whole coins."""
    return Money(-money.units % smallest_coin(money.currency), money.currency)
