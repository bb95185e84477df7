// The 52 cards, in the canonical order of the shoe: clubs, diamonds, hearts, spades; within a suit A 2 … 9 T J Q K.

export const RANKS = "A23456789TJQK";
export const SUITS = "CDHS";
export const ACE = 1;
export const TEN = 10;

function made(rank, suit) {
  const value = Math.min(RANKS.indexOf(rank) + 1, TEN);
  const index = SUITS.indexOf(suit) * RANKS.length + RANKS.indexOf(rank);
  return Object.freeze({ name: rank + suit, rank, suit, value, index });
}

/** All cards: `name` as in "AS", `rank`, `suit`, `value` 1 to 10 (an ace is 1), `index` 0 to 51. */
export const CARDS = Object.freeze([...SUITS].flatMap((suit) => [...RANKS].map((rank) => made(rank, suit))));

const BY_NAME = new Map(CARDS.map((card) => [card.name, card]));

/** Returns the card with this name, undefined if there is none. */
export function cardNamed(name) {
  return BY_NAME.get(name);
}
