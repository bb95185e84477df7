"""A player's bets by box: typed, read, and stored for the next round."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from blackjack.bets import Bet
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class BoxInput:
    """Values typed for one box: stake, and side bets by name."""

    stake: str = ""
    side_bets: Mapping[str, str] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """True if nothing is bet on this box."""
        return not self.stake and not any(self.side_bets.values())


@dataclass(frozen=True, slots=True)
class BoxBet:
    """The bets on one box."""

    seat: int
    stake: Money
    side_bets: Mapping[str, Money]

    @property
    def total(self) -> Money:
        """Stake and side bets, as bet before the deal."""
        return sum(self.side_bets.values(), self.stake)

    @property
    def bet(self) -> Bet:
        """The bet in the form of the engine."""
        return Bet(self.seat, self.stake.units, _units(self.side_bets))


def stake_field(seat: int) -> str:
    """Return the name of the form field for a box's stake."""
    return f"stake-{seat}"


def side_field(seat: int, name: str) -> str:
    """Return the name of the form field for a side bet."""
    return f"side-{seat}-{name}"


def sum_bets(boxes: list[BoxBet]) -> Money:
    """Return the sum of all bets before the deal. At least one box."""
    return sum((box.total for box in boxes[1:]), boxes[0].total)


def bets_to_json(boxes: list[BoxBet]) -> dict[str, Any]:
    """Return the bets as JSON, for a participant's `last_bets`."""
    return {
        str(box.seat): {"stake": box.stake.units, "side_bets": _units(box.side_bets)}
        for box in boxes
    }


def bets_from_json(last_bets: Mapping[str, Any], currency: str) -> dict[int, BoxBet]:
    """Read a participant's `last_bets`, by box."""
    return {
        int(seat): BoxBet(
            int(seat),
            Money(bet["stake"], currency),
            {name: Money(units, currency) for name, units in bet["side_bets"].items()},
        )
        for seat, bet in last_bets.items()
    }


def _units(side_bets: Mapping[str, Money]) -> dict[str, int]:
    return {name: stake.units for name, stake in side_bets.items()}
