/* Keeps the chip tray, the betting circles and the stake fields in sync. Amounts are in ten-thousandths. */
import { isForUs } from "./pressed.js";

const UNIT = 10000;
const figures = new Intl.NumberFormat(document.documentElement.lang, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
  useGrouping: "always", // as the server formats: Spanish would not group four digits
});
const units = (text) => Math.round(Number.parseFloat(text || "0") * UNIT) || 0;
/* Parses an amount as the server will (pages/amounts.py); what the server refuses counts as 0 here. */
const mark = figures.formatToParts(1.5).find(({ type }) => type === "decimal").value;
const other = mark === "," ? "." : ",";
const plainly = new RegExp(`^\\d+(?:[${mark}]\\d+|[${other}]\\d{1,2})?$`);
const grouped = new RegExp(`^[1-9]\\d{0,2}([${other}\\s])\\d{3}(?:\\1\\d{3})*(?:[${mark}]\\d+)?$`);
const likeThousands = new RegExp(`^[1-9]\\d{0,2}[${mark}]\\d{3}$`);
const read = (text) => {
  let plain = text.trim();
  const groups = plain.match(grouped);
  if (groups) plain = plain.replaceAll(groups[1], "");
  else plain = plain.replace(/^(?=[.,]\d+$)/, "0").replace(/^(\d+)[.,]$/, "$1");
  if (!plainly.test(plain) || likeThousands.test(plain)) return 0;
  return units(plain.replace(",", "."));
};
/* Two or four decimals: three could be read as thousands. */
const written = (amount) => (amount / UNIT).toFixed(amount % 100 ? 4 : 2).replace(".", mark);

const TALLEST = 5; // chips drawn per stack, as in a round (casino/rounds/values/chips.py)

/* One bet: its field and its circle on the felt. */
class Pile {
  constructor(field, bet) {
    this.field = field;
    this.bet = bet;
    this.given = this.total; // as the server has it
    this.spot = bet.part.querySelector(`[data-spot="${CSS.escape(field.name)}"]`);
    field.addEventListener("input", () => {
      this.draw();
      bet.keep(this);
      bet.sum();
    });
    field.addEventListener("focus", () => bet.choose(this));
    this.spot?.addEventListener("change", () => bet.choose(this));
  }

  get total() {
    return read(this.field.value);
  }

  get most() {
    return this.field.dataset.max ? units(this.field.dataset.max) : Number.MAX_SAFE_INTEGER;
  }

  get name() {
    return this.field.labels[0].textContent.trim().replaceAll(/\s+/g, " ");
  }

  /* True if the server does not have this amount yet. */
  get isPending() {
    return !this.bet.isPlaced || this.total !== this.given;
  }

  add(place) {
    const total = this.total + this.bet.values[place];
    if (total > this.most || !this.bet.fits(total - this.total)) {
      this.bet.refuse();
      return;
    }
    this.write(total);
    this.draw(true);
    this.bet.accept(this.words);
  }

  get words() {
    return `${this.name} ${figures.format(this.total / UNIT)}`;
  }

  write(total) {
    this.field.value = total ? written(total) : "";
  }

  set(total) {
    this.write(total);
    this.draw();
  }

  /* Draws the fewest chips that make the amount, largest first; a rest smaller than any chip is shown only as a number.
     Once bets are closed, only what was placed lies there. */
  draw(placed = false) {
    if (!this.spot) return;
    const total = this.bet.isClosed && this.isPending ? this.bet.placed(this) : this.total;
    let rest = total > this.most ? 0 : total;
    const stacks = [];
    for (let place = this.bet.values.length - 1; place >= 0; place -= 1) {
      const count = Math.floor(rest / this.bet.values[place]);
      rest %= this.bet.values[place];
      if (count > 0) stacks.push(stack(place, count));
    }
    if (placed) stacks.at(-1)?.classList.add("is-placed");
    this.spot.querySelector(".spot__chips").replaceChildren(...stacks);
    this.spot.querySelector("[data-spot-amount]").textContent = total ? figures.format(total / UNIT) : "";
    this.spot.classList.toggle("is-pending", this.isPending);
  }

