// Recomputes everything in a transcript: commitment, cards, play, payouts, the public log, the digest.
// The same checks in the same order as `python -m blackjack verify`, implemented independently.

import { partsOf } from "./behind.js";
import { BetError, stakedBy, stakesOf } from "./bets.js";
import { digestOf } from "./canonical.js";
import { Difference, demand, ok } from "./checks.js";
import { exchangeEntropy, isSealed } from "./exchange.js";
import { checkExchanges } from "./exchangechecks.js";
import { commitmentOf, entropyOf } from "./fairness.js";
import { lineHash } from "./publiclog.js";
import { firstDifference, quoted } from "./difference.js";
import { readTranscript } from "./reader.js";
import { IllegalAction, WITH_NEW_MONEY, play, startRound } from "./round.js";
import { cuts, finiteDecks, mustClose } from "./rules.js";
import { CardNeeded, Shoe } from "./shoe.js";
import { refundOf, settlementOf, withoutAmounts } from "./view.js";

/**
 * Reads a transcript (JSON text or its bytes) and yields its checks one by one, up to the end or to the first
 * difference, which comes last. Throws a MalformedError before any check if it is no transcript.
 */
export async function* verify(data) {
  yield* verifyRead(readTranscript(data));
}

/** Yields the checks of a document parsed by `readTranscript`. */
export async function* verifyRead(document) {
  try {
    yield* checks(document);
  } catch (error) {
    if (!(error instanceof Difference)) {
      throw error;
    }
    yield error.check;
  }
}

const dealtIn = (rounds) => rounds.filter(({ exchange }) => exchange.openings.size > 0);

const counted = (count, one, many) => (count === 1 ? [one] : [many, { count }]);

async function* checks(document) {
  yield await checkCommitment(document);
  yield await checkHead(document);
  yield* checkLog(document);
  if (document.incomplete) {
    yield checkIncomplete(document);
  }
  let shoe = yield* checkBurn(document);
  for (const [place, played] of document.rounds.entries()) {
    shoe = yield* checkRound(document, shoe, place, played);
  }
  yield* checkRest(document, shoe);
  if ("digest" in document.raw) {
    yield await checkDigest(document);
  }
}

async function checkCommitment({ raw }) {
  const own = await commitmentOf(raw.server_seed);
  demand(raw.commitment === own, ["commitment"], ["listed-commitment", { listed: quoted(raw.commitment), own }]);
  return ok(["commitment"], ["value", { value: own }]);
}

async function checkHead({ raw, rules, rounds }) {
  for (const key of ["decks", "reshuffle"]) {
    const values = { listed: quoted(raw[key]), own: quoted(rules[key]) };
    demand(String(raw[key]) === String(rules[key]), [key], ["listed-rules", values]);
  }
  const range = cuts(rules);
  if (raw.cut !== null || (range && rounds.length > 0)) {
    const allowed = range ? [["from-to", { from: range[0], to: range[1] }]] : "null";
    const allows = range && raw.cut !== null && range[0] <= raw.cut && raw.cut <= range[1];
    demand(allows, ["cut"], ["listed-cut", { listed: raw.cut, allowed }]);
  }
  return ok(["rules"], ["rules-hash", { decks: rules.decks, hash: await digestOf(raw.rules) }]);
}

async function* checkLog(document) {
  const [announced, opened] = document.log;
  for (const [at, line] of document.log.entries()) {
    yield await checkLine(document, line, at === 0 ? "announced" : "opened");
  }
  if (!announced) {
    return;
  }
  demand(opened || document.rounds.length === 0, ["log"], ["log-unopened"]);
  if (opened) {
    demand(announced.n < opened.n && announced.at <= opened.at, ["log"], ["log-order"]);
    demand(opened.n > announced.n + 1n || opened.previous === announced.hash, ["log"], ["log-chain"]);
    const values = { listed: opened.rules_hash, own: await digestOf(document.raw.rules) };
    demand(values.listed === values.own, ["log-opened"], ["log-rules", values]);
  }
}

async function checkLine({ raw }, line, kind) {
  const subject = [`log-${kind}`];
  for (const [key, own] of [["kind", kind], ["shoe", raw.shoe], ["commitment", raw.commitment]]) {
    demand(line[key] === own, subject, ["log-expected", { key, listed: quoted(line[key]), own: quoted(own) }]);
  }
  const own = await lineHash(line);
  demand(line.hash === own, subject, ["log-hash", { listed: line.hash, own }]);
  return ok(subject, ["log-number", { n: line.n, at: line.at, hash: own }]);
}

function checkIncomplete({ rounds, rest }) {
  demand(rest === null, ["incomplete"], ["rest-incomplete"]);
  return ok(["incomplete"], ["restored", { last: rounds.at(-1)?.nonce ?? 0 }]);
}

