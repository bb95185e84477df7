// The cards of a closed shoe, recomputed as /fairness/ says.

import { createHash, createHmac } from "node:crypto";

const SUITS = "CDHS";
const RANKS = "A23456789TJQK";
const FACES = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const RANGE = 2 ** 32;

export const sha256 = (text) => createHash("sha256").update(text, "ascii").digest("hex");

const fullShoe = (decks) => FACES.flatMap((face) => Array(decks ?? 1).fill(face));

// The index of the next card among m.
function drawIndex(seed, entropy, n, k, m) {
  const limit = RANGE - (RANGE % m);
  for (let more = 0; ; more += 1) {
    const message = `${entropy}:${n}:${k}${more ? `:${more}` : ""}`;
    const block = createHmac("sha256", seed).update(message, "ascii").digest();
    for (let place = 0; place < 32; place += 4) {
      const word = block.readUInt32BE(place);
      if (word < limit) return word % m;
    }
  }
}

// What is left of the full shoe without the cards on the table.
function takeBack(decks, table) {
  const left = fullShoe(decks);
  for (const card of table) left.splice(left.indexOf(card), 1);
  return left.length ? left : fullShoe(decks);
}

function dealRound(seed, decks, left, entropy, n, count) {
  const cards = [];
  let rest = [...left];
  while (cards.length < count) {
    if (rest.length === 0) rest = takeBack(decks, cards);
    const index = drawIndex(seed, entropy, n, cards.length, rest.length);
    cards.push(rest[index]);
    if (decks !== null) rest.splice(index, 1);
  }
  return { cards, rest };
}

// What the seats have mixed in: the seed of one, or the hash of all their lines.
function mixSeeds(seeds, cut) {
  const seats = Object.keys(seeds).sort((one, other) => one - other);
  const lines = seats.map((seat) => `${seat}=${seeds[seat]}\n`);
  const mixed = seats.length === 1 ? seeds[seats[0]] : sha256(lines.join(""));
  return cut === null ? mixed : `${mixed}.${cut}`;
}

// The differences between a transcript and its own seed: the commitment, and every card in its order.
export function findDifferences(transcript, commitment) {
  const { server_seed: seed, decks, cut, rounds } = transcript;
  const found = [];
  if (sha256(seed) !== transcript.commitment) found.push("the seed has another commitment");
  if (transcript.commitment !== commitment) found.push("another commitment was published");
  let left = fullShoe(decks);
  for (const { nonce, seat_seeds: seeds, entropy, cards } of rounds) {
    const mixed = seeds ? mixSeeds(seeds, cut) : entropy;
    const dealt = dealRound(seed, decks, left, mixed, nonce, cards.length);
    left = dealt.rest;
    if (dealt.cards.join() !== cards.join()) found.push(`round ${nonce} has other cards`);
  }
  return found;
}
