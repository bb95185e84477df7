/* One request at a time, the response in place, announced to screen readers, with the focus on the next decision. */
import { arrived, landed } from "./landing.js";

const SLOW = 1500; // milliseconds until the player is told to wait
const OWN_ANSWER = ["table", "sounds"]; // elements that a response replaces and contains
const table = () => document.getElementById("table");
const isOfTable = (event) => event.detail.target?.id === "table";
const trouble = document.getElementById("table-trouble");
const wait = document.getElementById("table-slow");
const status = document.getElementById("status");
let focused = null;
let asleep = [];
let slow = 0;
let told = words("[data-announcements] li");

function busy(event) {
  if (!isOfTable(event)) return;
  const section = table();
  focused = section.contains(document.activeElement) ? document.activeElement.id : null;
  section.setAttribute("aria-busy", "true");
  asleep = [...section.querySelectorAll("button:enabled")];
  for (const button of asleep) {
    button.disabled = true;
    button.dataset.asleep = "";
  }
  slow = setTimeout(() => { wait.textContent = wait.dataset.words; }, SLOW);
}

function rest(event) {
  if (!isOfTable(event)) return;
  clearTimeout(slow);
  wait.textContent = "";
  table().removeAttribute("aria-busy");
  for (const button of asleep) {
    button.disabled = false;
    delete button.dataset.asleep;
  }
  if (asleep.length > 0 && focused) document.getElementById(focused)?.focus({ preventScroll: true });
  asleep = [];
}

function warn(text) {
  trouble.textContent = text;
  trouble.hidden = false;
  trouble.scrollIntoView({ block: "nearest" });
}

/* A response that is not the requested fragment (login, or a whole page): reload to show it, or report the error. */
function guard(event) {
  const { xhr } = event.detail;
  const wanted = OWN_ANSWER.includes(event.detail.target?.id) ? event.detail.target.id : "fairness-panel";
  if (xhr.responseText.includes(`id="${wanted}"`)) {
    trouble.hidden = true;
    return;
  }
  event.detail.shouldSwap = false;
  if (xhr.status < 400) location.reload();
  else warn(trouble.dataset.failed);
}

function words(selector) {
  return [...table().querySelectorAll(selector)].map((line) => line.textContent.trim()).join(" ");
}

/* Announces each event once: only the notice if the cards are unchanged; a refusal is an alert and announces itself. */
function read() {
  const news = words("[data-announcements] li");
  const notice = words("[data-notice]");
  const isTold = news === told && (notice !== "" || table().querySelector("#refusal") !== null);
  told = news;
  const said = isTold ? notice : `${notice} ${news}`.trim();
  if (said !== "") status.textContent = said;
}

function next() {
  const section = table();
  const wrong = section.querySelector("[aria-invalid]");
  if (wrong) return wrong;
  const same = focused && document.getElementById(focused);
  if (same && section.contains(same) && !same.disabled) return same;
  return section.querySelector("#reality, #actions-row, #deal:enabled") ?? section.querySelector(".controls");
}

/* Focuses the next decision, unless the player has moved the focus meanwhile. */
async function land() {
  await landed(table());
  const now = document.activeElement;
  if (now === null || now === document.body || now.matches("#actions-row, .controls")) next()?.focus({ preventScroll: true });
}

/* Scrolls to errors or news; otherwise to the dealer and the active hand, or to the result. */
function show() {
  const first = (...places) => places.map((place) => table().querySelector(place)).find((one) => one !== null);
  const news = first("[aria-invalid]", "#refusal, [data-notice]");
  const asked = table().querySelector(".hand--active");
  table().style.setProperty("--under", `${table().querySelector(".controls").offsetHeight + 4}px`); // covers a hand's lower end
  const seen = news ? [news] : asked ? [first(".dealer"), asked] : [first(".felt:has(.seat ~ .seat) .dealer", ".seat")];
  for (const one of seen) one?.scrollIntoView({ block: "nearest" });
}

function settle(event) {
  if (!isOfTable(event)) return;
  asleep = [];
  read();
  land();
  next()?.focus({ preventScroll: true });
  show();
}

/* The fairness panel is part of the response while it is open. */
document.addEventListener("htmx:configRequest", (event) => {
  if (isOfTable(event) && table().querySelector("#fairness").open) event.detail.parameters.panel = "open";
});
document.addEventListener("htmx:beforeRequest", busy);
document.addEventListener("htmx:beforeSwap", guard);
document.addEventListener("htmx:afterSwap", settle);
document.addEventListener("htmx:afterRequest", rest);
document.addEventListener("htmx:responseError", () => warn(trouble.dataset.failed));
for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, () => warn(trouble.dataset.offline));
}
/* After going back, the page comes from the browser's cache as it first was: reload it. */
addEventListener("pageshow", (event) => {
  const [visit] = performance.getEntriesByType("navigation");
  if (event.persisted || visit?.type === "back_forward") location.reload();
});
arrived(table());
if (table().querySelector(".hand--active")) show();