async function* checkBurn({ raw, rules, rounds, burned }) {
  const [first] = dealtIn(rounds);
  const subject = ["burned"];
  const shoe = await Shoe.of(raw.server_seed, finiteDecks(rules));
  const due = first || burned ? rules.burn_cards : 0;
  if (!burned) {
    demand(due === 0, subject, ["burn-missing", { count: due }], 0);
    return shoe;
  }
  demand(burned.nonce === 0n, subject, ["nonce-expected", { listed: burned.nonce, own: 0 }], 0);
  demand(first, subject, ["burn-unplayed"], 0);
  await checkBurnEntropy(burned.entropy, first.exchange, raw.cut);
  const cards = await shoe.begin(burned.entropy, 0, due);
  checkCards(subject, 0, burned.cards, cards.first(due));
  yield ok(subject, counted(due, "one-card", "cards"), 0);
  return cards.end(due);
}

/** Cards are burned with the opener's seed alone, or with C of the first round if that was sealed. */
async function checkBurnEntropy(entropy, exchange, cut) {
  const listed = quoted(entropy);
  if (isSealed(exchange)) {
    const own = await exchangeEntropy(exchange, cut);
    demand(entropy === own, ["burned"], ["rest-entropy", { listed, own: quoted(own) }], 0);
    return;
  }
  const openers = await Promise.all([...exchange.openings].map((seed) => entropyOf(new Map([seed]), cut)));
  demand(openers.includes(entropy), ["burned"], ["burn-entropy", { listed }], 0);
}

async function* checkRound(document, shoe, place, played) {
  const nonce = place + 1;
  const subject = ["round", { nonce }];
  demand(played.nonce === BigInt(nonce), subject, ["nonce-expected", { listed: played.nonce, own: nonce }], nonce);
  const dealt = dealtIn(document.rounds.slice(0, place)).length;
  demand(!mustClose(document.rules, dealt, shoe.dealt), subject, ["to-close", { rounds: place }], nonce);
  yield* checkExchanges(played, nonce);
  if (played.exchange.openings.size === 0) {
    yield checkUndealt(document, played);
    return shoe;
  }
  const entropy = await exchangeEntropy(played.exchange, document.raw.cut);
  yield ok(["round-entropy", { nonce }], ["value", { value: entropy }], nonce);
  const count = played.cards.length;
  const dealing = await shoe.begin(entropy, nonce, count);
  checkCards(subject, nonce, played.cards, dealing.first(count));
  yield ok(["round-cards", { nonce }], counted(count, "one-card", "cards"), nonce);
  yield* checkPlay(document, played, dealing);
  return dealing.end(count);
}

/** A round whose exchanges all failed was never dealt: its stakes are returned. */
function checkUndealt({ places }, played) {
  const nonce = Number(played.nonce);
  const cancelled = played.cancelled && played.cards.length === 0 && played.decisions.length === 0;
  demand(cancelled, ["round", { nonce }], ["dealt-unseeded"], nonce);
  return checkSettlement(played, refundOf(played.bets.map((bet) => [bet.seat, stakesOf(bet)]), places));
}

/** Compares card by card; an extra or missing card is a difference too. */
function checkCards(subject, nonce, listed, own) {
  for (let at = 0; at < Math.max(listed.length, own.length); at += 1) {
    if (listed[at] !== own[at]?.name) {
      const values = { card: at + 1, listed: quoted(listed[at]), own: own[at]?.name };
      throw new Difference(subject, [cardPhrase(listed, own, at), values], nonce, at + 1);
    }
  }
}

function cardPhrase(listed, own, at) {
  if (at >= listed.length) {
    return "card-missing";
  }
  return at < own.length ? "card-other" : "card-extra";
}

async function* checkPlay(document, played, dealing) {
  const nonce = Number(played.nonce);
  const seats = played.bets.map((bet) => bet.seat);
  const seeds = [...played.exchange.openings.keys()].sort((one, other) => one - other);
  const values = { listed: `[${seats.join(", ")}]`, own: `[${seeds.join(", ")}]` };
  const agrees = isSealed(played.exchange) ? covers(seats, seeds) : seats.join() === seeds.join();
  demand(agrees, ["round-bets", { nonce }], ["bet-seats", values], nonce);
  yield checkSettlement(played, yield* checkDecisions(document, played, dealing));
}

/** True if the seeds can belong to the players of these seats, each at their lowest one. */
function covers(seats, seeds) {
  const isAscending = seats.every((seat, at) => at === 0 || seats[at - 1] < seat);
  return isAscending && seeds.every((seat) => seats.includes(seat)) && seats[0] === seeds[0];
}

