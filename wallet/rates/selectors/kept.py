"""Rates that a process keeps for a few seconds, for limits that are stated in another currency than a bet's."""

import time
from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Final

from wallet.rates.selectors.rates import latest_rates

KEPT_SECONDS: Final = 15


class _Kept:
    """The currencies that the process asked for, their rates, and until when they are kept."""

    asked: frozenset[str] = frozenset()
    rates: Mapping[str, Decimal] = {}
    until: float = 0.0


def kept_rates(currencies: Collection[str]) -> Mapping[str, Decimal]:
    """Return the latest rates, up to 15 seconds old; a currency without one is left out. One query every 15 seconds."""
    if time.monotonic() >= _Kept.until or not _Kept.asked.issuperset(currencies):
        _Kept.asked |= frozenset(currencies)
        known = latest_rates(_Kept.asked)
        _Kept.rates = {code: quote.rate for code, quote in known.items()}
        _Kept.until = time.monotonic() + KEPT_SECONDS
    return {code: _Kept.rates[code] for code in currencies if code in _Kept.rates}


def forget_rates() -> None:
    """Read the rates again at their next use."""
    _Kept.asked, _Kept.rates, _Kept.until = frozenset(), {}, 0.0
