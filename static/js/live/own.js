/* The player's own part: requested when a change concerns it, replaced by the responses to its forms. What was typed, opened and
   focused in it stays when a new one comes unasked; bets that are being put on stay by chips.js. */
import { keepAwake, landed } from "../landing.js";
import { takeCircles } from "./own_circles.js";
import { felt, live, own, POLLED, versionIn, versionOf, wordsIn } from "./parts.js";
import { fillSeal } from "./seals.js";
import { hideOffline, warnFailed, warnOffline } from "./trouble.js";

const AFTER_LOSS = 3_000; // milliseconds until a lost request is sent again
const FIELDS = "input:not([type=hidden], [type=radio], [data-amount]), select"; // user input

let again = 0; // a timer
let isAsking = false; // a request for the own part is pending
let isWanted = false; // the own part is needed again
let isMissed = false; // such a request, or a form's, got lost: retried after a while
let asked = performance.now();
let told = "";
let typed = new Map();
let unfolded = [];
let focused = "";
let selection = null; // of the focused field
let sent = null; // the form of the own part whose response is pending
let request = null; // of that form

/* True if the own part is outdated in something about its player: the stage for players with a box, a turn or a bet in their own
   box, a bet that can be followed, a table or a box closed for everybody. */
export function isConcerned(now) {
  const mine = own();
  if (!mine) return false;
  const [old, fresh] = [mine.dataset.token, now.token].map((token) => token.split(".").map((part) => part.split(",")));
  const differs = (part) => old[part]?.join() !== fresh[part]?.join();
  const boxes = `${mine.dataset.own} ${mine.dataset.behind}`.split(" ").filter(Boolean);
  const isAbout = (part) => boxes.some((box) => old[part].includes(box) !== fresh[part].includes(box));
  const [stage, deal, turn, step, bet, led, closed] = [0, 1, 2, 3, 4, 5, 6];
  const isAsked = boxes.some((box) => fresh[turn].includes(box));
  return differs(led) || differs(closed) || boxes.length > 0 && (differs(stage) || differs(deal) || isAbout(turn) || isAbout(bet) || isAsked && differs(step));
}

const given = (field) => field.defaultValue ?? ([...field.options].find((one) => one.defaultSelected) ?? field.options[0]).value;

function keepTyped() {
  typed = new Map();
  const active = document.activeElement;
  focused = own().contains(active) ? active.id : "";
  selection = active instanceof HTMLInputElement ? [active.selectionStart, active.selectionEnd] : null;
  unfolded = [...own().querySelectorAll("details[open]")].map((one) => one.id);
  for (const field of own().querySelectorAll(FIELDS)) {
    if (field.value !== given(field)) typed.set(field.name, field.value);
  }
}

function restoreTyped() {
  for (const field of own().querySelectorAll(FIELDS)) {
    if (!typed.has(field.name)) continue;
    field.value = typed.get(field.name);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  typed = new Map();
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  if (focused) focusAgain(document.getElementById(focused));
}

function focusAgain(field) {
  field?.focus({ preventScroll: true });
  if (field instanceof HTMLInputElement && selection?.[0] != null) field.setSelectionRange(...selection);
}

const isLost = (xhr) => xhr.status === 0 || xhr.status >= 500;
const isOfAsking = (detail) => detail.pathInfo?.requestPath === live.dataset.atOwn;

/* A player who sits out may bet again later if nobody else does; no public fragment announces that. */
function askAgainLater() {
  clearTimeout(again);
  const waits = own().querySelector("[data-again]");
  if (waits) again = setTimeout(askForOwn, waits.dataset.again * 1000);
}

export function askForOwn() {
  isWanted = true;
  ask();
}

/* One request at a time, and none beside a form's: its response replaces the part that it was sent from. */
async function ask() {
  if (isAsking || isSending()) return;
  isAsking = true;
  isWanted = isMissed = false;
  asked = performance.now();
  try {
    await globalThis.htmx.ajax("GET", live.dataset.atOwn, { source: live, target: "#own", swap: "outerHTML", headers: { ...POLLED, "X-Shown": felt().dataset.version } });
  } catch {
    isMissed = true;
  } finally {
    isAsking = false;
  }
  if (isWanted) ask();
}

/* Asks again after a request got lost. */
export function askIfMissed() {
  if (isMissed && performance.now() - asked > AFTER_LOSS) ask();
}

/* A player with a seat or a bet keeps the stream in a hidden tab, to open seeds. */
export const isInDeal = () => Boolean(own()?.dataset.own || own()?.dataset.behind);

function settled() {
  takeCircles();
  fillSeal(own());
  askAgainLater();
  tell();
  landed(live); // a second tap was meant for what was there before
  const row = document.getElementById("actions-row") ?? document.getElementById("answers");
  const now = document.activeElement;
  if (row && (now === null || now === document.body || now.matches(".controls"))) row.focus({ preventScroll: true });
  showAskedHand();
}

/* The asked hand in sight, above the buttons. */
function showAskedHand() {
  live.style.setProperty("--under", `${own().querySelector(".controls").offsetHeight + 4}px`);
  if (own().dataset.isAsked === undefined) return;
  document.querySelector(".is-asked .hand--active")?.scrollIntoView({ block: "nearest" });
}

/* Announces each event once to screen readers: own cards, own turn, the dealer's card, the result. */
function tell() {
  const notice = wordsIn(own(), "[data-notice]");
  const news = wordsIn(own(), "[data-announcements] li");
  const said = `${notice} ${news === told ? "" : news}`.trim();
  told = news;
  if (said) document.getElementById("status").textContent = said;
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "own" && event.detail.elt?.id !== "own") return;
  if (isOfAsking(event.detail)) restoreTyped();
  settled();
});
/* A bet waits for its seal, which a new form may not have yet. One that the server has already is not sent again. */
document.addEventListener("htmx:confirm", (event) => {
  const form = event.detail.elt;
  if (form.id !== "bet") return;
  event.preventDefault();
  if (form.matches(".is-taken")) return;
  sent = form;
  fillSeal(own()).then(() => event.detail.issueRequest(true), (error) => {
    sent = null;
    throw error;
  });
});
/* Until the response to a form is there, no other own part replaces the one that it was sent from. */
const isSending = () => sent?.isConnected ?? false;
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.elt === live || !own()?.contains(detail.elt)) return;
  sent = detail.elt;
  request = detail.xhr;
});
/* By its request: once the response has replaced the form, htmx names another element. */
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const isForm = detail.xhr === request;
  if (isForm) sent = request = null;
  if (!isForm && !isOfAsking(detail)) return;
  if (isLost(detail.xhr)) isMissed = true;
  else if (!isForm && detail.successful) hideOffline();
  if (isForm && isWanted) ask();
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, target } = event.detail;
  if (!xhr || target?.id !== "own") return;
  if (xhr.responseText.includes('id="own"')) {
    if (!isOfAsking(event.detail)) return;
    isWanted ||= isSending();
    event.detail.shouldSwap = !isSending() && versionIn(xhr.responseText, "own") >= versionOf(own()); // a form's response may be newer
    if (event.detail.shouldSwap) {
      keepTyped();
      keepAwake(live);
    }
    return;
  }
  event.detail.shouldSwap = false;
  if (xhr.status < 400) location.reload();
  else warnFailed();
});
for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, warnOffline);
document.addEventListener("htmx:responseError", warnFailed);

if (own()) {
  told = wordsIn(own(), "[data-announcements] li");
  takeCircles();
  fillSeal(own());
  askAgainLater();
  showAskedHand();
}
