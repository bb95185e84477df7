"""Next cards that make an action right: with them it is the best of all legal actions on average.

They are computed once for each kind of decision, with cards drawn with replacement, so that they depend on nothing that
the player did or the cards became: any fixed set of cards has an exact chance. How well it is chosen costs power only,
and so do simplifications for rare rules: split hands are not split again, and a dealer blackjack takes all bets.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from blackjack.bets import smallest_unit
from blackjack.cards import ACE, CARDS, TEN, Card
from blackjack.deal import Deal
from blackjack.dealer import STANDS_ON, can_make_blackjack
from blackjack.hands import BEST, Hand
from signals.playouts import Playout

CARD_CHANCES: Final = {value: (4 if value == TEN else 1) / 13 for value in range(ACE, TEN + 1)}

_BLACKJACK: Final = BEST + 1
_SOFT: Final = 10
_TWO: Final = 2

Ends = dict[int, float]
"""Chance of each total of the dealer: 0 is a bust, `_BLACKJACK` a blackjack."""


class RightCards(NamedTuple):
    """Values of the next card that make an action right, and its mean loss against the chart's, in stakes of the hand."""

    values: frozenset[int]
    cost: float


class HandTotal(NamedTuple):
    """A hand by the sum of its cards, aces counted as one."""

    hard: int
    ace: bool

    @classmethod
    def of(cls, *values: int) -> "HandTotal":
        return cls(sum(values), ACE in values)

    def add(self, value: int) -> "HandTotal":
        return HandTotal(self.hard + value, self.ace or value == ACE)

    @property
    def soft(self) -> bool:
        return self.ace and self.hard + _SOFT <= BEST

    @property
    def best(self) -> int:
        return self.hard + _SOFT if self.soft else self.hard


class _Kind(NamedTuple):
    total: HandTotal
    pair: int  # value of both cards, or 0
    upcard: int
    blackjack_possible: bool
    taken: str
    advised: str
    legal: tuple[str, ...]


def find_right_cards(playout: Playout, deal: Deal, taken: str) -> RightCards:
    """Return the cards with which the action `taken` is the best. None are before the peek."""
    if deal.phase != "play":
        return RightCards(frozenset(), 0.0)
    box, place = deal.in_turn
    hand = box.hands[place]
    values = [card.value for card in hand.cards]
    pair = values[0] if len(values) == _TWO and values[0] == values[1] else 0
    kind = _Kind(
        HandTotal.of(*values),
        pair,
        deal.dealer[0].value,
        deal.blackjack_possible,
        taken,
        playout.advise(deal).verb,
        deal.legal_actions,
    )
    return _find(playout, kind)


@lru_cache(maxsize=50_000)
def _find(playout: Playout, kind: _Kind) -> RightCards:
    worth = _find_worths(playout, kind.upcard, kind.blackjack_possible).worth
    right, cost = set(), 0.0
    for value, chance in CARD_CHANCES.items():
        worths = {
            verb: worth(kind.total, kind.pair, verb, value)
            for verb in {*kind.legal, kind.taken, kind.advised}
        }
        taken, advised = worths[kind.taken], worths[kind.advised]
        cost += chance * (advised - taken)
        if taken > advised and taken >= max(worths.values()):
            right.add(value)
    return RightCards(frozenset(right), cost)


@lru_cache(maxsize=500)
def _find_worths(playout: Playout, upcard: int, blackjack_possible: bool) -> "NextCardWorths":  # noqa: FBT001 - a key of the cache
    return NextCardWorths(playout, upcard, blackjack_possible=blackjack_possible)


