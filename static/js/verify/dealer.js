// The dealer's side of the table: what is looked at, what may still be a blackjack, when a card is drawn.

import { ACE, TEN } from "./cards.js";
import { BEST, totalOf } from "./hands.js";

const STANDS_ON = 17;

/** Tells whether a blackjack may be behind `upcard`. */
export function canMakeBlackjack(rules, upcard) {
  return rules.naturals && (upcard.value === ACE || upcard.value === TEN);
}

/** Tells whether the dealer looks behind `upcard` before play. */
export function peeks(rules, upcard) {
  if (rules.peek === "never" || !canMakeBlackjack(rules, upcard)) {
    return false;
  }
  return upcard.value === ACE || rules.peek === "ace_and_ten";
}

/** Tells whether the dealer's cards are a blackjack. */
export function isBlackjack(rules, cards) {
  return rules.naturals && cards.length === 2 && totalOf(cards).value === BEST;
}

/** Tells whether the dealer takes a card on these. */
export function draws(rules, cards) {
  if (rules.max_cards !== null && cards.length >= rules.max_cards) {
    return false;
  }
  const { value, soft } = totalOf(cards);
  return value < STANDS_ON || (value === STANDS_ON && soft && rules.soft_17 === "hit");
}
