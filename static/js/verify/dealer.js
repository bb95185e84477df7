// The dealer's part: when to peek, when a blackjack is possible, when to draw a card.

import { ACE, TEN } from "./cards.js";
import { BEST, totalOf } from "./hands.js";

const STANDS_ON = 17;

/** True if `upcard` can be part of a blackjack. */
export function canMakeBlackjack(rules, upcard) {
  return rules.naturals && (upcard.value === ACE || upcard.value === TEN);
}

/** True if the dealer peeks under `upcard` before play. */
export function peeks(rules, upcard) {
  if (rules.peek === "never" || !canMakeBlackjack(rules, upcard)) {
    return false;
  }
  return upcard.value === ACE || rules.peek === "ace_and_ten";
}

/** True if the dealer's cards are a blackjack. */
export function isBlackjack(rules, cards) {
  return rules.naturals && cards.length === 2 && totalOf(cards).value === BEST;
}

/** True if the dealer draws a card on these. */
export function draws(rules, cards) {
  if (rules.max_cards !== null && cards.length >= rules.max_cards) {
    return false;
  }
  const { value, soft } = totalOf(cards);
  return value < STANDS_ON || (value === STANDS_ON && soft && rules.soft_17 === "hit");
}
