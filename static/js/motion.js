/* Cards come from the shoe one by one, face down, and are turned over in place; those already there make room.
   Used at the table and in replays (replay.js). */
const still = matchMedia("(prefers-reduced-motion: reduce)");
const ROOM = 2; // pixels of tolerance below which a card does not move
export const NOTHING = { round: null, hands: new Map(), piles: new Map(), sums: new Map() };
let before = null;

const cardsOf = (list) => [...list.querySelectorAll("[data-card]")];
const placeOf = (one, felt) => {
  const box = one.getBoundingClientRect();
  const cloth = felt.getBoundingClientRect();
  return { x: box.left - cloth.left, y: box.top - cloth.top };
};

const sumsOf = (table) => [...table.querySelectorAll(".strip [data-sum]")];

/* State of the table: the cards of every hand with their position on the felt, the bets, and the totals above it. */
export function onTable(table) {
  const felt = table.querySelector(".felt");
  const hands = new Map();
  for (const list of table.querySelectorAll("[data-hand]")) {
    const cards = cardsOf(list).map((card) => ({ code: card.dataset.card, at: placeOf(card, felt) }));
    hands.set(list.dataset.hand, cards);
  }
  const piles = new Map([...table.querySelectorAll(".hand .pile:not(.pile--won)")].map((pile) => {
    return [pile.closest(".hand").querySelector("[data-hand]").dataset.hand, pile.cloneNode(true)];
  }));
  const sums = new Map(sumsOf(table).map((one) => [one.dataset.sum, one.textContent]));
  return { round: table.dataset.round ?? "", hands, piles, sums };
}

/* Earlier position of a card: in its own hand, or as the second card of the pair that was split. */
function earlier(hand, place, code) {
  const own = before.hands.get(hand)?.[place];
  if (own) return own;
  if (place > 0 || before.hands.has(hand)) return undefined;
  const box = `${hand.split("-")[0]}-`;
  const pairs = [...before.hands].filter(([name, cards]) => name.startsWith(box) && cards.length === 2);
  return pairs.map(([, cards]) => cards[1]).find((card) => card.code === code);
}

function changes(table) {
  const fresh = before.round !== table.dataset.round;
  const dealt = [];
  const kept = [];
  for (const list of table.querySelectorAll("[data-hand]")) {
    const hand = list.dataset.hand;
    const dealer = hand === "dealer" ? 1 : 0;
    cardsOf(list).forEach((card, place) => {
      const old = fresh ? undefined : earlier(hand, place, card.dataset.card);
      if (old?.code === card.dataset.card) kept.push({ card, from: old.at });
      else dealt.push({ card, list, order: fresh ? place * 2 + dealer : dealer * 100 + place, turned: old?.code === "??" });
    });
  }
  return { dealt: dealt.sort((one, other) => one.order - other.order), kept };
}

function come(item, from, to) {
  item.style.setProperty("--from-x", `${from.x - to.x}px`);
  item.style.setProperty("--from-y", `${from.y - to.y}px`);
}

/* The back of a card, visible until it is turned over. */
function back(card) {
  const one = card.cloneNode(true);
  const use = one.querySelector("use");
  use.setAttribute("href", `${use.getAttribute("href").split("#")[0]}#back`);
  one.setAttribute("class", "card is-back");
  for (const name of ["data-card", "role", "aria-label"]) one.removeAttribute(name);
  one.setAttribute("aria-hidden", "true");
  one.addEventListener("animationend", () => one.remove());
  return one;
}

function deal({ card, list, turned }, turn, felt, shoe) {
  const item = card.parentElement;
  item.style.setProperty("--turn", String(turn));
  const total = list.closest(".hand, .dealer").querySelector(".total");
  total.style.setProperty("--turn", String(turn));
  total.classList.add("is-told");
  if (!turned) {
    come(item, shoe, placeOf(card, felt));
    item.classList.add("is-dealt");
  }
  if (card.dataset.card === "??") return;
  item.append(back(card));
  item.classList.add("is-flipped");
}

/* Where the cards come from; a replay shows no shoe, so its corner is used. */
function placeOfShoe(felt) {
  const shoe = felt.querySelector(".shoe");
  return shoe ? placeOf(shoe, felt) : { x: felt.clientWidth, y: 0 };
}

/* The totals of a finished round would reveal its end: they keep their old values until the result is visible. */
function hold(table) {
  const [shown] = table.querySelector(".result")?.getAnimations() ?? [];
  if (!shown) return;
  for (const one of sumsOf(table)) {
    const now = one.textContent;
    const tell = () => { one.textContent = now; };
    one.textContent = before.sums.get(one.dataset.sum) ?? now;
    shown.finished.then(tell, tell);
  }
}

/* A lost stake is removed with the result; removing it at once would reveal the result. */
function take(table) {
  if (before.round !== table.dataset.round) return;
  for (const list of table.querySelectorAll(".hand [data-hand]")) {
    const money = list.closest(".hand").querySelector(".hand__money");
    const pile = before.piles.get(list.dataset.hand);
    if (!pile || money.querySelector(".pile")) continue;
    pile.classList.add("pile--lost");
    pile.addEventListener("animationend", () => pile.remove());
    money.prepend(pile);
  }
}

function play(table) {
  const felt = table.querySelector(".felt");
  const { dealt, kept } = changes(table);
  document.dispatchEvent(new CustomEvent("table:dealt", { detail: dealt.length }));
  if (still.matches) return;
  const shoe = placeOfShoe(felt);
  const there = kept.map(({ card, from }) => ({ item: card.parentElement, from, to: placeOf(card, felt) }));
  dealt.forEach((one, turn) => deal(one, turn, felt, shoe));
  for (const { item, from, to } of there) {
    if (Math.hypot(from.x - to.x, from.y - to.y) <= ROOM) continue;
    come(item, from, to);
    item.classList.add("is-moved");
  }
  if (dealt.length === 0) return;
  table.style.setProperty("--turns", String(dealt.length - 1));
  table.classList.add("is-moving");
  hold(table);
  take(table);
}

/* Animates the table from an earlier state to the present one. */
export function playFrom(was, table) {
  before = was;
  table.classList.remove("is-moving");
  play(table);
  before = null;
}

document.addEventListener("htmx:beforeSwap", () => {
  const table = document.getElementById("table");
  before = table ? onTable(table) : null;
});
document.addEventListener("htmx:afterSwap", () => {
  const table = document.getElementById("table");
  if (table && before) play(table);
  before = null;
});
