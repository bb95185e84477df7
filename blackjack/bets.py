"""Bets as placed, and the boxes they open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import gcd, lcm
from types import MappingProxyType
from typing import ClassVar

from blackjack.amounts import MONEY_PLACES
from blackjack.cards import Card
from blackjack.choices import Choices, DoubleChoice, Side, SplitChoice
from blackjack.fields import is_whole
from blackjack.hands import Hand, HandEnd, WagerBehind
from blackjack.rules import Rules


class BetError(ValueError):
    """A bet that the rules reject: `box` (None: the deal has no bet), and `problem` in words."""

    code: ClassVar[str] = "invalid_bet"

    def __init__(self, box: object, problem: str) -> None:
        super().__init__(problem if box is None else f"seat {box!r:.20}: {problem}")
        self.box, self.problem = box, problem


FIRST = 1
"""Number of a box's first bettor, who decides."""


@dataclass(frozen=True, slots=True)
class Behind:
    """A follower's bet of `stake` units on another bettor's box, with choices made in advance.

    `split`: "follow" puts an equal bet on the new hand of every split, "left" and "right" keep the
    bet on that hand. `double`: "follow" adds the whole stake to every double, "stay" adds nothing.
    `fallback` is the hand that keeps the bet when it would follow a split but has no money for it.
    """

    stake: int
    split: SplitChoice = "follow"
    double: DoubleChoice = "follow"
    fallback: Side = "left"

    @property
    def choices(self) -> Choices:
        """The choices without the stake."""
        return Choices(self.split, self.double, self.fallback)


@dataclass(frozen=True, slots=True)
class Bet:
    """Bet on one box: `stake` on the hand and stakes on `side_bets` by name, all in whole units.

    `behind` are the bets of the box's followers, bettors 2, 3 … in that order. `Deal.start`
    validates the bet and raises BetError: stakes on hands must be multiples of
    `smallest_unit(rules)`.
    """

    box: int
    stake: int
    side_bets: Mapping[str, int] = field(default_factory=dict, hash=False)
    behind: tuple[Behind, ...] = ()

    def __post_init__(self) -> None:
        """Copy side bets and followers, so that the caller cannot change them."""
        object.__setattr__(self, "side_bets", MappingProxyType(dict(self.side_bets)))
        object.__setattr__(self, "behind", tuple(self.behind))

    def __reduce__(self) -> tuple[type[Bet], tuple[object, ...]]:
        """Pickle the read-only mapping of side bets as a dict."""
        return Bet, (self.box, self.stake, dict(self.side_bets), self.behind)

    @property
    def stakes(self) -> tuple[int, ...]:
        """Stakes of each bettor when the bet is placed; the first bettor's include the side bets."""
        first = self.stake + sum(self.side_bets.values())
        return (first, *(follower.stake for follower in self.behind))


@dataclass(frozen=True, slots=True)
class Follower:
    """A follower's choices on a box, and its own answer before the peek."""

    choices: Choices
    insurance: int = 0
    answered: bool = False
    even_money: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """One box in a deal: its hands left to right, its first two cards as `dealt`, its other bets.

    `answered` is True after the box's one decision before the peek; `insurance` is 0 if none was
    taken. `bettor` is 1 for the first bettor's box, which has the `followers`, or a follower's
    number for the `part` of that follower.
    """

    number: int
    hands: tuple[Hand, ...]
    dealt: tuple[Card, Card]
    side_bets: Mapping[str, int] = field(hash=False)
    insurance: int = 0
    answered: bool = False
    followers: tuple[Follower, ...] = ()
    bettor: int = FIRST

    @classmethod
    def from_bet(cls, bet: Bet, dealt: tuple[Card, Card]) -> Box:
        """Return the box of a bet with its first two cards."""
        behind = tuple(WagerBehind(follower.stake) for follower in bet.behind)
        followers = tuple(Follower(follower.choices) for follower in bet.behind)
        hand = Hand(dealt, bet.stake, behind=behind)
        return cls(bet.box, (hand,), dealt, bet.side_bets, followers=followers)

    def with_hands(self, hands: tuple[Hand, ...]) -> Box:
        others = (self.insurance, self.answered, self.followers, self.bettor)
        return Box(self.number, hands, self.dealt, self.side_bets, *others)

    @property
    def staked(self) -> int:
        """Money staked by this bettor; followers' money is in their parts."""
        on_hands = sum(hand.stake + hand.added for hand in self.hands)
        return on_hands + self.insurance + sum(self.side_bets.values())

    @property
    def parts(self) -> tuple[Box, ...]:
        """The box of each bettor, the first bettor's first."""
        if not self.followers:
            return (self,)
        return (self, *(self._part(place) for place in range(len(self.followers))))

    def part(self, bettor: int) -> Box:
        """Return the box of this bettor: for a follower, the hands with their money, at their stakes.

        Raises LookupError if the box has no such bettor.
        """
        if bettor == FIRST:
            return self
        if not FIRST < bettor <= FIRST + len(self.followers):
            raise LookupError(f"box {self.number} has no bettor {bettor}")
        return self._part(bettor - FIRST - 1)

    def _part(self, place: int) -> Box:
        follower = self.followers[place]
        pairs = [(hand, hand.behind[place]) for hand in self.hands]
        return Box(
            self.number,
            tuple(
                _follower_hand(hand, wager, follower) for hand, wager in pairs if wager is not None
            ),
            self.dealt,
            side_bets={},
            insurance=follower.insurance,
            answered=follower.answered,
            bettor=place + FIRST + 1,
        )


