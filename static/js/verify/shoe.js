// The shoe: the cards left, in canonical order, and the cards that a round takes out of it.

import { CARDS } from "./cards.js";
import { Blocks } from "./fairness.js";

/** A shoe of `decks` decks (null: infinite), changed by every card that is drawn. */
export class Shoe {
  static async of(serverSeed, decks) {
    return new Shoe(await Blocks.of(serverSeed), decks);
  }

  constructor(blocks, decks) {
    this.blocks = blocks;
    this.decks = decks;
    this.left = full(decks);
    this.dealt = 0;
  }

  /** Draws the first `count` cards of a round. Their blocks are computed together, for speed. */
  async draw(entropy, nonce, count) {
    const words = await this.blocks.ofCards(entropy, nonce, 0, count);
    const cards = [];
    for (let cursor = 0; cursor < count; cursor += 1) {
      if (this.left.length === 0) {
        this.left = without(full(this.decks), cards);
      }
      const message = `${entropy}:${nonce}:${cursor}`;
      cards.push(this.take(await this.blocks.index(words[cursor], message, this.left.length)));
    }
    this.dealt += count;
    return cards;
  }

  take(index) {
    return CARDS[this.decks === null ? this.left[index] : this.left.splice(index, 1)[0]];
  }

  /** Draws all cards that are left; none of infinite decks. */
  rest(entropy, nonce) {
    return this.draw(entropy, nonce, this.decks === null ? 0 : this.left.length);
  }
}

function full(decks) {
  return CARDS.flatMap((card) => Array(decks ?? 1).fill(card.index));
}

/** Returns a full shoe without what the round has dealt; all of it when the round has dealt it all. */
function without(all, onTheTable) {
  const out = new Map();
  for (const card of onTheTable) {
    out.set(card.index, (out.get(card.index) ?? 0) + 1);
  }
  const left = all.filter((index) => {
    const taken = out.get(index) ?? 0;
    out.set(index, taken - 1);
    return taken <= 0;
  });
  return left.length > 0 ? left : all;
}
