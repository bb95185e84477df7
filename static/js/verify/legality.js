// Legal actions of a seat, defined only here. Verbs are in the order of the actions.

import { FIRST } from "./behind.js";
import { ACE } from "./cards.js";
import { canMakeBlackjack } from "./dealer.js";
import { END, isNatural, isOver, isPairLong, isSplitAce, totalOf } from "./hands.js";

const DOUBLE_FROM = { any: 0, "9-11": 9, "10-11": 10 };
const DOUBLE_TO = 11;

/** Returns the seat's options before the dealer peeks; empty if it is not asked. */
export function beforePeek(rules, upcard, seat) {
  if (seat.answered || isSettled(seat) || !canMakeBlackjack(rules, upcard)) {
    return [];
  }
  const natural = isNatural(rules, seat.hands[0]);
  const ace = upcard.value === ACE;
  const verbs = offered({
    surrender: seat.bettor === FIRST && !natural && surrendersEarly(rules, upcard),
    insure: ace && rules.insurance !== "none",
    even_money: ace && natural && rules.even_money,
  });
  return verbs.length > 0 ? [...verbs, "decline"] : [];
}

/** True if nothing is asked any more; followers may insure a hand that the first bettor surrendered. */
function isSettled({ bettor, hands }) {
  const { end } = hands[0];
  return end !== null && (bettor === FIRST || end !== END.SURRENDERED_EARLY);
}

/** Returns the seat's options for `hand` in its turn; empty if the hand is not asked. */
export function inPlay(rules, upcard, seat, hand) {
  if (isOver(rules, hand)) {
    return [];
  }
  const split = maySplit(rules, seat, hand);
  if (isSplitAce(hand) && !rules.hit_split_aces) {
    return split ? ["stand", "split"] : [];
  }
  const double = mayDouble(rules, hand);
  return offered({ hit: true, stand: true, double, split, surrender: maySurrender(rules, upcard, hand) });
}

function offered(offers) {
  return Object.keys(offers).filter((verb) => offers[verb]);
}

function surrendersEarly(rules, upcard) {
  return rules.surrender === "early" || (rules.surrender === "early_vs_non_ace" && upcard.value !== ACE);
}

function mayDouble(rules, hand) {
  const afterSplit = !hand.fromSplit || rules.double_after_split;
  const withAce = !isSplitAce(hand) || rules.double_split_aces;
  if (!isPairLong(hand) || rules.double_on === "never" || !afterSplit || !withAce) {
    return false;
  }
  const { value } = totalOf(hand.cards);
  return rules.double_on === "any" || (DOUBLE_FROM[rules.double_on] <= value && value <= DOUBLE_TO);
}

function maySplit(rules, seat, hand) {
  if (!isPairLong(hand)) {
    return false;
  }
  const [first, second] = hand.cards;
  const alike = rules.split_by === "rank" ? first.rank === second.rank : first.value === second.value;
  const limit = first.value === ACE ? rules.max_ace_splits : rules.max_splits;
  return alike && seat.hands.length <= limit;
}

/** Late surrender, and the early kinds if no blackjack is possible, because then no offer was made before play. */
function maySurrender(rules, upcard, hand) {
  if (!isPairLong(hand) || (hand.fromSplit && !rules.surrender_after_split)) {
    return false;
  }
  return rules.surrender === "late" || (!canMakeBlackjack(rules, upcard) && surrendersEarly(rules, upcard));
}
