// Values of cards, and a player's hand: {cards, stake, added, fromSplit, end, behind}.

import { ACE, TEN } from "./cards.js";

export const BEST = 21;
const SOFTENING = 10;
const PAIR = 2;

/** How a player ended a hand. */
export const END = Object.freeze({
  STOOD: "stood",
  DOUBLED: "doubled",
  SURRENDERED_EARLY: "surrendered_early",
  SURRENDERED: "surrendered",
  EVEN_MONEY: "even_money",
});

/** Returns the best total of `cards`; `soft` while an ace counts eleven. */
export function totalOf(cards) {
  const hard = cards.reduce((sum, card) => sum + card.value, 0);
  const soft = cards.some((card) => card.value === ACE) && hard + SOFTENING <= BEST;
  return { value: soft ? hard + SOFTENING : hard, soft };
}

/** Returns a new hand: dealt, or from a split. */
export function newHand(cards, stake, behind, fromSplit = false) {
  return { cards, stake, added: 0n, fromSplit, end: null, behind };
}

export function isBust(hand) {
  return totalOf(hand.cards).value > BEST;
}

/** True if the hand has only its first two cards. */
export function isPairLong(hand) {
  return hand.cards.length === PAIR;
}

/** True if the hand comes from a split of aces. */
export function isSplitAce(hand) {
  return hand.fromSplit && hand.cards[0].value === ACE;
}

/** True if the hand is a blackjack, not only a 21. */
export function isNatural(rules, hand) {
  if (!rules.naturals || !isPairLong(hand) || totalOf(hand.cards).value !== BEST) {
    return false;
  }
  return !hand.fromSplit || (rules.split_tens_natural && hand.cards[0].value === TEN);
}

/** True if the hand wins by its number of cards. */
export function isCharlie(rules, hand) {
  return rules.charlie !== null && hand.cards.length >= rules.charlie && !isBust(hand);
}

/** True if the hand takes no further decision, whatever its seat may still do. */
export function isOver(rules, hand) {
  const { value } = totalOf(hand.cards);
  if (hand.end !== null || value > BEST || (value === BEST && rules.auto_stand_21)) {
    return true;
  }
  const isFull = rules.max_cards !== null && hand.cards.length >= rules.max_cards;
  return isNatural(rules, hand) || isCharlie(rules, hand) || isFull;
}