class NextCardWorths:
    """Mean results of actions against an upcard if the next card is known, in stakes; what follows is by the chart."""

    def __init__(self, playout: Playout, upcard: int, *, blackjack_possible: bool) -> None:
        self.playout, self.rules, self.upcard = playout, playout.rules, upcard
        self._bars_blackjack = not blackjack_possible and can_make_blackjack(
            self.rules, _card(upcard)
        )
        self._ends: Callable[[int], Ends] = lru_cache(None)(self._find_ends)
        self._draw_on: Callable[[HandTotal], Ends] = lru_cache(None)(self._dealer_draws)
        self._play: Callable[[HandTotal], float] = lru_cache(None)(self._play_on)

    def worth(self, total: HandTotal, pair: int, verb: str, value: int) -> float:
        """Return the mean result of an action if the next card has this value. `pair` is the value of both cards, or 0."""
        if verb == "stand":
            return self._stand(total, value)
        if verb == "hit":
            return self._play(total.add(value))
        if verb == "double":
            return 2 * self._stand(total.add(value))
        if verb == "split":
            later = sum(chance * self._split(pair, one) for one, chance in CARD_CHANCES.items())
            return self._split(pair, value) + later
        return -0.5  # surrender

    def _stand(self, total: HandTotal, value: int = 0) -> float:
        """Return the result of standing; `value` is the next card that the dealer draws, 0 if unknown."""
        if total.best > BEST:
            return -1.0
        ends = self._ends(value)
        own = total.best
        return sum(chance * ((own > end) - (own < end)) for end, chance in ends.items())

    def _play_on(self, total: HandTotal) -> float:
        """Return the result of a hand of three cards or more."""
        if total.best >= BEST:
            return self._stand(total)
        values = _choose_three(total)
        return self._follow(self._advise(values, from_split=False), total)

    def _split(self, pair: int, value: int) -> float:
        """Return the result of a hand from a split."""
        total, verb = HandTotal.of(pair, value), self._advise((pair, value), from_split=True)
        if verb == "split":
            return self._play(total)
        return self._follow(verb, total)

    def _follow(self, verb: str | None, total: HandTotal) -> float:
        chances = CARD_CHANCES.items()
        if verb == "hit":
            return sum(chance * self._play(total.add(value)) for value, chance in chances)
        if verb == "double":
            return 2 * sum(chance * self._stand(total.add(value)) for value, chance in chances)
        return -0.5 if verb == "surrender" else self._stand(total)

    def _advise(self, values: tuple[int, ...], *, from_split: bool) -> str | None:
        hand = Hand(tuple(map(_card, values)), smallest_unit(self.rules), from_split=from_split)
        return self.playout.advise_hand(_card(self.upcard), hand)

    def _find_ends(self, value: int) -> Ends:
        """Return the dealer's ends: with a hole card `value` is the third card, without one the second."""
        start = HandTotal.of(self.upcard)
        if value and self.rules.hole_card != "dealt":
            return self._end(start.add(value), value)
        ends: Ends = {}
        for hole, chance in CARD_CHANCES.items():
            if not (self._bars_blackjack and hole + self.upcard == ACE + TEN):
                _mix(ends, self._end(start.add(hole), hole, value), chance)
        mass = sum(ends.values())
        return {end: chance / mass for end, chance in ends.items()}

    def _end(self, total: HandTotal, second: int, third: int = 0) -> Ends:
        if self.rules.naturals and {self.upcard, second} == {ACE, TEN}:
            return {_BLACKJACK: 1.0}
        if third and self._dealer_draws_at(total):
            return self._draw_on(total.add(third))
        return self._draw_on(total)

    def _dealer_draws(self, total: HandTotal) -> Ends:
        if not self._dealer_draws_at(total):
            return {total.best if total.best <= BEST else 0: 1.0}
        ends: Ends = {}
        for value, chance in CARD_CHANCES.items():
            _mix(ends, self._draw_on(total.add(value)), chance)
        return ends

    def _dealer_draws_at(self, total: HandTotal) -> bool:
        hits = total.soft and total.best == STANDS_ON and self.rules.soft_17 == "hit"
        return total.best < STANDS_ON or hits


def _mix(ends: Ends, more: Ends, chance: float) -> None:
    for end, part in more.items():
        ends[end] = ends.get(end, 0.0) + chance * part


def _choose_three(total: HandTotal) -> tuple[int, int, int]:
    """Return three cards of this total, as near as three can be."""
    lowest = ACE if total.ace else _TWO
    rest = max(total.hard - lowest, 2 * lowest)
    second = min(TEN, rest - lowest)
    return lowest, second, min(TEN, rest - second)


@lru_cache(maxsize=16)
def _card(value: int) -> Card:
    return next(card for card in CARDS if card.value == value)
