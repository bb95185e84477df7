/* What the player's own part lays on the felt, which is the same for everybody: the circles of the own bets, and the result. When a new
   felt comes they are moved to it, with the chips on them. On own hands, exact amounts replace those that everyone sees. */
import { closeBets } from "../chips.js";
import { felt, own } from "./parts.js";

const PLAYED = ["answers", "turns"];
const MIDDLE = "middle"; // of the felt; on a phone, which has no room there, above the buttons
const PHONE = matchMedia("(width < 48rem)");
let laid = []; // [box or MIDDLE, element] of the own part
let taken = null; // that part
let focused = null; // the circle that had the focus when a new felt came

/* Takes what a new own part lays, instead of what the one before has laid. */
export function takeCircles() {
  if (own() === taken) return;
  taken = own();
  for (const [, one] of laid) one.remove();
  laid = [...taken.querySelectorAll("[data-circles]")].flatMap((holder) => [...holder.children].map((one) => [holder.dataset.circles, one]));
  const result = taken.querySelector(".live-result");
  if (result) laid.push([MIDDLE, result]);
  layCircles();
}

/* Lays it on the present felt, if it is about what happens there. */
export function layCircles() {
  const isPlayed = PLAYED.includes(felt().dataset.phase);
  const isOfIt = isPlayed === "isPlayed" in (own()?.querySelector("#own-circles")?.dataset ?? {});
  const isClosed = felt().dataset.phase === "sealing";
  for (const [number, one] of laid) {
    const place = isOfIt ? placeOf(number, one) : null;
    if (!place) one.remove();
    else if (number === MIDDLE) place.prepend(one);
    else place.append(one);
    one.inert = isClosed;
  }
  closeBets(isClosed);
  writeStakes();
  focused?.focus({ preventScroll: true });
  focused = null;
}

function placeOf(number, one) {
  if (number === MIDDLE) return PHONE.matches ? own()?.querySelector(".controls") : felt().querySelector(".felt__middle");
  const box = felt().querySelector(`[data-box="${number}"]`);
  return one.matches(".circle") ? box?.querySelector(".box__place") : box;
}

/* Call before a new felt: the circle that is chosen by keyboard keeps the focus. */
export function keepFocus() {
  focused = felt().contains(document.activeElement) && document.activeElement.closest(".spot") ? document.activeElement : null;
}

/* An amount that has changed meanwhile is left as everyone sees it, until the own part has come. */
function writeStakes() {
  for (const stake of own()?.querySelectorAll("[data-own-stake]") ?? []) {
    const amount = felt().querySelector(`[data-stake="${stake.dataset.ownStake}"]`);
    if (amount?.dataset.about !== stake.dataset.about) continue;
    amount.textContent = stake.textContent;
    const net = amount.closest(".hand")?.querySelector("[data-net]");
    if (net) net.textContent = stake.dataset.net ?? "";
  }
}
