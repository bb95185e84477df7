// Parses a transcript: its form is checked here, its content in transcript.js.

import { AmountError, decimalText, parseAmount } from "./amounts.js";
import { CHOICE_KEYS, FIRST, bettorKey, choicesDocument, choicesFrom } from "./behind.js";
import { exactPlaces, smallestUnit } from "./bets.js";
import { quoted } from "./difference.js";
import { FORMS } from "./fairness.js";
import { readLine } from "./publiclog.js";
import { MalformedError, isRecord, items, readJson, record, string, textOf, whole } from "./reading.js";
import { readRules } from "./rules.js";

const KEYS = ["version", "shoe", "decks", "reshuffle", "cut", "commitment", "server_seed", "rules", "rounds"];
const OPTIONAL = ["rest", "log", "digest", "incomplete"];
const ROUND_KEYS = ["nonce", "seat_seeds", "status", "cards", "bets", "decisions", "settlement"];
const SEALED_KEYS = ["seals", "plain", "aborted"];
const VERSIONS = [1n, 2n];
const SEALED_VERSION = 2n;
const RESTORE = "restore";
const LAST_SEAT = 7n;
const SHOE = /^[A-Za-z0-9._:-]{1,64}$/;
const SEAT = /^[1-7]$/;

/** Who makes a decision; the house decides for an absent player. */
const PLAYER = "player";
const HOUSE = "house";

/**
 * Returns the transcript in JSON text or its UTF-8 bytes; throws a MalformedError if it is none.
 *
 * {raw, rules, places, burned, rounds, rest, log, incomplete}: `raw` is the document itself, stakes are units of 10^-`places`.
 */
export function readTranscript(data) {
  const raw = record(readJson(typeof data === "string" ? data : textOf(data)), "transcript", KEYS, OPTIONAL);
  const newer = readHead(raw);
  const rules = readRules(raw.rules);
  const amounts = { places: exactPlaces(rules), unknown: newer ? 2n * smallestUnit(rules) : null };
  const listed = items(raw.rounds, "rounds");
  const burns = listed.length > 0 && isRecord(listed[0]) && "entropy" in listed[0];
  const start = burns ? 1 : 0;
  return {
    raw,
    rules,
    places: amounts.places,
    burned: burns ? readDrawn(listed[0], "rounds[0]") : null,
    rounds: listed.slice(start).map((value, at) => readRound(value, `rounds[${at + start}]`, amounts)),
    rest: "rest" in raw ? readDrawn(raw.rest, "rest") : null,
    log: readLog(raw),
    incomplete: "incomplete" in raw,
  };
}