  mark(isChosen) {
    this.spot?.classList.toggle("is-chosen", isChosen);
    this.field.closest("[data-field]")?.classList.toggle("is-chosen", isChosen);
    if (isChosen && this.spot) this.spot.querySelector("input").checked = true;
  }
}

function stack(place, count) {
  const chips = document.createElement("span");
  chips.className = `pile__chips chip--${place + 1}`;
  chips.dataset.height = String(Math.min(count, TALLEST));
  return chips;
}

/* The whole bet. The tray adds to the pile chosen last, by its field, its circle or its number. */
class Bet {
  constructor(form) {
    this.form = form;
    this.game = form.closest(".game");
    this.part = form.closest("#own, .game"); // what came with the form: at a live table the felt comes alone
    this.isNext = "isNext" in form.dataset; // the fields have a bet placed, or refused, for the next round
    this.isPlaced = "isPlaced" in form.dataset;
    this.isClosed = false;
    this.limits = form.querySelector("#stake-limits");
    this.most = form.dataset.most ? units(form.dataset.most) : Number.MAX_SAFE_INTEGER;
    this.limitsText = this.limits.textContent; // with several boxes, the limits of the box that the chips go to
    this.tray = [...form.querySelectorAll("[data-chip]")];
    this.values = this.tray.map((chip) => units(chip.dataset.chip));
    this.piles = [...form.elements].filter((field) => "amount" in field.dataset).map((field) => new Pile(field, this));
    this.undo = form.querySelector("[data-bet=undo]");
    this.past = [this.texts];
    this.typed = null; // the pile being typed in: one undo step for any number of keys
    this.together = form.querySelector("[data-total]");
    this.choose(this.piles.find((pile) => pile.field.ariaInvalid === "true") ?? this.piles[0]);
    this.tray.forEach((chip, place) => chip.addEventListener("click", () => this.chosen.add(place)));
    form.addEventListener("click", ({ target }) => {
      const tool = target.closest("[data-bet]");
      if (tool?.dataset.bet === "undo") this.back();
      else if (tool) this.use(tool.dataset.bet);
    });
  }

  get texts() {
    return this.piles.map((pile) => pile.field.value);
  }

  get isChanged() {
    return this.past.length > 1;
  }

  placed(pile) {
    return this.isPlaced ? pile.given : 0;
  }

  draw() {
    for (const pile of this.piles) pile.draw();
    this.sum();
    this.changed();
  }

  /* A form that comes again while bets are being put on goes on with them, and with what can be undone.
     After a deal that they were not in, they are a change of what the form has. */
  goOnFrom(earlier) {
    const [mine, its] = [this, earlier].map(({ form }) => form.elements);
    if (!mine.attempt || !its.attempt || mine.currency.value !== its.currency.value) return;
    const isSameDeal = mine.shoe.value === its.shoe.value && mine.nonce.value === its.nonce.value;
    if (isSameDeal ? mine.attempt.value !== its.attempt.value : !earlier.isChanged) return;
    const names = earlier.piles.map((pile) => pile.field.name);
    const here = (texts) => this.piles.map((pile) => texts[names.indexOf(pile.field.name)] ?? pile.field.value);
    this.past = isSameDeal ? earlier.past.map(here) : [this.texts, here(earlier.texts)];
    this.restore(this.past.at(-1));
    if (this.chosen.field.ariaInvalid !== "true") this.choose(this.piles.find((pile) => pile.field.name === earlier.chosen.field.name) ?? this.chosen);
  }

  restore(texts) {
    this.piles.forEach((pile, place) => { pile.field.value = texts[place]; });
  }

  choose(pile) {
    if (this.chosen !== pile) this.typed = null;
    this.chosen?.mark(false);
    this.chosen = pile;
    pile.mark(true);
    this.limitsText = pile.field.dataset.limits ?? this.limitsText;
    this.say(this.limitsText, false);
  }

