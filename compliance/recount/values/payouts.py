"""Payouts of a recounted round by the settlement table of the rules, in whole units."""

from fractions import Fraction
from typing import Any

from compliance.recount.values.cards import BEST, hand_total, side_bet_outcome
from compliance.recount.values.hands import (
    RecountBox,
    RecountHand,
    Rules,
    is_bust,
    is_charlie,
    is_natural,
)

Dealer = list[str]


def has_blackjack(rules: Rules, dealer: Dealer) -> bool:
    """Return whether the dealer's cards are a blackjack."""
    return bool(rules["naturals"]) and len(dealer) == 2 and hand_total(dealer)[0] == BEST  # noqa: PLR2004 - two cards


def settle_box(rules: Rules, box: RecountBox, dealer: Dealer, *, peeked: bool) -> dict[str, Any]:
    """Return a box with its payouts in the format of a stored result. Amounts in units."""
    hands = [_hand(rules, box, hand, dealer, peeked=peeked) for hand in box.hands]
    sides = {
        name: _side_bet(rules, box, name, stake, dealer) for name, stake in box.side_bets.items()
    }
    insurance = _insurance(box.insurance, won=has_blackjack(rules, dealer))
    bets = [*hands, *sides.values(), *([insurance] if insurance else [])]
    staked = sum(bet["stake"] + bet.get("added", 0) for bet in bets)
    back = sum(bet["payout"] for bet in bets)
    net = staked - back if rules["inverted"] else back - staked
    return {
        "seat": box.number,
        "hands": hands,
        "side_bets": sides,
        "insurance": insurance,
        "staked": staked,
        "returned": staked + net,
        "net": net,
    }


def _side_bet(
    rules: Rules, box: RecountBox, name: str, stake: int, dealer: Dealer
) -> dict[str, Any]:
    outcome = side_bet_outcome(name, box.first_two, dealer)
    odds = None if outcome is None else rules["side_bets"][name][outcome]
    payout = 0 if odds is None else stake * (1 + odds)
    return {"stake": stake, "outcome": outcome, "payout": payout}


def _insurance(stake: int, *, won: bool) -> dict[str, Any] | None:
    if not stake:
        return None
    return {"stake": stake, "outcome": "win" if won else "lose", "payout": 3 * stake * won}


def _hand(
    rules: Rules, box: RecountBox, hand: RecountHand, dealer: Dealer, *, peeked: bool
) -> dict[str, Any]:
    if has_blackjack(rules, dealer):
        outcome, payout = _against_blackjack(rules, box, hand, peeked=peeked)
    else:
        outcome, payout = _without_blackjack(rules, hand, dealer)
    value, soft = hand_total(hand.cards)
    cards = {"cards": list(hand.cards), "total": value, "soft": soft}
    money = {"stake": hand.stake, "added": hand.added}
    return {**cards, **money, "outcome": outcome, "payout": _whole(payout)}


def _without_blackjack(rules: Rules, hand: RecountHand, dealer: Dealer) -> tuple[str, Fraction]:
    stake, bet = Fraction(hand.stake), Fraction(hand.stake + hand.added)
    if hand.end in ("surrender", "early_surrender"):
        return "surrender", stake / 2
    if hand.end == "even_money":
        return "even_money", 2 * stake
    if is_bust(hand):
        return "bust", Fraction(0)
    if is_natural(rules, hand):
        pays, _, to = rules["blackjack_pays"].partition(":")
        return "blackjack", stake + stake * Fraction(int(pays), int(to))
    if is_charlie(rules, hand):
        return "charlie", 2 * bet
    return _compare_totals(hand_total(hand.cards)[0], hand_total(dealer)[0], bet)


def _compare_totals(mine: int, dealers: int, bet: Fraction) -> tuple[str, Fraction]:
    if dealers > BEST or dealers < mine:
        return "win", 2 * bet
    return ("push", bet) if dealers == mine else ("lose", Fraction(0))


def _against_blackjack(
    rules: Rules, box: RecountBox, hand: RecountHand, *, peeked: bool
) -> tuple[str, Fraction]:
    stake = Fraction(hand.stake)
    if hand.end == "early_surrender":
        return "surrender", stake / 2
    if hand.end == "even_money":
        return "even_money", 2 * stake
    if is_natural(rules, hand):
        return "push", stake
    if hand.end == "surrender":
        return "surrender", Fraction(0)
    outcome = "bust" if is_bust(hand) else "lose"
    return outcome, Fraction(0) if peeked else Fraction(_kept_by_player(rules, box, hand))


def _kept_by_player(rules: Rules, box: RecountBox, hand: RecountHand) -> int:
    """The part of the stake that a dealer blackjack does not take, without a peek."""
    if rules["dealer_blackjack_takes"] == "original_bet":
        return hand.added if hand is box.hands[0] else hand.stake + hand.added
    keeps = rules["dealer_blackjack_takes"] == "all_but_doubles" and not is_bust(hand)
    return hand.added if keeps else 0


def _whole(amount: Fraction) -> int:
    if amount.denominator != 1:
        raise ValueError(f"{amount} is no whole number of units")
    return amount.numerator
