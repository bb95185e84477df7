// All options of the game: the allowed values of each field, and what follows from them.

import { Fractional, MalformedError, isRecord, record } from "./reading.js";
import { OUTCOMES } from "./sidebets.js";

const LONGEST_CLOCK = 30n * 24n * 60n * 60n;
const FRACTION = /^[1-9][0-9]{0,5}:[1-9][0-9]{0,5}$/;
const CARDS_IN_A_DECK = 52;

const whole = (low, high, ...others) => (value) =>
  typeof value === "bigint" ? BigInt(low) <= value && value <= BigInt(high) : others.includes(value);
const oneOf = (...choices) => (value) => choices.includes(value);
const flag = oneOf(true, false);
const seconds = whole(1, LONGEST_CLOCK, null);
const housePlay = oneOf("stand", "basic_strategy", "hit_or_stand");

/** Every field with the test for its value. */
const FIELDS = new Map(
  Object.entries({
    decks: whole(1, 8, "infinite"),
    penetration: (value) => value instanceof Fractional && value.value >= 0.1 && value.value <= 0.95,
    reshuffle: oneOf("at_penetration", "every_round", "when_empty"),
    burn_cards: whole(0, 10),
    hole_card: oneOf("dealt", "not_dealt"),
    peek: oneOf("ace_and_ten", "ace", "never"),
    dealer_blackjack_takes: oneOf("all_bets", "all_but_doubles", "original_bet"),
    soft_17: oneOf("hit", "stand"),
    naturals: flag,
    blackjack_pays: (value) => typeof value === "string" && FRACTION.test(value),
    double_on: oneOf("any", "9-11", "10-11", "never"),
    double_after_split: flag,
    double_for_less: flag,
    split_by: oneOf("value", "rank"),
    max_splits: whole(0, 3),
    max_ace_splits: whole(0, 3),
    hit_split_aces: flag,
    double_split_aces: flag,
    split_tens_natural: flag,
    surrender_after_split: flag,
    surrender: oneOf("none", "late", "early_vs_non_ace", "early"),
    insurance: oneOf("none", "half", "up_to_half"),
    even_money: flag,
    auto_stand_21: flag,
    charlie: whole(5, 11, null),
    max_cards: whole(5, 11, null),
    inverted: flag,
    seats: whole(1, 7),
    seats_per_player: whole(1, 7),
    bettors_per_seat: whole(1, 3),
    side_bets: areSideBets,
    player_cut: flag,
    show_hole_card: oneOf("always", "when_needed"),
    turn_seconds: seconds,
    betting_seconds: seconds,
    intermission_seconds: seconds,
    on_turn_timeout: housePlay,
    on_absence: housePlay,
    resume_seconds: seconds,
  }),
);

function areSideBets(value) {
  return isRecord(value) && Object.entries(value).every(([name, paytable]) => isPaytable(name, paytable));
}

function isPaytable(name, paytable) {
  const outcomes = OUTCOMES.get(name);
  return (
    outcomes !== undefined &&
    isRecord(paytable) &&
    Object.keys(paytable).length === outcomes.length &&
    outcomes.every((outcome) => typeof paytable[outcome] === "bigint" && paytable[outcome] >= 0n)
  );
}

/**
 * Returns the rules in a document's `rules`, frozen; odds of side bets stay BigInt, other whole numbers become Number.
 * Throws a MalformedError if a field is missing, unknown, or out of range.
 */
export function readRules(given) {
  record(given, "rules", [...FIELDS.keys()]);
  for (const [name, accepts] of FIELDS) {
    if (!accepts(given[name])) {
      throw new MalformedError("rules", "field-refused", { field: name });
    }
  }
  if (given.hole_card === "not_dealt" && given.peek !== "never") {
    throw new MalformedError("rules", "field-refused", { field: "peek" });
  }
  const plain = Object.entries(given).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]);
  return Object.freeze(Object.fromEntries(plain));
}

/** Returns `blackjack_pays` as numerator and denominator. */
export function naturalOdds(rules) {
  return rules.blackjack_pays.split(":").map(BigInt);
}

/** Returns the number of decks, null for infinite ones, as Shoe takes it. */
export function finiteDecks(rules) {
  return rules.decks === "infinite" ? null : rules.decks;
}

/** Returns how many cards are dealt before the cut card: floor(cards × penetration), null for infinite decks. */
export function cutCard(rules) {
  if (rules.decks === "infinite") {
    return null;
  }
  const decimals = String(rules.penetration).split(".")[1];
  return Number((BigInt(rules.decks * CARDS_IN_A_DECK) * BigInt(decimals)) / 10n ** BigInt(decimals.length));
}

/** Returns the minimum and maximum cut that the opener of a shoe may choose, null if nothing is cut. */
export function cuts(rules) {
  if (!rules.player_cut || rules.decks === "infinite") {
    return null;
  }
  const most = (rules.decks - 1) * CARDS_IN_A_DECK;
  return most < CARDS_IN_A_DECK ? null : [CARDS_IN_A_DECK, most];
}

/** True if a shoe with these rules closes at a round boundary after `rounds` rounds and `dealt` cards. */
export function mustClose(rules, rounds, dealt) {
  if (rounds === 0 || rules.reshuffle === "when_empty") {
    return false;
  }
  const cut = cutCard(rules);
  return rules.reshuffle === "every_round" || (cut !== null && dealt >= cut);
}