  /* Chooses a box by the number that the page shows. */
  chooseBox(number) {
    const pile = this.piles.find(({ field }) => field.name === `stake-${number}`);
    if (!pile || this.piles.length === 1) return false;
    this.choose(pile);
    this.tell(this.limitsText);
    return true;
  }

  /* Stores the present bets for undo; the previous round then gives way to them. */
  keep(typed = null) {
    const now = this.texts;
    if (now.join() === this.past.at(-1).join()) return;
    if (typed && typed === this.typed) this.past.pop();
    this.typed = typed;
    this.past.push(now);
    this.changed();
  }

  back() {
    if (!this.isChanged) return;
    this.past.pop();
    this.typed = null;
    this.restore(this.past.at(-1));
    this.draw();
    this.accept(this.summary);
  }

  changed() {
    const isPlaced = this.piles.every((pile) => !pile.isPending);
    this.undo?.setAttribute("aria-disabled", String(!this.isChanged));
    this.game.classList.toggle("is-next", this.isNext || this.isChanged);
    this.form.classList.toggle("is-taken", isPlaced);
    this.form.querySelector("#deal").ariaDisabled = isPlaced ? "true" : null;
  }

  use(tool) {
    const wanted = this.piles.map((pile) => {
      if (tool === "clear") return 0;
      return tool === "double" ? pile.total * 2 : units(pile.field.dataset.rebet);
    });
    const more = wanted.reduce((sum, total, place) => sum + total - this.piles[place].total, 0);
    if (this.piles.some((pile, place) => wanted[place] > pile.most) || !this.fits(more)) {
      this.refuse();
      return;
    }
    this.piles.forEach((pile, place) => pile.set(wanted[place]));
    this.accept(this.summary);
  }

  get summary() {
    const said = this.piles.filter((pile) => pile.total > 0 || this.piles.length === 1);
    return said.map((pile) => pile.words).join(", ");
  }

  /* The player's own limits apply to all piles together. */
  fits(more) {
    return more <= 0 || this.piles.reduce((sum, pile) => sum + pile.total, more) <= this.most;
  }

  /* Shows the total of all boxes on the deal button; with a single box, its field is enough. */
  sum() {
    if (!this.together) return;
    const total = this.piles.reduce((sum, pile) => sum + pile.total, 0);
    this.together.textContent = total ? this.together.dataset.total.replace("{}", figures.format(total / UNIT)) : "";
  }

  accept(words) {
    this.keep();
    this.sum();
    this.say(this.limitsText, false);
    this.tell(words);
  }

  refuse() {
    this.say(`${this.limits.dataset.most} ${this.limitsText}`, true);
    this.tell(this.limits.textContent);
  }

  say(text, over) {
    this.limits.textContent = text;
    this.limits.classList.toggle("is-over", over);
  }

  tell(text) {
    document.getElementById("status").textContent = text;
  }
}

let bet = null;
let latest = null; // also while there is no form

function begin() {
  const form = document.getElementById("bet");
  if (!form?.querySelector("[data-amount]")) {
    bet?.game.classList.remove("is-next");
    bet = null;
  } else if (!form.hasAttribute("data-ready")) {
    form.setAttribute("data-ready", "");
    bet = new Bet(form);
    if (latest) bet.goOnFrom(latest);
    bet.draw();
    latest = bet;
  }
}

/* Once bets are closed the circles show what was placed. */
export function closeBets(isClosed) {
  if (!bet || bet.isClosed === isClosed) return;
  bet.isClosed = isClosed;
  bet.draw();
}

document.addEventListener("keydown", (event) => {
  if (bet && /^[1-9]$/.test(event.key) && isForUs(event) && bet.chooseBox(event.key)) event.preventDefault();
});
/* At a live table the whole box can be pressed. */
document.addEventListener("click", ({ target }) => {
  const box = target.closest("[data-box]");
  if (bet && !bet.isClosed && box && !target.closest("label, button, a, input")) bet.chooseBox(box.dataset.box);
});
/* A bet that was taken is no draft any more. */
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.elt.id === "bet" && detail.successful) latest = bet;
});
document.addEventListener("htmx:afterSwap", begin);
begin();
