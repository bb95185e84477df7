/* A replay without page loads: links and arrow keys fetch a step in place, "Play" advances by itself and pauses.
   Cards are dealt and turned over as at the table. */
import { NOTHING, onTable, playFrom } from "./motion.js";
import { isForUs } from "./pressed.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
let timer = null;
let isPlaying = false;
let asked = 0; // request counter: only the response to the latest one counts

const found = (id) => document.getElementById(id);
const pace = () => Number(found("replay-pace").value); // milliseconds per step
const isOpen = (link) => link && link.getAttribute("aria-disabled") !== "true";

function dress() {
  const button = found("replay-auto");
  if (!button) return;
  button.hidden = found("replay").querySelectorAll("[data-step]").length < 2;
  found("replay-speed").hidden = button.hidden;
  button.textContent = isPlaying ? button.dataset.pause : button.dataset.play;
}

function pause() {
  clearTimeout(timer);
  isPlaying = false;
  asked += 1;
  dress();
}

/* The step at an address, null if its page has none. */
async function fetched(address) {
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok || answer.redirected) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("replay");
}

/* Returns whether the step is shown: one overtaken by another, or by a pause, is not. */
async function show(address, { remember = true, anew = false } = {}) {
  asked += 1;
  const mine = asked;
  const fresh = await fetched(address).catch(() => null);
  if (mine !== asked) return false;
  if (!fresh) {
    location.assign(address); // offline or signed out: the browser shows the reason
    return false;
  }
  const focused = document.activeElement?.id;
  const was = anew ? NOTHING : onTable(found("replay"));
  found("replay").replaceChildren(...fresh.childNodes);
  playFrom(was, found("replay"));
  if (remember) history.pushState({}, "", address);
  dress();
  found("status").textContent = document.querySelector(".replay__now").textContent.replace(/\s+/g, " ").trim();
  if (focused?.startsWith("replay-")) found(focused)?.focus({ preventScroll: true });
  return true;
}

/* The time of a step starts when it is shown, however long its page took to load. */
async function goOn() {
  if (!await show(found("replay-next").href)) return;
  if (isOpen(found("replay-next"))) timer = setTimeout(goOn, pace());
  else pause();
}

async function start() {
  isPlaying = true;
  dress();
  const isBegun = isOpen(found("replay-previous"));
  const isUnderWay = isBegun && isOpen(found("replay-next"));
  const first = document.querySelector("#replay [data-step]").href;
  if (isUnderWay || await show(first, { remember: isBegun, anew: true })) timer = setTimeout(goOn, pace());
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#replay-auto")) {
    if (isPlaying) pause();
    else start();
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