def _follower_hand(hand: Hand, wager: WagerBehind, follower: Follower) -> Hand:
    """Return the hand with the follower's money; each bettor takes even money separately."""
    others = None if hand.end is HandEnd.EVEN_MONEY else hand.end
    end = HandEnd.EVEN_MONEY if follower.even_money else others
    return Hand(hand.cards, wager.stake, wager.added, hand.from_split, end)


def smallest_unit(rules: Rules) -> int:
    """Return the number of units of which stakes must be a multiple for all payouts to be whole."""
    halves = rules.surrender != "none" or (rules.insurance != "none" and rules.naturals)
    numerator, denominator = rules.natural_odds
    reduced = denominator // gcd(numerator, denominator) if rules.naturals else 1
    return lcm(2 if halves else 1, reduced)


def check_bets(rules: Rules, bets: Iterable[Bet]) -> list[Bet]:
    """Validate the bets and return them in ascending order of boxes. Raises BetError."""
    placed: dict[int, Bet] = {}
    unit = smallest_unit(rules)
    for bet in bets:
        _check_bet(rules, bet, unit)
        if bet.box in placed:
            raise BetError(bet.box, "has bet already")
        placed[bet.box] = bet
    if not placed:
        raise BetError(None, "a round needs a bet")
    return [placed[box] for box in sorted(placed)]


def _check_bet(rules: Rules, bet: Bet, unit: int) -> None:
    if not is_whole(bet.box) or not 1 <= bet.box <= rules.seats:
        raise BetError(bet.box, f"the table has the seats 1 to {rules.seats}")
    for name, stake in bet.side_bets.items():
        if name not in rules.side_bets:
            raise BetError(bet.box, f"the table has no side bet {name!r:.40}")
        _check_stake(bet.box, stake)
    if len(bet.behind) >= rules.bettors_per_seat:
        raise BetError(bet.box, f"the seat takes {rules.bettors_per_seat - 1} bets behind")
    for follower in bet.behind:
        if not follower.choices.are_known:
            raise BetError(bet.box, "a bet behind is to follow, or to stay left or right")
    for stake in (bet.stake, *(follower.stake for follower in bet.behind)):
        _check_stake(bet.box, stake)
        if stake % unit:
            raise BetError(bet.box, "a payout on this stake would not be exact")


def _check_stake(box: int, stake: object) -> None:
    if not is_whole(stake) or stake <= 0:  # type: ignore[operator]  # is_whole says it is an int
        raise BetError(box, "a stake is a whole number of units, more than 0")


def exact_places(rules: Rules) -> int:
    """Return the number of decimals that keep every payout on a stake of four decimals exact.

    Thirds have no exact decimals; such factors are ignored.
    """
    denominator = rules.natural_odds[1]
    twos = fives = 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    return MONEY_PLACES + max(1, twos, fives)