/** Checks the head; returns whether the document's version allows what came with sealed rounds. */
function readHead(raw) {
  if (!VERSIONS.includes(whole(raw.version, "version"))) {
    throw new MalformedError("version", "form-expected", { allowed: VERSIONS.join(", ") });
  }
  const newer = raw.version === SEALED_VERSION;
  if ("incomplete" in raw && !(newer && raw.incomplete === RESTORE)) {
    throw new MalformedError("incomplete", "form-expected", { allowed: RESTORE });
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
  return newer;
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

function readRound(value, where, amounts) {
  const sealed = isRecord(value) && amounts.unknown !== null && "seals" in value;
  const listed = record(value, where, sealed ? [...ROUND_KEYS, ...SEALED_KEYS] : ROUND_KEYS);
  if (listed.status !== "completed" && listed.status !== "cancelled") {
    throw new MalformedError(`${where}.status`, "form-expected", { allowed: "completed, cancelled" });
  }
  if (!isRecord(listed.settlement)) {
    throw new MalformedError(`${where}.settlement`, "object-expected");
  }
  const decisions = items(listed.decisions, `${where}.decisions`).map((one, at) =>
    readDecision(one, `${where}.decisions[${at}]`),
  );
  const bets = items(listed.bets, `${where}.bets`).map((bet, at) => readBet(bet, `${where}.bets[${at}]`, amounts));
  return {
    nonce: whole(listed.nonce, `${where}.nonce`),
    ...readExchanges(listed, where),
    sealed,
    cancelled: listed.status === "cancelled",
    cards: readCards(listed.cards, `${where}.cards`),
    bets: bets.map(({ bet }) => bet),
    unknown: new Set(bets.flatMap(({ unknown }) => unknown)), // bettors whose amounts are hidden from the reader: "seat.bettor"
    decisions: decisions.map(({ action }) => action),
    byHouse: decisions.flatMap(({ by }, at) => (by === HOUSE ? [at + 1] : [])), // numbers from 1
    settlement: listed.settlement,
  };
}

/** Returns the exchange that gave the round's seeds, and those aborted before it. */
function readExchanges(listed, where) {
  const aborted = items("aborted" in listed ? listed.aborted : [], `${where}.aborted`);
  const openings = readBySeat(FORMS.seatSeed, listed.seat_seeds, `${where}.seat_seeds`, aborted.length > 0);
  const seals = "seals" in listed ? readBySeat(FORMS.seal, listed.seals, `${where}.seals`) : new Map();
  const plain = "plain" in listed ? readSeats(listed.plain, `${where}.plain`) : [];
  return {
    exchange: { seals, plain, openings, failed: [] },
    aborted: aborted.map((one, at) => readAborted(one, `${where}.aborted[${at}]`)),
  };
}

function readAborted(value, where) {
  const { seals, plain, openings, failed } = record(value, where, ["seals", "plain", "openings", "failed"]);
  return {
    seals: readBySeat(FORMS.seal, seals, `${where}.seals`),
    plain: readSeats(plain, `${where}.plain`),
    openings: readBySeat(FORMS.seatSeed, openings, `${where}.openings`),
    failed: readSeats(failed, `${where}.failed`),
  };
}

function readSeats(value, where) {
  const seats = items(value, where).map((seat) => whole(seat, where));
  if (seats.some((seat, at) => seat < 1n || seat > LAST_SEAT || (at > 0 && seats[at - 1] >= seat))) {
    throw new MalformedError(where, "seats-ascending", { last: LAST_SEAT });
  }
  return seats.map(Number);
}

function readBySeat(pattern, value, where, mayBeEmpty = true) {
  if (!isRecord(value) || !(mayBeEmpty || Object.keys(value).length > 0)) {
    throw new MalformedError(where, "seats-expected");
  }
  const odd = Object.keys(value).find((seat) => !SEAT.test(seat));
  if (odd !== undefined) {
    throw new MalformedError(where, "no-seat", { seat: odd });
  }
  const seeds = Object.entries(value);
  return new Map(seeds.map(([seat, seed]) => [Number(seat), matching(pattern, seed, `${where}.${seat}`)]));
}

/** Returns the bet, and its bettors whose amounts are null: players other than the reader. */
function readBet(value, where, amounts) {
  const bet = record(value, where, ["seat", "stake"], ["side_bets", "behind"]);
  const sideBets = "side_bets" in bet ? bet.side_bets : Object.create(null);
  if (!isRecord(sideBets)) {
    throw new MalformedError(`${where}.side_bets`, "object-expected");
  }
  const stakes = Object.entries(sideBets).map(([name, stake]) => {
    if ((stake === null) !== (bet.stake === null)) {
      throw new MalformedError(`${where}.side_bets`, "null-expected");
    }
    return [name, readAmount(stake, `${where}.side_bets`, amounts)];
  });
  const stake = readAmount(bet.stake, `${where}.stake`, amounts);
  const followers = items("behind" in bet ? bet.behind : [], `${where}.behind`);
  const behind = followers.map((one, at) => readBehind(one, `${where}.behind[${at}]`, amounts));
  const seat = Number(whole(bet.seat, `${where}.seat`));
  const listed = [bet, ...followers];
  const unknown = listed.flatMap((one, at) => (one.stake === null ? [bettorKey(seat, at + FIRST)] : []));
  return { bet: { seat, stake, sideBets: new Map(stakes), behind }, unknown };
}

function readBehind(value, where, amounts) {
  const newer = isRecord(value) && amounts.unknown !== null && "split" in value;
  const given = record(value, where, ["stake", ...(newer ? CHOICE_KEYS : ["choice"])]);
  const choices = choicesFrom(given);
  if (choices === null || newer === "choice" in choicesDocument(choices)) {
    throw new MalformedError(`${where}.choice`, "choices-expected");
  }
  return { stake: readAmount(given.stake, `${where}.stake`, amounts), choices };
}

function readAmount(value, where, { places, unknown }) {
  if (value === null && unknown !== null) {
    return unknown;
  }
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
