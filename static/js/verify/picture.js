// The shoe as a picture: every card in the order in which it left the shoe, round by round.

import { cardNamed } from "./cards.js";

const SVG = "http://www.w3.org/2000/svg";
const SUIT = 1; // index of the suit in a card's name

/** Draws into `list` with the cards of the SVG sprite at `sprite`. */
export class Picture {
  constructor(list, sprite) {
    this.list = list;
    this.sprite = sprite;
  }

  clear() {
    this.list.replaceChildren();
  }

  /** Adds the cards of a round, replacing what was drawn of it before; `wrong` is the number of the differing card (from 1), or null. */
  add(title, nonce, cards, wrong = null) {
    const group = document.createElement("li");
    group.id = `shoe-round-${nonce}`;
    document.getElementById(group.id)?.remove();
    const heading = document.createElement("h2");
    heading.textContent = title;
    group.append(heading, this.row(cards, wrong));
    this.list.append(group);
  }

  row(cards, wrong) {
    const row = document.createElement("div");
    row.className = "shoe-picture__cards";
    row.setAttribute("role", "img");
    row.setAttribute("aria-label", cards.join(" "));
    row.append(...cards.map((name, at) => this.card(name, at + 1 === wrong)));
    return row;
  }

  card(listed, isWrong) {
    const name = cardNamed(listed)?.name ?? "back";
    const picture = document.createElementNS(SVG, "svg");
    picture.setAttribute("class", `card card--${name === "back" ? name : name[SUIT]}${isWrong ? " is-wrong" : ""}`);
    picture.setAttribute("viewBox", "0 0 100 140");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `${this.sprite}#${name}`);
    picture.append(use);
    return picture;
  }
}
