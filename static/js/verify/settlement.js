// Result of a hand, {outcome, payout}, in whole units; the payout includes the stake.
// Before the dealer's second card is known, a result is certain if it is the same with and without a blackjack.

import { BEST, END, isBust, isCharlie, isNatural, totalOf } from "./hands.js";
import { naturalOdds } from "./rules.js";

const OPEN = Object.freeze({ outcome: null, payout: null });

const result = (outcome, payout) => ({ outcome, payout });

/** Returns the result of the seat's hand number `place` against the dealer's final hand. */
export function finalResult(rules, seat, place, dealerTotal, blackjack) {
  if (blackjack) {
    return againstBlackjack(rules, seat, place);
  }
  const hand = seat.hands[place];
  return byItself(rules, hand) ?? compared(hand, dealerTotal);
}

/** Returns the part of the result that no further card of the dealer can change. */
export function certainResult(rules, seat, place, blackjackPossible) {
  const without = byItself(rules, seat.hands[place]);
  if (without === null || !blackjackPossible) {
    return without ?? OPEN;
  }
  const against = againstBlackjack(rules, seat, place);
  if (without.outcome !== against.outcome) {
    return OPEN;
  }
  return without.payout === against.payout ? without : result(without.outcome, null);
}

/** True if the hand is compared with the dealer's: not bust, surrendered, paid, a natural or a Charlie. */
export function isPlain(rules, hand) {
  return byItself(rules, hand) === null;
}

/** Returns the result if the dealer has no blackjack and totals do not matter. */
function byItself(rules, hand) {
  if (hand.end === END.SURRENDERED || hand.end === END.SURRENDERED_EARLY) {
    return result("surrender", hand.stake / 2n);
  }
  if (hand.end === END.EVEN_MONEY) {
    return result("even_money", 2n * hand.stake);
  }
  if (isBust(hand)) {
    return result("bust", 0n);
  }
  if (isNatural(rules, hand)) {
    const [numerator, denominator] = naturalOdds(rules);
    return result("blackjack", hand.stake + (hand.stake * numerator) / denominator);
  }
  return isCharlie(rules, hand) ? result("charlie", 2n * hand.stake) : null;
}

function compared(hand, dealerTotal) {
  const bet = hand.stake + hand.added;
  const { value } = totalOf(hand.cards);
  if (dealerTotal > BEST || dealerTotal < value) {
    return result("win", 2n * bet);
  }
  return dealerTotal === value ? result("push", bet) : result("lose", 0n);
}

function againstBlackjack(rules, seat, place) {
  const hand = seat.hands[place];
  if (hand.end === END.SURRENDERED) {
    return result("surrender", 0n);
  }
  if (hand.end === END.SURRENDERED_EARLY || hand.end === END.EVEN_MONEY) {
    return byItself(rules, hand);
  }
  if (isNatural(rules, hand)) {
    return result("push", hand.stake);
  }
  return result(isBust(hand) ? "bust" : "lose", leftByBlackjack(rules, hand, place));
}

/** Returns what a dealer blackjack without a peek leaves of a hand; the leftmost hand holds the original bet. */
function leftByBlackjack(rules, hand, place) {
  if (rules.dealer_blackjack_takes === "original_bet") {
    return hand.added + (place > 0 ? hand.stake : 0n);
  }
  return rules.dealer_blackjack_takes === "all_but_doubles" && !isBust(hand) ? hand.added : 0n;
}