function checkSettlement(played, settlement) {
  const nonce = Number(played.nonce);
  const own = withoutAmounts(settlement, played.unknown);
  const subject = ["round-settlement", { nonce }];
  const difference = firstDifference("settlement", played.settlement, own);
  demand(difference === null, subject, ["settlement-other", difference ?? {}], nonce);
  const amounts = own.seats.map(({ seat, returned }) =>
    returned === null ? ["seat-unknown", { seat }] : ["seat-amount", { seat, amount: returned }],
  );
  return ok(subject, [played.cancelled ? "cancelled" : "paid", { seats: amounts }], nonce);
}

/** Plays the round by the rules, and returns its settlement. */
async function* checkDecisions({ rules, places }, played, dealing) {
  const nonce = Number(played.nonce);
  const subject = ["round-decisions", { nonce }];
  const count = played.decisions.length;
  if (played.cancelled && played.cards.length === 0) {
    demand(count === 0, subject, ["before-cards"], nonce);
    return refundOf(played.bets.map((bet) => [bet.seat, stakesOf(bet)]), places);
  }
  const round = await playedThrough(rules, places, played, dealing);
  checkNumber(played, round.cardsDrawn);
  demand(played.cancelled || round.turn === null, subject, ["not-over"], nonce);
  checkHouse(rules, subject, played);
  yield ok(subject, whoDecided(played), nonce);
  const staked = round.seats.map((seat) => [seat.number, partsOf(seat).map(stakedBy)]);
  return played.cancelled ? refundOf(staked, places) : settlementOf(round, places);
}

/** Plays the round; if it needs more cards than listed, they are computed and it is played again. */
async function playedThrough(rules, places, played, dealing) {
  for (;;) {
    try {
      return playedFrom(rules, places, played, (k) => dealing.draw(k));
    } catch (error) {
      if (!(error instanceof CardNeeded)) {
        throw error;
      }
      await dealing.prepare(error.count);
    }
  }
}

function playedFrom(rules, places, played, draw) {
  const nonce = Number(played.nonce);
  let number = 0;
  try {
    let round = startRound(rules, played.bets, draw);
    for (const action of played.decisions) {
      number += 1;
      round = play(round, action, places, played.unknown);
    }
    return round;
  } catch (error) {
    if (error instanceof BetError) {
      throw new Difference(["round-bets", { nonce }], [error.phrase, error.values], nonce);
    }
    if (error instanceof IllegalAction) {
      const legal = error.legal.join(", ") || [["nothing"]];
      const values = { number, action: quoted(played.decisions[number - 1]), legal };
      throw new Difference(["round-decisions", { nonce }], ["illegal", values], nonce);
    }
    throw error;
  }
}

/** Unless a rule lets the house play basic strategy for the player, the house adds no new money. */
function checkHouse(rules, subject, { nonce, decisions, byHouse }) {
  const ofAbsent = rules.resume_seconds === null ? null : rules.on_absence;
  const ofLate = rules.turn_seconds === null ? null : rules.on_turn_timeout;
  if ([ofAbsent, ofLate].includes("basic_strategy")) {
    return;
  }
  for (const number of byHouse) {
    const action = decisions[number - 1];
    const adds = WITH_NEW_MONEY.some((verb) => action.startsWith(verb));
    demand(!adds, subject, ["house-money", { number, action: quoted(action) }], Number(nonce));
  }
}

function whoDecided({ decisions, byHouse }) {
  const made = byHouse.map((number) => ["house-decision", { number, action: decisions[number - 1] }]);
  const [one, many] = made.length > 0 ? ["one-decision-house", "decisions-house"] : ["one-decision", "decisions"];
  return [decisions.length === 1 ? one : many, { count: decisions.length, made }];
}

function checkNumber(played, own) {
  const nonce = Number(played.nonce);
  const listed = played.cards.length;
  if (listed !== own) {
    const card = Math.min(listed, own) + 1;
    throw new Difference(["round-card", { nonce, card }], ["card-count", { listed, own }], nonce, card);
  }
}

async function* checkRest({ raw, rounds, rest }, shoe) {
  if (!rest) {
    return;
  }
  const subject = ["rest"];
  const last = dealtIn(rounds).at(-1);
  demand(last && shoe.decks !== null, subject, ["rest-none"]);
  const nonce = rounds.length + 1;
  const own = await exchangeEntropy(last.exchange, raw.cut);
  demand(rest.nonce === BigInt(nonce), subject, ["nonce-expected", { listed: rest.nonce, own: nonce }], nonce);
  const entropies = { listed: quoted(rest.entropy), own: quoted(own) };
  demand(rest.entropy === own, subject, ["rest-entropy", entropies], nonce);
  checkCards(subject, nonce, rest.cards, await shoe.rest(own, nonce));
  yield ok(subject, counted(rest.cards.length, "one-card", "cards"), nonce);
}

async function checkDigest({ raw }) {
  const { digest: listed, ...others } = raw;
  const own = await digestOf(others);
  demand(listed === own, ["digest"], ["listed-digest", { listed: quoted(listed), own }]);
  return ok(["digest"], ["value", { value: own }]);
}
