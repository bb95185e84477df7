/* A replay without loading the page anew: links and arrow keys fetch a step in place, "Play" goes on by itself, and pauses.
   Cards come and are turned over as they were at the table. */
import { NOTHING, onTable, playFrom } from "./motion.js";
import { isForUs } from "./pressed.js";

const PACE = 1600; // milliseconds that a step is looked at
const still = matchMedia("(prefers-reduced-motion: reduce)");
let timer = null;

const found = (id) => document.getElementById(id);
const isOpen = (link) => link && link.getAttribute("aria-disabled") !== "true";

function dress() {
  const button = found("replay-auto");
  if (!button) return;
  button.hidden = still.matches || found("replay").querySelectorAll("[data-step]").length < 2;
  button.textContent = timer === null ? button.dataset.play : button.dataset.pause;
}

function pause() {
  clearTimeout(timer);
  timer = null;
  dress();
}

async function show(address, { remember = true, anew = false } = {}) {
  const answer = await fetch(address, { credentials: "same-origin" });
  const page = answer.ok && !answer.redirected ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  const fresh = page?.getElementById("replay");
  if (!fresh) return location.assign(address);
  const focused = document.activeElement?.id;
  const was = anew ? NOTHING : onTable(found("replay"));
  found("replay").replaceChildren(...fresh.childNodes);
  playFrom(was, found("replay"));
  if (remember) history.pushState({}, "", address);
  dress();
  found("status").textContent = document.querySelector(".replay__now").textContent.replace(/\s+/g, " ").trim();
  if (focused?.startsWith("replay-")) found(focused)?.focus({ preventScroll: true });
  return undefined;
}

async function goOn() {
  await show(found("replay-next").href);
  if (timer === null) return;
  if (isOpen(found("replay-next"))) timer = setTimeout(goOn, PACE);
  else pause();
}

function start() {
  timer = setTimeout(goOn, PACE);
  dress();
  const isBegun = isOpen(found("replay-previous"));
  if (isBegun && isOpen(found("replay-next"))) return;
  show(document.querySelector("#replay [data-step]").href, { remember: isBegun, anew: true });
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#replay-auto")) {
    if (timer === null) start();
    else pause();
    return;
  }
  const link = event.target.closest("#replay :is([data-way], [data-step])");
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  pause();
  if (isOpen(link)) show(link.href);
});

document.addEventListener("keydown", (event) => {
  if (!isForUs(event)) return;
  const link = document.querySelector(`#replay [data-way="${event.key === "ArrowLeft" || event.key === "ArrowRight" ? event.key : ""}"]`);
  if (!isOpen(link)) return;
  event.preventDefault();
  link.click();
});

addEventListener("popstate", () => {
  pause();
  show(location.href, { remember: false });
});
still.addEventListener("change", pause);
dress();
