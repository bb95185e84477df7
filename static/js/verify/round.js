// One round of the game as an immutable value: every action returns a new round.
//
// {rules, seats, dealer, cardsDrawn, faceDown, blackjackPossible, draw, turn, legal}; `dealer` holds the face-up cards,
// a face-down card is number `faceDown` of `draw`, and `turn` is null when the round is over.

import { AmountError, parseAmount } from "./amounts.js";
import { bettorKey, following, partsOf } from "./behind.js";
import { checkedBets, newSeat } from "./bets.js";
import { after, askBeforePeek } from "./course.js";
import { canMakeBlackjack } from "./dealer.js";

const VERBS = ["hit", "stand", "double", "split", "surrender", "insure", "even_money", "decline"];
const WITH_AMOUNT = ["double", "insure"];
const WITH_FOLLOWERS = ["double", "split"];
export const WITH_NEW_MONEY = ["double", "split", "insure"];
const WORDS = /^([a-z_]+)(?::([^-]*))?((?:-[0-9])*)$/s;

/** A decision that is not offered; `legal` are the offered verbs. */
export class IllegalAction extends Error {
  constructor(action, legal) {
    super(`${action.slice(0, 40)}: legal are ${legal.join(", ")}`);
    this.name = "IllegalAction";
    this.legal = legal;
  }
}

/** Accepts the bets (or throws a BetError), deals, and continues to the first decision. `draw(k)` returns card k. */
export function startRound(rules, bets, draw) {
  const placed = checkedBets(rules, bets);
  const count = placed.length;
  const seats = placed.map((bet, at) => newSeat(bet, [draw(at), draw(count + 1 + at)]));
  const upcard = draw(count);
  const dealt = 2 * count + 1;
  const faceDown = rules.hole_card === "dealt" ? dealt : null;
  if (faceDown !== null) {
    draw(faceDown);
  }
  return askBeforePeek({
    rules,
    seats,
    dealer: [upcard],
    cardsDrawn: faceDown === null ? dealt : dealt + 1,
    faceDown,
    blackjackPossible: canMakeBlackjack(rules, upcard),
    draw,
    turn: null,
    legal: [],
  });
}

/**
 * Returns the round after a decision such as "hit", "double:4" or "split-2"; amounts are decimals of 10^`places` units. Amounts of
 * the bettors in `unknown` are ignored.
 */
export function play(round, text, places, unknown = new Set()) {
  const { verb, amount: named, staying } = parsed(round, text, places);
  const isUnknown = round.turn !== null && unknown.has(bettorKey(round.turn.seat, round.turn.bettor));
  const amount = isUnknown ? null : named;
  const range = round.legal.includes(verb) ? amountsOf(round, verb) : null;
  const inRange = amount === null || (range !== null && range[0] <= amount && amount <= range[1]);
  if (!round.legal.includes(verb) || !inRange || !mayStay(round, verb, staying)) {
    throw new IllegalAction(text, round.legal);
  }
  const follows = WITH_FOLLOWERS.includes(verb) ? followingTurn(round, verb).filter((one) => !staying.includes(one)) : [];
  return after(round, { verb, cost: amount ?? fullCost(round, verb), follows });
}

/** True if the staying bettors would follow, each named once and in order. */
function mayStay(round, verb, staying) {
  if (staying.length === 0) {
    return true;
  }
  const named = followingTurn(round, verb).filter((one) => staying.includes(one));
  return WITH_FOLLOWERS.includes(verb) && named.join() === staying.join();
}

function parsed(round, text, places) {
  const [, verb, amount, others] = WORDS.exec(text) ?? [];
  const names = amount === undefined || WITH_AMOUNT.includes(verb);
  if (!VERBS.includes(verb) || !names || (others !== "" && !WITH_FOLLOWERS.includes(verb))) {
    throw new IllegalAction(text, round.legal);
  }
  const staying = [...others.replaceAll("-", "")].map(Number);
  try {
    return { verb, amount: amount === undefined ? null : parseAmount(amount, places), staying };
  } catch (error) {
    throw error instanceof AmountError ? new IllegalAction(text, round.legal) : error;
  }
}

/** Returns the minimum and maximum amount of a legal verb now, null if it takes no amount. */
function amountsOf(round, verb) {
  const stake = stakeInTurn(round);
  if (verb === "double" && round.rules.double_for_less) {
    return [1n, stake];
  }
  return verb === "insure" && round.rules.insurance === "up_to_half" ? [1n, stake / 2n] : null;
}

/** Returns the additional stake of a verb without an amount. */
function fullCost(round, verb) {
  const stake = stakeInTurn(round);
  const costs = { double: stake, split: stake, insure: stake / 2n };
  return costs[verb] ?? 0n;
}

function stakeInTurn(round) {
  const { seat, hand } = inTurn(round);
  return partsOf(seat)[round.turn.bettor - 1].hands[hand].stake;
}

/** Returns the bettors who follow a double or a split of the hand whose turn it is. */
function followingTurn(round, verb) {
  const { seat, hand } = inTurn(round);
  return following(seat, seat.hands[hand], verb);
}

/** Returns the seat whose turn it is and the index of its hand. */
function inTurn(round) {
  const seat = round.seats.find((other) => other.number === round.turn.seat);
  const hand = round.turn.hand - 1;
  return { seat, hand };
}
