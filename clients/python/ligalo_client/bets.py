"""Bets in a few words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class BoxBet:
    """The bets on one box. Amounts are decimals in quotes, all in the currency of the bet."""

    stake: str
    box: int = 1
    side_bets: Mapping[str, str] = field(default_factory=dict)

    def describe(self, currency: str) -> dict[str, Any]:
        """Return the bets as the API takes them."""
        sides = {name: _money(stake, currency) for name, stake in self.side_bets.items()}
        more = {"side_bets": sides} if sides else {}
        return {"box": self.box, "stake": _money(self.stake, currency), **more}


def _money(amount: str, currency: str) -> dict[str, str]:
    return {"amount": amount, "currency": currency}
