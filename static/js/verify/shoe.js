// The shoe: the cards left, in canonical order, and the cards that a round takes out of it.

import { CARDS } from "./cards.js";
import { Blocks } from "./fairness.js";

const AHEAD = 8;

/** A card of a round whose block is not computed yet; `count` cards have to be prepared. */
export class CardNeeded extends Error {
  constructor(k) {
    super(`card ${k} of the round is not prepared`);
    this.name = "CardNeeded";
    this.count = k + AHEAD;
  }
}

/** A shoe of `decks` decks (null: infinite) after `dealt` cards; immutable. */
export class Shoe {
  static async of(serverSeed, decks) {
    return new Shoe(await Blocks.of(serverSeed), decks, full(decks), 0);
  }

  constructor(blocks, decks, left, dealt) {
    this.blocks = blocks;
    this.decks = decks;
    this.left = left;
    this.dealt = dealt;
  }

  /** Opens round `nonce` with C = `entropy` and its first `count` cards prepared; burned cards are round 0. */
  async begin(entropy, nonce, count) {
    const cards = new RoundCards(this, entropy, nonce);
    await cards.prepare(count);
    return cards;
  }

  /** Returns all cards left, in the order in which this C and nonce draw them; none of infinite decks. */
  async rest(entropy, nonce) {
    const count = this.decks === null ? 0 : this.left.length;
    return (await this.begin(entropy, nonce, count)).first(count);
  }
}

/** The cards of one round: `draw(k)` is a pure function of prepared cards. */
export class RoundCards {
  constructor(shoe, entropy, nonce) {
    this.shoe = shoe;
    this.entropy = entropy;
    this.nonce = nonce;
    this.cards = [];
    this.left = [...shoe.left];
  }

  /** Computes the first `count` cards; all missing blocks in parallel. */
  async prepare(count) {
    const from = this.cards.length;
    const words = await this.shoe.blocks.ofCards(this.entropy, this.nonce, from, count);
    for (const [at, block] of words.entries()) {
      const message = `${this.entropy}:${this.nonce}:${from + at}`;
      if (this.left.length === 0) {
        this.left = without(full(this.shoe.decks), this.cards);
      }
      this.take(await this.shoe.blocks.index(block, message, this.left.length));
    }
  }

  take(index) {
    const taken = this.shoe.decks === null ? this.left[index] : this.left.splice(index, 1)[0];
    this.cards.push(CARDS[taken]);
  }

  /** Returns card number `k` of the round, counted from 0; throws CardNeeded if it is not prepared. */
  draw(k) {
    if (k >= this.cards.length) {
      throw new CardNeeded(k);
    }
    return this.cards[k];
  }

  /** Returns the first `count` cards of the round. */
  first(count) {
    return Array.from({ length: count }, (_, k) => this.draw(k));
  }

  /** Returns the shoe as it is after the round took `count` cards. */
  async end(count) {
    const { blocks, decks, dealt } = this.shoe;
    const exact = this.cards.length === count ? this : await this.shoe.begin(this.entropy, this.nonce, count);
    return new Shoe(blocks, decks, exact.left, dealt + count);
  }
}

function full(decks) {
  return CARDS.flatMap((card) => Array(decks ?? 1).fill(card.index));
}

/** Returns a full shoe without what the round has dealt; the whole shoe if the round has dealt all of it. */
function without(all, onTheTable) {
  const out = Array(CARDS.length).fill(0);
  for (const card of onTheTable) {
    out[card.index] += 1;
  }
  const left = all.filter((index) => {
    out[index] -= 1;
    return out[index] < 0;
  });
  return left.length > 0 ? left : all;
}
