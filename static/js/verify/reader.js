// A transcript taken apart: its form is checked here, its truth in transcript.js.

import { AmountError, decimalText, parseAmount } from "./amounts.js";
import { CHOICES } from "./behind.js";
import { exactPlaces } from "./bets.js";
import { quoted } from "./difference.js";
import { FORMS } from "./fairness.js";
import { readLine } from "./publiclog.js";
import { MalformedError, isRecord, items, readJson, record, string, textOf, whole } from "./reading.js";
import { readRules } from "./rules.js";

const KEYS = ["version", "shoe", "decks", "reshuffle", "cut", "commitment", "server_seed", "rules", "rounds"];
const OPTIONAL = ["rest", "log", "digest"];
const ROUND_KEYS = ["nonce", "seat_seeds", "status", "cards", "bets", "decisions", "settlement"];
const VERSION = 1n;
const SHOE = /^[A-Za-z0-9._:-]{1,64}$/;
const SEAT = /^[1-7]$/;

/** Who makes a decision; the house does for an absent player. */
const PLAYER = "player";
const HOUSE = "house";

/**
 * Returns the transcript in JSON text or its UTF-8 bytes; what is no transcript is a MalformedError.
 *
 * {raw, rules, places, burned, rounds, rest, log}: `raw` is the document itself, stakes are units of 10^-`places`.
 */
export function readTranscript(data) {
  const raw = record(readJson(typeof data === "string" ? data : textOf(data)), "transcript", KEYS, OPTIONAL);
  readHead(raw);
  const rules = readRules(raw.rules);
  const places = exactPlaces(rules);
  const listed = items(raw.rounds, "rounds");
  const burns = listed.length > 0 && isRecord(listed[0]) && "entropy" in listed[0];
  const start = burns ? 1 : 0;
  return {
    raw,
    rules,
    places,
    burned: burns ? readDrawn(listed[0], "rounds[0]") : null,
    rounds: listed.slice(start).map((value, at) => readRound(value, `rounds[${at + start}]`, places)),
    rest: "rest" in raw ? readDrawn(raw.rest, "rest") : null,
    log: readLog(raw),
  };
}

function readHead(raw) {
  if (whole(raw.version, "version") !== VERSION) {
    throw new MalformedError("version", "form-expected", { allowed: VERSION });
  }
  matching(SHOE, raw.shoe, "shoe");
  if (raw.decks !== "infinite") {
    whole(raw.decks, "decks");
  }
  if (raw.cut !== null) {
    whole(raw.cut, "cut");
  }
  for (const key of ["reshuffle", "commitment", ...("digest" in raw ? ["digest"] : [])]) {
    string(raw[key], key);
  }
  matching(FORMS.serverSeed, raw.server_seed, "server_seed");
}

function matching(pattern, value, where) {
  if (typeof value !== "string" || !pattern.test(value)) {
    throw new MalformedError(where, "form-expected", { allowed: pattern.source.slice(1, -1) });
  }
  return value;
}

function readDrawn(value, where) {
  const drawn = record(value, where, ["nonce", "entropy", "cards"]);
  return {
    nonce: whole(drawn.nonce, `${where}.nonce`),
    entropy: string(drawn.entropy, `${where}.entropy`),
    cards: readCards(drawn.cards, `${where}.cards`),
  };
}

function readCards(value, where) {
  return items(value, where).map((card) => string(card, where));
}

function readRound(value, where, places) {
  const listed = record(value, where, ROUND_KEYS);
  if (listed.status !== "completed" && listed.status !== "cancelled") {
    throw new MalformedError(`${where}.status`, "form-expected", { allowed: "completed, cancelled" });
  }
  if (!isRecord(listed.settlement)) {
    throw new MalformedError(`${where}.settlement`, "object-expected");
  }
  const decisions = items(listed.decisions, `${where}.decisions`).map((one, at) =>
    readDecision(one, `${where}.decisions[${at}]`),
  );
  return {
    nonce: whole(listed.nonce, `${where}.nonce`),
    seatSeeds: readSeatSeeds(listed.seat_seeds, `${where}.seat_seeds`),
    cancelled: listed.status === "cancelled",
    cards: readCards(listed.cards, `${where}.cards`),
    bets: items(listed.bets, `${where}.bets`).map((bet, at) => readBet(bet, `${where}.bets[${at}]`, places)),
    decisions: decisions.map(({ action }) => action),
    byHouse: decisions.flatMap(({ by }, at) => (by === HOUSE ? [at + 1] : [])), // numbers from 1
    settlement: listed.settlement,
  };
}

function readSeatSeeds(value, where) {
  if (!isRecord(value) || Object.keys(value).length === 0) {
    throw new MalformedError(where, "seats-expected");
  }
  const odd = Object.keys(value).find((seat) => !SEAT.test(seat));
  if (odd !== undefined) {
    throw new MalformedError(where, "no-seat", { seat: odd });
  }
  const seeds = Object.entries(value);
  return new Map(seeds.map(([seat, seed]) => [Number(seat), matching(FORMS.seatSeed, seed, `${where}.${seat}`)]));
}

function readBet(value, where, places) {
  const bet = record(value, where, ["seat", "stake"], ["side_bets", "behind"]);
  const sideBets = "side_bets" in bet ? bet.side_bets : Object.create(null);
  if (!isRecord(sideBets)) {
    throw new MalformedError(`${where}.side_bets`, "object-expected");
  }
  const stakes = Object.entries(sideBets).map(([name, stake]) => [
    name,
    readAmount(stake, `${where}.side_bets`, places),
  ]);
  const stake = readAmount(bet.stake, `${where}.stake`, places);
  const behind = items("behind" in bet ? bet.behind : [], `${where}.behind`).map((one, at) =>
    readBehind(one, `${where}.behind[${at}]`, places),
  );
  return { seat: Number(whole(bet.seat, `${where}.seat`)), stake, sideBets: new Map(stakes), behind };
}

function readBehind(value, where, places) {
  const { stake, choice } = record(value, where, ["stake", "choice"]);
  if (!CHOICES.includes(choice)) {
    throw new MalformedError(`${where}.choice`, "form-expected", { allowed: CHOICES.join(", ") });
  }
  return { stake: readAmount(stake, `${where}.stake`, places), choice };
}

function readAmount(value, where, places) {
  const units = parsedAmount(value, where, places);
  if (decimalText(units, places) !== value) {
    throw new MalformedError(where, "form-expected", { allowed: decimalText(units, places) });
  }
  return units;
}

function parsedAmount(value, where, places) {
  try {
    return parseAmount(value, places);
  } catch (error) {
    throw error instanceof AmountError ? new MalformedError(where, "no-amount", { listed: quoted(value) }) : error;
  }
}

function readDecision(value, where) {
  const decision = record(value, where, ["action", "by"]);
  if (decision.by !== PLAYER && decision.by !== HOUSE) {
    throw new MalformedError(`${where}.by`, "form-expected", { allowed: `${PLAYER}, ${HOUSE}` });
  }
  return { action: string(decision.action, `${where}.action`), by: decision.by };
}

function readLog(raw) {
  const lines = "log" in raw ? items(raw.log, "log") : [];
  if ("log" in raw && lines.length !== 1 && lines.length !== 2) {
    throw new MalformedError("log", "log-length");
  }
  return lines.map((line, at) => readLine(line, `log[${at}]`));
}
