"""Returns of insurance and side bets, by enumeration of the cards that decide them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

from blackjack import side_bets
from blackjack.cards import CARDS, RANKS, Card
from blackjack.insurance import blackjack_chance, insurance_returns, settle_return
from blackjack.rules import Rules

_CARDS_OF = {"player_pair": 2, "dealer_pair": 2, "21+3": 3, "top_3": 3}


@dataclass(frozen=True, slots=True)
class SideBet:
    """A bet on the cards alone: expected return of a unit, hit frequency, and probability of each outcome.

    With inverted results a hit loses what it would have won, and a miss wins the stake.
    """

    returns: Fraction
    hit_frequency: Fraction
    outcomes: Mapping[str, Fraction]


def analyse_insurance(rules: Rules) -> SideBet:
    """Return the figures of insurance against an ace of a fresh shoe when only the ace is known."""
    chance = blackjack_chance(rules)
    return SideBet(insurance_returns(rules), chance, {"win": chance})


def analyse_side_bet(rules: Rules, name: str) -> SideBet:
    copies = rules.finite_decks
    chances = _outcomes("player_pair" if name == "dealer_pair" else name, copies)
    odds = rules.side_bets[name]
    returns = sum((chances[outcome] * (1 + odds[outcome]) for outcome in odds), Fraction())
    hits = sum((chances[outcome] for outcome in odds), Fraction())
    return SideBet(
        settle_return(rules, returns), hits, {outcome: chances[outcome] for outcome in odds}
    )


@lru_cache(maxsize=64)
def _outcomes(name: str, copies: int | None) -> Mapping[str, Fraction]:
    """Return the probability of each outcome in a fresh shoe of `copies` decks, None for infinitely many.

    The first card is always a spade, of any rank: suits are interchangeable, ranks are not
    (straights).
    """
    ways = dict.fromkeys(side_bets.OUTCOMES[name], 0)
    size = _CARDS_OF[name]
    for first in (card for card in CARDS if card.suit == "S"):
        for others, drawn in _others(first, size - 1, copies):
            outcome = side_bets.best_outcome(name, (first, others[0]), others[1:])
            if outcome is not None:
                ways[outcome] += drawn
    total = (1 if copies is None else copies) * len(CARDS)
    every = len(RANKS) * _of_any(total, size - 1, infinite=copies is None)
    return {outcome: Fraction(count, every) for outcome, count in ways.items()}


def _others(first: Card, count: int, copies: int | None) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield every sequence of cards after the first, with the number of ways to draw it."""
    each = 1 if copies is None else copies
    for others in product(CARDS, repeat=count):
        ways = 1
        drawn = [first]
        for card in others:
            gone = 0 if copies is None else drawn.count(card)
            ways *= max(each - gone, 0)
            drawn.append(card)
        if ways:
            yield others, ways


def _of_any(total: int, count: int, *, infinite: bool) -> int:
    ways = 1
    for k in range(1, count + 1):
        ways *= total if infinite else total - k
    return ways
