"""Bets as they are placed, and the seats that they open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import gcd, lcm
from types import MappingProxyType
from typing import ClassVar

from blackjack.amounts import MONEY_PLACES
from blackjack.cards import Card
from blackjack.fields import is_whole
from blackjack.hands import Hand
from blackjack.rules import Rules


class BetError(ValueError):
    """A bet that the rules do not take: `seat` (None: the round has no bet), and `problem` in words."""

    code: ClassVar[str] = "invalid_bet"

    def __init__(self, seat: object, problem: str) -> None:
        """Name the seat and the problem."""
        super().__init__(problem if seat is None else f"seat {seat!r:.20}: {problem}")
        self.seat, self.problem = seat, problem


@dataclass(frozen=True, slots=True)
class Bet:
    """The bet of one seat: `stake` on the hand and stakes on `side_bets` by name, all in whole units."""

    seat: int
    stake: int
    side_bets: Mapping[str, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        """Take the side bets out of the caller's reach."""
        object.__setattr__(self, "side_bets", MappingProxyType(dict(self.side_bets)))


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat in a round: its hands left to right, its first two cards as `dealt`, its other bets.

    `answered` tells whether it has had its one decision before the peek; `insurance` is 0 where none was taken.
    """

    number: int
    hands: tuple[Hand, ...]
    dealt: tuple[Card, Card]
    side_bets: Mapping[str, int] = field(hash=False)
    insurance: int = 0
    answered: bool = False

    @property
    def staked(self) -> int:
        """All money the seat has put in."""
        on_hands = sum(hand.stake + hand.added for hand in self.hands)
        return on_hands + self.insurance + sum(self.side_bets.values())


def smallest_unit(rules: Rules) -> int:
    """Return the number of units that a stake must be a multiple of, so that every payout is whole."""
    halves = rules.surrender != "none" or (rules.insurance != "none" and rules.naturals)
    numerator, denominator = rules.natural_odds
    reduced = denominator // gcd(numerator, denominator) if rules.naturals else 1
    return lcm(2 if halves else 1, reduced)


def checked_bets(rules: Rules, bets: Iterable[Bet]) -> list[Bet]:
    """Return the bets in ascending order of seats, or raise a BetError."""
    placed: dict[int, Bet] = {}
    unit = smallest_unit(rules)
    for bet in bets:
        _check(rules, bet, unit)
        if bet.seat in placed:
            raise BetError(bet.seat, "has bet already")
        placed[bet.seat] = bet
    if not placed:
        raise BetError(None, "a round needs a bet")
    return [placed[seat] for seat in sorted(placed)]


def _check(rules: Rules, bet: Bet, unit: int) -> None:
    if not is_whole(bet.seat) or not 1 <= bet.seat <= rules.seats:
        raise BetError(bet.seat, f"the table has the seats 1 to {rules.seats}")
    for name, stake in bet.side_bets.items():
        if name not in rules.side_bets:
            raise BetError(bet.seat, f"the table has no side bet {name!r:.40}")
        _check_stake(bet.seat, stake)
    _check_stake(bet.seat, bet.stake)
    if bet.stake % unit:
        raise BetError(bet.seat, "a payout on this stake would not be exact")


def _check_stake(seat: int, stake: object) -> None:
    if not is_whole(stake) or stake <= 0:  # type: ignore[operator]  # is_whole says it is an int
        raise BetError(seat, "a stake is a whole number of units, more than 0")


def exact_places(rules: Rules) -> int:
    """Return the decimals in which every payout on a stake of money's decimals is exact, if any number will do."""
    denominator = rules.natural_odds[1]
    twos = fives = 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    return MONEY_PLACES + max(1, twos, fives)
