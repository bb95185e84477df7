// The public view of a round, in the format of the conformance output.

import { MONEY_PLACES, decimalText } from "./amounts.js";
import { FIRST, bettorKey, choicesDocument, partsOf } from "./behind.js";
import { stakedBy } from "./bets.js";
import { isBlackjack } from "./dealer.js";
import { BEST, totalOf } from "./hands.js";
import { certainResult, finalResult } from "./settlement.js";
import { sideBetOutcome } from "./sidebets.js";

const INSURANCE_RETURNS = 3n;
const AMOUNTS = new Set(["staked", "returned", "net", "stake", "added", "payout"]);

/** Returns the public state of a round; amounts are whole units, a face-down card is only counted. */
export function publicState(round) {
  return {
    complete: round.turn === null,
    next: round.turn && { ...turnState(round.turn), legal: round.legal },
    cards_drawn: round.cardsDrawn,
    dealer: dealerState(round),
    seats: round.seats.map((seat) => seatState(round, seat)),
  };
}

/** Leaves out the bettor if it is the first one. */
function turnState({ bettor, ...turn }) {
  return bettor === FIRST ? turn : { ...turn, bettor };
}

/** Returns a public state, or a part of it, with its amounts as decimal text; a unit is 10^-`places`. */
export function withDecimals(shown, places = MONEY_PLACES) {
  if (Array.isArray(shown)) {
    return shown.map((item) => withDecimals(item, places));
  }
  if (typeof shown !== "object" || shown === null) {
    return shown;
  }
  const changed = Object.entries(shown).map(([key, value]) =>
    AMOUNTS.has(key) && value !== null ? [key, decimalText(value, places)] : [key, withDecimals(value, places)],
  );
  return Object.fromEntries(changed);
}

/** Returns the settlement of a completed round in the format of transcripts. */
export function settlementOf(round, places) {
  const shown = withDecimals(publicState(round), places);
  return { dealer: shown.dealer, seats: shown.seats };
}

/** Returns the settlement of a cancelled round: the stakes of each bettor (pairs of seat and list of units) are returned. */
export function refundOf(staked, places) {
  const seats = [...staked].sort((one, other) => one[0] - other[0]);
  return {
    seats: seats.map(([seat, units]) => {
      const [first, ...others] = units.map((staked) => refundPart(decimalText(staked, places)));
      const behind = others.map((part, place) => ({ bettor: place + FIRST + 1, ...part }));
      return { seat, ...first, ...(behind.length > 0 ? { behind } : {}) };
    }),
  };
}

/** Returns a settlement with null for every amount of the bettors in `unknown`. */
export function withoutAmounts(settlement, unknown) {
  const seats = settlement.seats.map(({ behind, ...first }) => {
    const followers = behind?.map((part) => shownTo(unknown, first.seat, part.bettor, part));
    return { ...shownTo(unknown, first.seat, FIRST, first), ...(followers ? { behind: followers } : {}) };
  });
  return { ...settlement, seats };
}

function shownTo(unknown, seat, bettor, part) {
  return unknown.has(bettorKey(seat, bettor)) ? blanked(part) : part;
}

function blanked(value) {
  if (Array.isArray(value)) {
    return value.map(blanked);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, AMOUNTS.has(key) ? null : blanked(inner)]));
}

function refundPart(amount) {
  return { staked: amount, returned: amount, net: "0" };
}

function dealerState(round) {
  const { value, soft } = totalOf(round.dealer);
  return {
    cards: round.dealer.map((card) => card.name),
    total: value,
    soft,
    blackjack: isBlackjack(round.rules, round.dealer),
    bust: value > BEST,
  };
}

function seatState(round, seat) {
  const shown = {
    insurance: insuranceState(round, seat),
    side_bets: Object.fromEntries([...seat.sideBets.keys()].map((name) => [name, sideBetState(round, seat, name)])),
    hands: seat.hands.map((hand, place) => handState(round, seat, hand, place)),
  };
  const behind = partsOf(seat)
    .slice(FIRST)
    .map((part, place) => behindState(round, seat, place, part));
  const others = behind.length > 0 ? { behind } : {};
  return { seat: seat.number, ...moneyState(round, seat, shown), ...shown, ...others };
}

function moneyState(round, seat, shown) {
  const staked = stakedBy(seat);
  const returned = round.turn === null ? returnedTo(round, staked, shown) : null;
  return { staked, returned, net: returned === null ? null : returned - staked };
}

/** Returns a follower's wagers on the seat's hands, which are numbered from 1 in the seat. */
function behindState(round, seat, place, part) {
  const numbers = seat.hands.flatMap((hand, at) => (hand.behind[place] === null ? [] : [at + 1]));
  const insurance = insuranceState(round, part);
  const hands = part.hands.map((hand, at) => ({ hand: numbers[at], ...wagerState(round, part, hand, at) }));
  const money = moneyState(round, part, { insurance, side_bets: {}, hands });
  return { bettor: part.bettor, ...choicesDocument(seat.followers[place].choices), ...money, insurance, hands };
}

function wagerState(round, seat, hand, place) {
  return { stake: hand.stake, added: hand.added, ...resultOf(round, seat, place) };
}

function returnedTo(round, staked, shown) {
  const paid = [...shown.hands, ...Object.values(shown.side_bets), ...(shown.insurance ? [shown.insurance] : [])];
  const total = paid.reduce((sum, bet) => sum + (bet.payout ?? 0n), 0n);
  return round.rules.inverted ? 2n * staked - total : total;
}

function handState(round, seat, hand, place) {
  const { value, soft } = totalOf(hand.cards);
  return {
    cards: hand.cards.map((card) => card.name),
    total: value,
    soft,
    ...wagerState(round, seat, hand, place),
  };
}

function resultOf(round, seat, place) {
  if (round.turn === null && round.faceDown === null && round.dealer.length > 1) {
    const blackjack = isBlackjack(round.rules, round.dealer);
    return finalResult(round.rules, seat, place, totalOf(round.dealer).value, blackjack);
  }
  return certainResult(round.rules, seat, place, round.blackjackPossible);
}

function insuranceState(round, seat) {
  const stake = seat.insurance;
  if (stake === 0n) {
    return null;
  }
  if (round.blackjackPossible && round.turn !== null) {
    return { stake, outcome: null, payout: null };
  }
  const won = isBlackjack(round.rules, round.dealer);
  return { stake, outcome: won ? "win" : "lose", payout: won ? INSURANCE_RETURNS * stake : 0n };
}

function sideBetState(round, seat, name) {
  const stake = seat.sideBets.get(name);
  if (name === "dealer_pair" && round.turn !== null) {
    return { stake, outcome: null, payout: null };
  }
  const outcome = sideBetOutcome(name, seat.dealt, round.dealer);
  return { stake, outcome, payout: outcome === null ? 0n : stake + stake * round.rules.side_bets[name][outcome] };
}
