// A seed exchange: the seats of a live table seal their seeds, then open them.
//
// {seals, plain, openings, failed}: `seals` and `openings` are Maps by seat, `plain` seats have no seal, `failed` seats did not open.

import { PLAIN, entropyOf, sealOf, sealsHashOf } from "./fairness.js";

const seatsOf = (exchange) => new Set([...exchange.seals.keys(), ...exchange.plain]);
const ascending = (seats) => [...new Set(seats)].sort((one, other) => one - other);

/** True if there is a list of seals. */
export function isSealed({ seals, plain }) {
  return seals.size > 0 || plain.length > 0;
}

/** Returns the hash of the list of seals, null if the round is not sealed. */
export async function sealsHash(exchange) {
  const plain = exchange.plain.map((seat) => [seat, PLAIN]);
  return isSealed(exchange) ? sealsHashOf(new Map([...plain, ...exchange.seals])) : null;
}

/** Returns C of a round with these openings. */
export async function exchangeEntropy(exchange, cut) {
  return entropyOf(exchange.openings, cut, await sealsHash(exchange));
}

/** Returns what is wrong with the openings as [phrase, values], null if each matches its seat's seal. */
export async function firstProblem(exchange) {
  for (const seat of ascending([...seatsOf(exchange), ...exchange.openings.keys(), ...exchange.failed])) {
    const problem = await problemAt(exchange, seat);
    if (problem !== null) {
      return problem;
    }
  }
  return null;
}

async function problemAt({ seals, plain, openings, failed }, seat) {
  const seal = seals.get(seat);
  if ((seal === undefined) !== plain.includes(seat)) {
    return [seal === undefined ? "seat-unsealed" : "seat-both", { seat }];
  }
  const opening = openings.get(seat);
  const hasFailed = failed.includes(seat);
  if ((opening === undefined) !== hasFailed || (hasFailed && seal === undefined)) {
    return [opening === undefined && !hasFailed ? "opening-missing" : "seat-not-failed", { seat }];
  }
  if (opening === undefined || seal === undefined) {
    return null;
  }
  const own = await sealOf(opening);
  return own === seal ? null : ["seal-other", { seat, own, listed: seal }];
}

/** Returns what is wrong with the exchanges of one round in their order, null if each follows from the one before. */
export function sequenceProblem(exchanges) {
  for (const [at, later] of exchanges.slice(1).entries()) {
    const { failed } = exchanges[at];
    const before = [...seatsOf(exchanges[at])].filter((seat) => !failed.includes(seat));
    const unknown = ascending(seatsOf(later)).find((seat) => !before.includes(seat));
    if (unknown !== undefined) {
      return ["seat-not-before", { seat: unknown }];
    }
  }
  return repeatedSeal(exchanges);
}

function repeatedSeal(exchanges) {
  const seen = new Set();
  for (const { seals } of exchanges) {
    for (const seat of ascending(seals.keys())) {
      if (seen.has(seals.get(seat))) {
        return ["seal-again", { seat }];
      }
      seen.add(seals.get(seat));
    }
  }
  return null;
}

/** Returns the hash of the list, which a player may compare with the one shown at the table, and what each seat did. */
export async function described(exchange) {
  const opened = ascending(exchange.seals.keys()).filter((seat) => !exchange.failed.includes(seat));
  const groups = [["seals-opened", opened], ["seals-plain", exchange.plain], ["seals-failed", exchange.failed]];
  const said = groups.filter(([, seats]) => seats.length > 0).map(([phrase, seats]) => [phrase, { seats: seats.join(" ") }]);
  return ["value", { value: [["value", { value: await sealsHash(exchange) }], ...said] }];
}
