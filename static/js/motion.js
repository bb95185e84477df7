/* Deals cards that were not there before, and flips those that were face down. */
const still = matchMedia("(prefers-reduced-motion: reduce)");
let before = null;

function onTable(table) {
  const hands = new Map();
  for (const list of table.querySelectorAll("[data-hand]")) {
    const codes = [...list.querySelectorAll("[data-card]")].map((card) => card.dataset.card);
    hands.set(list.dataset.hand, codes);
  }
  return { round: table.dataset.round ?? "", hands };
}

function changes(table) {
  const fresh = before.round !== table.dataset.round;
  const moves = [];
  for (const list of table.querySelectorAll("[data-hand]")) {
    const old = fresh ? [] : (before.hands.get(list.dataset.hand) ?? []);
    const dealer = list.dataset.hand === "dealer" ? 1 : 0;
    [...list.querySelectorAll("[data-card]")].forEach((card, place) => {
      if (old[place] === card.dataset.card) return;
      const order = fresh ? place * 2 + dealer : dealer * 100 + place;
      moves.push({ card, order, look: old[place] === "??" ? "is-flipped" : "is-dealt" });
    });
  }
  return moves.sort((one, other) => one.order - other.order);
}

function play(table) {
  const moves = changes(table);
  document.dispatchEvent(new CustomEvent("table:dealt", { detail: moves.length }));
  if (moves.length === 0 || still.matches) return;
  moves.forEach(({ card, look }, turn) => {
    card.style.setProperty("--turn", String(turn));
    card.classList.add(look);
  });
  table.style.setProperty("--turns", String(moves.length - 1));
  table.classList.add("is-moving");
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
