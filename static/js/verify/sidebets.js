// Bets on the first cards, by rank and suit; they are paid whatever happens to the hand.

import { RANKS } from "./cards.js";

const PAIRS = ["perfect", "coloured", "mixed"];
const THREES = ["suited_trips", "straight_flush", "trips", "straight", "flush"];
const HIGH_STRAIGHT = String([RANKS.indexOf("A"), RANKS.indexOf("Q"), RANKS.indexOf("K")]);

/** Every side bet with its outcomes, best first. */
export const OUTCOMES = new Map([
  ["player_pair", PAIRS],
  ["dealer_pair", PAIRS],
  ["21+3", THREES],
  ["top_3", THREES.slice(0, 3)],
]);

/** Returns the best outcome of side bet `name` for a seat's first two cards, null if it loses. */
export function sideBetOutcome(name, own, dealer) {
  if (name === "player_pair") {
    return pair(own[0], own[1]);
  }
  if (name === "dealer_pair") {
    return pair(dealer[0], dealer[1]);
  }
  const best = three([...own, dealer[0]]);
  return OUTCOMES.get(name).includes(best) ? best : null;
}

function pair(first, second) {
  if (first.rank !== second.rank) {
    return null;
  }
  if (first.suit === second.suit) {
    return "perfect";
  }
  return isRed(first) === isRed(second) ? "coloured" : "mixed";
}

function isRed(card) {
  return card.suit === "D" || card.suit === "H";
}

function three(cards) {
  const suited = new Set(cards.map((card) => card.suit)).size === 1;
  if (new Set(cards.map((card) => card.rank)).size === 1) {
    return suited ? "suited_trips" : "trips";
  }
  if (isStraight(cards)) {
    return suited ? "straight_flush" : "straight";
  }
  return suited ? "flush" : null;
}

function isStraight(cards) {
  const places = cards.map((card) => RANKS.indexOf(card.rank)).sort((one, other) => one - other);
  const inARow = places[1] === places[0] + 1 && places[2] === places[1] + 1;
  return inARow || String(places) === HIGH_STRAIGHT;
}
