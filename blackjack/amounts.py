"""Amounts as decimal text: exact, no exponent, no trailing zeros."""

import re
from typing import ClassVar

MONEY_PLACES = 4
"""Decimals of money: a unit of the ledger is 10^-4 of a currency."""

_LONGEST = 100
_AT_ONCE = 600
_PLAIN = re.compile(r"([0-9]+)(?:\.([0-9]{1,4}))?", re.ASCII)


class AmountError(ValueError):
    """Not a plain positive decimal number with at most four decimals."""

    code: ClassVar[str] = "invalid_amount"

    def __init__(self, text: object) -> None:
        super().__init__(
            f"{text!r:.40} is no plain positive decimal number with at most four decimals"
        )
        self.text = text


def parse_amount(text: object, places: int = MONEY_PLACES) -> int:
    """Parse decimal text as whole units of 10^-`places`: "2.5" is 25000 with four places.

    Raises AmountError unless the text is a plain positive number with at most `places`, and at most
    four, decimals.
    """
    found = _PLAIN.fullmatch(text) if isinstance(text, str) and len(text) <= _LONGEST else None
    if found is None:
        raise AmountError(text)
    whole, decimals = found[1], (found[2] or "").rstrip("0")
    if len(decimals) > places or not (whole + decimals).strip("0"):
        raise AmountError(text)
    return int(whole + decimals.ljust(places, "0"))


def decimal_text(units: int, places: int = MONEY_PLACES) -> str:
    """Format whole units of 10^-`places` as decimal text: 25000 with four places is "2.5"."""
    whole, part = divmod(abs(units), 10**places)
    sign = "-" if units < 0 else ""
    decimals = f".{part:0{places}}".rstrip("0") if part else ""
    return f"{sign}{_digits(whole)}{decimals}"


def _digits(number: int) -> str:
    """Format an integer of any length; `str` rejects integers of thousands of digits."""
    head, tail = divmod(number, 10**_AT_ONCE)
    return f"{_digits(head)}{tail:0{_AT_ONCE}}" if head else f"{tail}"
