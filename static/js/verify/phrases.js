// What the checks say, in English, as the command line says it. The page brings the same phrases in its language.

export const PHRASES = Object.freeze({
  // names of checks
  commitment: "commitment",
  rules: "rules",
  decks: "decks",
  reshuffle: "reshuffle",
  cut: "cut",
  log: "log",
  "log-announced": "log line announced",
  "log-opened": "log line opened",
  burned: "burned cards",
  round: "round {nonce}",
  "round-entropy": "round {nonce}, entropy",
  "round-cards": "round {nonce}, cards",
  "round-bets": "round {nonce}, bets",
  "round-decisions": "round {nonce}, decisions",
  "round-card": "round {nonce}, card {card}",
  "round-settlement": "round {nonce}, settlement",
  rest: "rest",
  digest: "digest",
  // what was found right
  value: "{value}",
  "rules-hash": "{decks} decks, hash {hash}",
  "log-number": "number {n} at {at}, hash {hash}",
  "one-card": "1 card",
  cards: "{count} cards",
  "one-decision": "legal, 1 decision",
  decisions: "legal, {count} decisions",
  "one-decision-house": "legal, 1 decision, by the house: {made}",
  "decisions-house": "legal, {count} decisions, by the house: {made}",
  "house-decision": "{number} {action}",
  paid: "paid: {seats}",
  cancelled: "cancelled, returned: {seats}",
  "seat-amount": "seat {seat} {amount}",
  // differences
  "listed-commitment": "listed {listed}, the server seed gives {own}",
  "listed-rules": "listed {listed}, the rules say {own}",
  "listed-cut": "listed {listed}, allowed is {allowed}",
  "from-to": "{from} to {to}",
  "listed-digest": "listed {listed}, the document gives {own}",
  "log-expected": "{key} {listed}, {own} is expected",
  "log-hash": "hash {listed}, the line gives {own}",
  "log-unopened": "the shoe dealt without an opening line",
  "log-order": "the shoe was opened before it was announced",
  "log-chain": "the opening line does not follow the announcing line",
  "log-rules": "rules_hash {listed}, the rules give {own}",
  "burn-missing": "{count} are due, none are listed",
  "burn-unplayed": "cards were burned, but no round was played",
  "burn-entropy": "{listed} is no seat of round 1",
  "nonce-expected": "nonce {listed}, {own} is expected",
  "to-close": "the shoe was to close after round {rounds}",
  "card-other": "card {card} is listed as {listed}, the seed gives {own}",
  "card-missing": "card {card} is not listed, the seed gives {own}",
  "card-extra": "card {card} is listed as {listed}, none is due",
  "card-count": "{listed} cards are listed, the decisions draw {own}",
  "bet-seats": "of the seats {listed}, the seeds are of {own}",
  "bet-twice": "seat {seat}: has bet already",
  "bet-none": "a round needs a bet",
  "bet-seat": "seat {seat}: the table has the seats 1 to {seats}",
  "bet-side": "seat {seat}: the table has no side bet {name}",
  "bet-stake": "seat {seat}: a stake is a whole number of units, more than 0",
  "bet-behind": "seat {seat}: the seat takes {count} bets behind",
  "bet-choice": "seat {seat}: a bet behind is to follow, or to stay left or right",
  "bet-inexact": "seat {seat}: a payout on this stake would not be exact",
  illegal: "decision {number} is {action}, legal is {legal}",
  nothing: "nothing",
  "house-money": "decision {number} by the house is {action}, the rules allow it no new money",
  "before-cards": "made before the first card",
  "not-over": "the round is not over after them",
  "settlement-other": "{path} is listed as {listed}, the rules give {own}",
  "rest-none": "a shoe without a round, or without an end, has none",
  "rest-entropy": "entropy {listed}, not {own}",
  // what is no transcript
  "not-json": "not JSON (character {at})",
  "not-utf8": "not JSON (the bytes are no UTF-8)",
  "key-twice": "the key {key} is given twice",
  "key-missing": "the key {key} is missing",
  "key-unknown": "unknown key {key}",
  "object-expected": "an object is expected",
  "seats-expected": "an object with at least one seat is expected",
  "list-expected": "a list is expected",
  "text-expected": "a string is expected",
  "whole-expected": "a whole number is expected",
  "form-expected": "{allowed} is expected",
  "field-refused": "{field} has a value that is not allowed",
  "no-seat": "{seat} is no seat",
  "no-amount": "{listed} is no plain positive decimal number with at most four decimals",
  "log-length": "the announcing and the opening line are expected",
  // what the page says
  right: "correct",
  wrong: "different",
  working: "Checking …",
  "all-right": "The transcript agrees with itself: {count} checks, {cards} cards, {seconds} s.",
  "given-same": "The commitment is the one that you gave.",
  "given-other": "This transcript is of another shoe than the commitment that you gave: its own is {own}.",
  "log-same": "Its commitment is in the public log: line {n}, announced at {at}.",
  "log-other": "Line {n} of the public log is not the one in this transcript.",
  "only-itself": "But it was compared with nothing but itself, and anybody can make such a document. Enter the commitment that you saw before you played.",
  "no-commitment": "A commitment has 64 characters: digits and the letters a to f.",
  "log-not-loaded": "The public log could not be read, so this transcript was not compared with it. Try again later.",
  "house-rounds": "Rounds in which the house decided for its player: {count}.",
  "cancelled-rounds": "Rounds that were cancelled, their stakes returned: {count}.",
  "one-wrong": "The first difference is in {check}.",
  "no-transcript": "This is not a transcript: {where}: {problem}.",
  "nothing-given": "Choose a file or paste a transcript.",
  "not-loaded": "The transcript could not be loaded.",
  "not-finished": "The check could not be finished: {problem}.",
  "no-crypto": "This browser computes hashes only on secure pages (https).",
  "picture-burned": "Burned cards",
  "picture-round": "Round {nonce}",
  "picture-cancelled": "Round {nonce}, cancelled",
  "picture-house": "Round {nonce}, played to its end by the house",
  "picture-rest": "Rest of the shoe",
});

/** Returns a phrase with its values; a value may itself be a list of [phrase, values]. */
export function worded(phrase, values = {}, catalogue = PHRASES) {
  const text = catalogue[phrase] ?? PHRASES[phrase];
  return text.replace(/\{([a-z0-9]+)\}/g, (_, name) => valueText(values[name], catalogue));
}

function valueText(value, catalogue) {
  if (!Array.isArray(value)) {
    return String(value);
  }
  return value.map(([phrase, values]) => worded(phrase, values, catalogue)).join(", ");
}

/** Returns the phrases of the page's language: the elements of a <template>, by their data-phrase. */
export function phrasesIn(template) {
  const elements = template ? [...template.content.querySelectorAll("[data-phrase]")] : [];
  return Object.fromEntries(elements.map((element) => [element.dataset.phrase, element.textContent]));
}
