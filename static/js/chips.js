/* The tray, the spots and the fields say the same stakes. Amounts are whole ten-thousandths. */
const UNIT = 10000;
const figures = new Intl.NumberFormat(document.documentElement.lang, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
  useGrouping: "always", // as the server writes them: Spanish would leave four digits together
});
const units = (text) => Math.round(Number.parseFloat(text || "0") * UNIT) || 0;
/* What is typed, as the server will read it (pages/amounts.py); what it will refuse is nothing here. */
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
/* Two decimals or four: three could be read as thousands. */
const written = (amount) => (amount / UNIT).toFixed(amount % 100 ? 4 : 2).replace(".", mark);

/* The chips of one field on its spot. */
class Pile {
  constructor(field, bet) {
    this.field = field;
    this.bet = bet;
    this.spot = document.querySelector(`.game [data-spot="${CSS.escape(field.name)}"]`);
    this.counts = [];
    field.addEventListener("input", () => {
      this.stack();
      bet.sum();
    });
    field.addEventListener("focus", () => bet.choose(this));
    this.spot?.addEventListener("click", ({ target }) => this.press(target));
    this.stack();
  }

  get total() {
    return read(this.field.value);
  }

  get most() {
    return this.field.dataset.max ? units(this.field.dataset.max) : Number.MAX_SAFE_INTEGER;
  }

  press(target) {
    const chip = target.closest("[data-place]");
    this.bet.choose(this);
    if (chip) this.take(Number(chip.dataset.place));
  }

  set(total) {
    this.write(total);
    this.stack();
  }

  add(place) {
    const total = this.total + this.bet.values[place];
    if (total > this.most || !this.bet.fits(total - this.total)) {
      this.bet.refuse();
      return;
    }
    this.write(total);
    this.counts[place] += 1;
    this.draw(place);
  }

  take(place) {
    this.write(Math.max(0, this.total - this.bet.values[place]));
    this.counts[place] -= 1;
    this.draw();
    (this.spot.querySelector(`[data-place="${place}"]`) ?? this.bet.tray[place]).focus();
  }

  write(total) {
    this.field.value = total ? written(total) : "";
    this.bet.accept(`${this.field.labels[0].textContent} ${figures.format(total / UNIT)}`);
  }

  /* The fewest chips that make the amount; what no chip covers stays a figure. */
  stack() {
    this.counts = this.bet.values.map(() => 0);
    let rest = this.total > this.most ? 0 : this.total;
    for (let place = this.bet.values.length - 1; place >= 0; place -= 1) {
      this.counts[place] = Math.floor(rest / this.bet.values[place]);
      rest %= this.bet.values[place];
    }
    this.draw();
  }

  draw(placed = -1) {
    if (!this.spot) return;
    this.spot.querySelectorAll(".chip").forEach((chip) => chip.remove());
    this.spot.querySelector(".spot__hint").hidden = this.counts.some((count) => count > 0);
    this.counts.forEach((count, place) => {
      if (count > 0) this.spot.append(this.stacked(place, count, place === placed));
    });
  }

  stacked(place, count, placed) {
    const chip = document.createElement("button");
    const face = this.bet.tray[place];
    chip.type = "button";
    chip.className = face.className;
    chip.classList.toggle("is-placed", placed);
    chip.dataset.place = String(place);
    chip.dataset.height = String(Math.min(count, 3));
    const value = figures.format(this.bet.values[place] / UNIT);
    chip.setAttribute("aria-label", `${this.spot.dataset.remove} ${value} (${count})`);
    chip.append(face.querySelector(".chip__face").cloneNode(true));
    if (count > 1) chip.append(this.tally(count));
    return chip;
  }

  tally(count) {
    const tally = document.createElement("span");
    tally.className = "spot__count";
    tally.textContent = `×${count}`;
    return tally;
  }
}

/* The whole bet; the tray adds to the pile that was chosen last, by its field or its spot. */
class Bet {
  constructor(form) {
    this.limits = form.querySelector("#stake-limits");
    this.most = form.dataset.most ? units(form.dataset.most) : Number.MAX_SAFE_INTEGER;
    this.limitsText = this.limits.textContent; // of several places, those of the one that the tray's chips go to
    this.tray = [...form.querySelectorAll("[data-chip]")];
    this.values = this.tray.map((chip) => units(chip.dataset.chip));
    this.piles = [...form.elements].filter((field) => "amount" in field.dataset).map((field) => new Pile(field, this));
    this.together = form.querySelector("[data-total]");
    this.choose(this.piles[0]);
    this.sum();
    this.tray.forEach((chip, place) => chip.addEventListener("click", () => this.chosen.add(place)));
    form.addEventListener("click", ({ target }) => {
      const tool = target.closest("[data-bet]");
      if (tool) this.use(tool.dataset.bet);
    });
  }

  choose(pile) {
    this.chosen?.spot?.classList.remove("is-chosen");
    this.chosen = pile;
    pile.spot?.classList.add("is-chosen");
    this.limitsText = pile.field.dataset.limits ?? this.limitsText;
    this.say(this.limitsText, false);
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
    const said = this.piles.filter((pile) => pile.total > 0 || this.piles.length === 1);
    this.tell(said.map((pile) => `${pile.field.labels[0].textContent} ${figures.format(pile.total / UNIT)}`).join(", "));
  }

  /* What the player's own limits leave is for all piles together. */
  fits(more) {
    return more <= 0 || this.piles.reduce((sum, pile) => sum + pile.total, more) <= this.most;
  }

  /* What all places come to stands on the button that stakes it; where there is one place, its field says it. */
  sum() {
    if (!this.together) return;
    const total = this.piles.reduce((sum, pile) => sum + pile.total, 0);
    this.together.textContent = total ? `${figures.format(total / UNIT)}\u00a0${this.together.dataset.total}` : "";
  }

  accept(words) {
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

function begin() {
  const form = document.getElementById("bet");
  if (form && !form.hasAttribute("data-ready")) {
    form.setAttribute("data-ready", "");
    new Bet(form);
  }
}

document.addEventListener("htmx:afterSwap", begin);
begin();
