// How a card is drawn, byte for byte: seeds, entropy, and the index that a block gives.
//
// block = HMAC-SHA-256(key = server seed, message = "C:n:k"), in ASCII
// index = the first of its 4-byte big-endian words x below 2^32 - (2^32 mod m), mod m

import { sha256Hex } from "./canonical.js";

const WORD_RANGE = 2 ** 32;
const ASCII = new TextEncoder();

/** Formats of seeds and seals. */
export const FORMS = {
  serverSeed: /^[0-9a-f]{64}$/,
  seatSeed: /^[A-Za-z0-9_-]{1,64}$/,
  seal: /^[0-9a-f]{64}$/,
};

/** Returns what is published before the shoe: the hex SHA-256 of the seed's 64 characters. */
export function commitmentOf(serverSeed) {
  return sha256Hex(serverSeed);
}

/** Entry in the list of seals for a seat whose words were sent openly. */
export const PLAIN = "plain";

/** Returns the seal of a seat seed, sent before the seed itself. */
export function sealOf(seed) {
  return sha256Hex(seed);
}

/** Returns the hash of the list of seals (a Map by seat number; PLAIN for a seat without one). */
export function sealsHashOf(seals) {
  return sha256Hex(linesOf(seals).join(""));
}

/**
 * Returns C of a round from its seat seeds (a Map by seat number), then the shoe's cut, if any. In a sealed round the hash of
 * the list of seals comes first, also for a single seat.
 */
export async function entropyOf(seatSeeds, cut = null, sealsHash = null) {
  const mixed = await mixedOf(linesOf(seatSeeds), [...seatSeeds.values()], sealsHash);
  return cut === null ? mixed : `${mixed}.${cut}`;
}

async function mixedOf(lines, seeds, sealsHash) {
  if (sealsHash !== null) {
    return sha256Hex([`seals=${sealsHash}\n`, ...lines].join(""));
  }
  return seeds.length === 1 ? seeds[0] : sha256Hex(lines.join(""));
}

function linesOf(values) {
  const seats = [...values.keys()].sort((one, other) => one - other);
  return seats.map((seat) => `${seat}=${values.get(seat)}\n`);
}

/** Returns the index among `left` cards that the first unbiased word gives, null if no word is unbiased. */
export function indexFromWords(words, left) {
  const limit = WORD_RANGE - (WORD_RANGE % left);
  for (const word of words) {
    if (word < limit) {
      return word % left;
    }
  }
  return null;
}

/** Computes blocks under one server seed; its key is imported once. */
export class Blocks {
  static async of(serverSeed) {
    const how = { name: "HMAC", hash: "SHA-256" };
    return new Blocks(await crypto.subtle.importKey("raw", ASCII.encode(serverSeed), how, false, ["sign"]));
  }

  constructor(key) {
    this.key = key;
  }

  /** Returns the eight words of the block of a message. */
  async words(message) {
    const block = new DataView(await crypto.subtle.sign("HMAC", this.key, ASCII.encode(message)));
    return Array.from({ length: 8 }, (_, at) => block.getUint32(4 * at));
  }

  /** Returns the words of cards `from` to `to` (exclusive) of a round, all computed in parallel. */
  ofCards(entropy, nonce, from, to) {
    const cursors = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
    return Promise.all(cursors.map((cursor) => this.words(`${entropy}:${nonce}:${cursor}`)));
  }

  /** Returns the index of a card from its words, going on to "C:n:k:1", ":2", … while none is unbiased. */
  async index(words, message, left) {
    let index = indexFromWords(words, left);
    for (let retry = 1; index === null; retry += 1) {
      index = indexFromWords(await this.words(`${message}:${retry}`), left);
    }
    return index;
  }
}
