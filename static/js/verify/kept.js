// Compares a transcript with what this browser saw at a live table: the lists of seals it opened for, in dealt and aborted exchanges.

import { Check } from "./checks.js";
import { sealsHash } from "./exchange.js";

/** Returns a check for each stored opening of this shoe: passed if list and opening are in the transcript as stored. */
export async function compareKept(transcript, openings) {
  const { shoe, commitment } = transcript.raw;
  const own = openings.filter((one) => one.shoe === shoe || one.commitment === commitment);
  const ordered = own.sort((one, other) => one.nonce - other.nonce || one.attempt - other.attempt);
  return Promise.all(ordered.map((opening) => checkOf(transcript, opening)));
}

async function checkOf(transcript, opening) {
  const [passed, detail] = await judged(transcript, opening);
  return new Check(["kept", { nonce: opening.nonce, number: opening.attempt }], passed, detail, opening.nonce);
}

async function judged({ raw, rounds, incomplete }, opening) {
  const { commitment, nonce, attempt, box, seal, seals_hash, seat_seed, taken } = opening;
  if (commitment !== raw.commitment) {
    return [false, ["kept-commitment", { kept: commitment, own: raw.commitment }]];
  }
  const round = rounds.find((one) => one.nonce === BigInt(nonce));
  if (round === undefined) {
    return [Boolean(incomplete), [incomplete ? "kept-lost" : "kept-no-round"]];
  }
  const exchange = [...round.aborted, round.exchange][attempt - 1];
  if (exchange === undefined || exchange.seals.get(box) !== seal) {
    return [false, ["kept-no-seal", { seat: box, seal }]];
  }
  const listed = await sealsHash(exchange);
  if (listed !== seals_hash) {
    return [false, ["kept-other-list", { kept: seals_hash, listed }]];
  }
  if (exchange.openings.get(box) === seat_seed) {
    return [true, ["kept-same", { hash: seals_hash }]];
  }
  return taken ? [false, ["kept-left-out", { seat: box }]] : [true, ["kept-not-taken", { seat: box }]];
}
