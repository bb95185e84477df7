/* The tray, the spot and the number field say the same stake. Amounts are whole ten-thousandths. */
const UNIT = 10000;
const figures = new Intl.NumberFormat(document.documentElement.lang, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const units = (text) => Math.round(Number.parseFloat(text || "0") * UNIT) || 0;
const plain = (amount) => (amount / UNIT).toFixed(4).replace(/(\.\d\d)0+$/, "$1");

class Bet {
  constructor(form) {
    this.form = form;
    this.field = form.elements.stake;
    this.limits = form.querySelector("#stake-limits");
    this.limitsText = this.limits.textContent;
    this.spot = document.querySelector("#table [data-spot]");
    this.tray = [...form.querySelectorAll("[data-chip]")];
    this.values = this.tray.map((chip) => units(chip.dataset.chip));
    this.counts = [];
    this.listen();
    this.stackFor(units(this.field.value));
  }

  listen() {
    this.tray.forEach((chip, place) => chip.addEventListener("click", () => this.add(place)));
    this.field.addEventListener("input", () => this.stackFor(units(this.field.value)));
    this.form.addEventListener("click", ({ target }) => {
      const tool = target.closest("[data-bet]");
      if (tool) this.use(tool);
    });
    this.spot?.addEventListener("click", ({ target }) => {
      const chip = target.closest("[data-place]");
      if (chip) this.take(Number(chip.dataset.place));
    });
  }

  get total() {
    return units(this.field.value);
  }

  use(tool) {
    if (tool.dataset.bet === "clear") this.set(0);
    if (tool.dataset.bet === "double") this.set(this.total * 2);
    if (tool.dataset.bet === "rebet") this.set(units(tool.dataset.rebet));
  }

  set(total) {
    if (this.isOver(total)) return;
    this.write(total);
    this.stackFor(total);
  }

  add(place) {
    const total = this.total + this.values[place];
    if (this.isOver(total)) return;
    this.write(total);
    this.counts[place] += 1;
    this.draw(place);
  }

  take(place) {
    this.write(Math.max(0, this.total - this.values[place]));
    this.counts[place] -= 1;
    this.draw();
    (this.spot.querySelector(`[data-place="${place}"]`) ?? this.tray[place]).focus();
  }

  write(total) {
    this.field.value = total ? plain(total) : "";
    this.say(this.limitsText, false);
    this.tell(`${this.field.labels[0].textContent} ${figures.format(total / UNIT)}`);
  }

  isOver(total) {
    const over = total > units(this.field.max);
    if (over) this.say(`${this.limits.dataset.most} ${this.limitsText}`, true);
    return over;
  }

  say(text, over) {
    this.limits.textContent = text;
    this.limits.classList.toggle("is-over", over);
    if (over) this.tell(text);
  }

  tell(text) {
    document.getElementById("status").textContent = text;
  }

  /* The fewest chips that make the amount; what no chip covers stays a figure. */
  stackFor(total) {
    this.counts = this.values.map(() => 0);
    let rest = total > units(this.field.max) ? 0 : total;
    for (let place = this.values.length - 1; place >= 0; place -= 1) {
      this.counts[place] = Math.floor(rest / this.values[place]);
      rest %= this.values[place];
    }
    this.draw();
  }

  draw(placed = -1) {
    if (!this.spot) return;
    this.spot.querySelectorAll(".chip").forEach((chip) => chip.remove());
    const hint = this.spot.querySelector(".spot__hint");
    hint.hidden = this.counts.some((count) => count > 0);
    this.counts.forEach((count, place) => {
      if (count > 0) this.spot.append(this.stacked(place, count, place === placed));
    });
  }

  stacked(place, count, placed) {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.className = this.tray[place].className;
    chip.classList.toggle("is-placed", placed);
    chip.dataset.place = String(place);
    chip.dataset.height = String(Math.min(count, 3));
    const value = figures.format(this.values[place] / UNIT);
    chip.setAttribute("aria-label", `${this.spot.dataset.remove} ${value} (${count})`);
    chip.append(this.tray[place].querySelector(".chip__face").cloneNode(true));
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

function begin() {
  const form = document.getElementById("bet");
  if (form && !form.hasAttribute("data-ready")) {
    form.setAttribute("data-ready", "");
    new Bet(form);
  }
}

document.addEventListener("htmx:afterSwap", begin);
begin();
