"""Exact expected returns of insurance and even money against an ace of a fresh shoe, as settled."""

from fractions import Fraction

from blackjack.cards import CARDS
from blackjack.rules import Rules

_INSURANCE_RETURNS = 3
_TENS = 16
"""Ten-value cards of a deck."""


def blackjack_chance(rules: Rules, *, own_tens: int = 0, own_others: int = 0) -> Fraction:
    """Return the probability of a ten-value card under an ace.

    `own_tens` and `own_others` are the known cards of the player, ten-value and other.
    """
    if rules.finite_decks is None:
        return Fraction(_TENS, len(CARDS))
    left = rules.finite_decks * len(CARDS) - 1 - own_tens - own_others
    return Fraction(rules.finite_decks * _TENS - own_tens, left)


def settle_return(rules: Rules, returns: Fraction) -> Fraction:
    """Return the settled return of a unit that returns `returns` by the cards; the net result may be inverted."""
    return 2 - returns if rules.inverted else returns


def insurance_returns(rules: Rules) -> Fraction:
    """Return the expected return of a unit of insurance when only the ace is known."""
    return settle_return(rules, _INSURANCE_RETURNS * blackjack_chance(rules))


def even_money_gains(rules: Rules) -> Fraction:
    """Return the expected gain of even money over keeping the blackjack, in stakes; negative if keeping it is better."""
    pays = Fraction(*rules.natural_odds)
    kept = pays * (1 - blackjack_chance(rules, own_tens=1, own_others=1))
    return kept - 1 if rules.inverted else 1 - kept
