/* The public part: of the fragments that come by the stream, with a response or when polled, only a newer one is shown. */
import { onTable, playFrom } from "../motion.js";
import { startCountdown } from "./countdown.js";
import { takePartInExchange } from "./exchange.js";
import { keepFocus, layCircles } from "./own_circles.js";
import { askForOwn, isConcerned } from "./own.js";
import { felt, isNewer, versionOf } from "./parts.js";
import { hideTrouble } from "./trouble.js";

let before = null; // the fragment being replaced

/* Call before a swap of the felt. */
export function remember() {
  before = { felt: felt(), on: onTable(felt()) };
  keepFocus();
}

/* Call after it. */
export async function shown() {
  const now = felt();
  if (!before || now === before.felt) return;
  const was = before;
  before = null;
  layCircles();
  playFrom(was.on, now);
  startCountdown(now);
  hideTrouble();
  if (isConcerned(now.dataset)) askForOwn();
  await takePartInExchange();
}

export async function show(text) {
  remember();
  globalThis.htmx.swap("#felt", text, { swapStyle: "outerHTML" });
  await shown();
}

document.addEventListener("htmx:sseBeforeMessage", (event) => {
  if (isNewer(event.detail.data)) remember();
  else event.preventDefault();
});
document.addEventListener("htmx:sseMessage", shown);
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const fresh = event.detail.fragment.querySelector("#felt") ?? event.detail.fragment.firstElementChild;
  if (event.detail.target.id !== "felt" || !fresh) return;
  if (versionOf(fresh) > versionOf(felt())) remember();
  else event.detail.shouldSwap = false;
});
document.addEventListener("htmx:oobAfterSwap", shown);
