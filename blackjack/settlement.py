"""Payouts of hands, in whole units, stake included.

A result is certain before the dealer's second card is known if it is the same with and without a
dealer blackjack.
"""

from typing import NamedTuple

from blackjack.bets import Box
from blackjack.hands import BEST, Hand, HandEnd
from blackjack.rules import Rules


class HandResult(NamedTuple):
    """Outcome and payout of a hand; None while uncertain."""

    outcome: str | None
    payout: int | None


OPEN = HandResult(None, None)


def final_result(
    rules: Rules, box: Box, place: int, dealer_total: int, *, blackjack: bool
) -> HandResult:
    """Return the result of the box's hand at index `place` against the dealer's final hand."""
    if blackjack:
        return _result_against_blackjack(rules, box, place)
    hand = box.hands[place]
    return _result_without_blackjack(rules, hand) or _compare_totals(hand, dealer_total)


def certain_result(rules: Rules, box: Box, place: int, *, blackjack_possible: bool) -> HandResult:
    """Return the part of the result that no further dealer card can change."""
    without = _result_without_blackjack(rules, box.hands[place])
    if without is None:
        return OPEN
    if not blackjack_possible:
        return without
    against = _result_against_blackjack(rules, box, place)
    if without.outcome != against.outcome:
        return OPEN
    return without if without.payout == against.payout else HandResult(without.outcome, None)


def waits_for_dealer(rules: Rules, box: Box, place: int, *, blackjack_possible: bool) -> bool:
    """Return whether the result of the hand depends on the dealer's cards."""
    return certain_result(rules, box, place, blackjack_possible=blackjack_possible).payout is None


def is_plain(rules: Rules, hand: Hand) -> bool:
    """Return whether the hand is compared with the dealer's: not bust, surrendered, paid early, a natural or a Charlie."""
    return _result_without_blackjack(rules, hand) is None


def _result_without_blackjack(rules: Rules, hand: Hand) -> HandResult | None:
    """Return the result without a dealer blackjack; None if it depends on the totals."""
    if hand.end in (HandEnd.SURRENDERED, HandEnd.SURRENDERED_EARLY):
        return HandResult("surrender", hand.stake // 2)
    if hand.end is HandEnd.EVEN_MONEY:
        return HandResult("even_money", 2 * hand.stake)
    if hand.is_bust:
        return HandResult("bust", 0)
    if hand.is_natural(rules):
        numerator, denominator = rules.natural_odds
        return HandResult("blackjack", hand.stake + hand.stake * numerator // denominator)
    return HandResult("charlie", 2 * (hand.stake + hand.added)) if hand.is_charlie(rules) else None


def _compare_totals(hand: Hand, dealer_total: int) -> HandResult:
    bet = hand.stake + hand.added
    total = hand.total.value
    if dealer_total > BEST or dealer_total < total:
        return HandResult("win", 2 * bet)
    return HandResult("push", bet) if dealer_total == total else HandResult("lose", 0)


def _result_against_blackjack(rules: Rules, box: Box, place: int) -> HandResult:
    """Return the result against a dealer blackjack.

    After a peek nothing has been added or split, so all values of `dealer_blackjack_takes` give the
    same result.
    """
    hand = box.hands[place]
    if hand.end is HandEnd.SURRENDERED:
        return HandResult("surrender", 0)
    if hand.end in (HandEnd.SURRENDERED_EARLY, HandEnd.EVEN_MONEY):
        return _result_without_blackjack(rules, hand) or OPEN
    if hand.is_natural(rules):
        return HandResult("push", hand.stake)
    return HandResult(
        "bust" if hand.is_bust else "lose", _payout_after_blackjack(rules, hand, place)
    )


def _payout_after_blackjack(rules: Rules, hand: Hand, place: int) -> int:
    """Return what an unpeeked blackjack leaves of a hand; the leftmost hand holds the original bet."""
    if rules.dealer_blackjack_takes == "original_bet":
        return hand.added + (hand.stake if place else 0)
    if rules.dealer_blackjack_takes == "all_but_doubles" and not hand.is_bust:
        return hand.added
    return 0
