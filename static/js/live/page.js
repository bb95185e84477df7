/* Page of a live table. The public fragment comes by the stream or with a response, and the newest wins; the player's own part is
   requested when a change concerns it. If the stream is silent, the page polls. */
import { onTable, playFrom } from "../motion.js";
import { arrived, keepAwake, landed } from "../landing.js";
import { overdue, startCountdown } from "./countdown.js";
import { fillSeal, takePart } from "./seals.js";
import { SharedStream } from "./stream.js";

const SILENT = 20_000; // milliseconds without a heartbeat
const SEEN = 20_000; // how often the server learns that the page is watched
const LATE = 1_500; // after a deadline, until the page polls
const RENEW = 8 * 60_000; // a ticket is valid for ten minutes
const POLL = 3_000; // without a stream
const FIELDS = "input:not([type=hidden], [type=radio]), select"; // user input

const live = document.getElementById("live");
const felt = () => document.getElementById("felt");
const own = () => document.getElementById("own");
const trouble = document.getElementById("table-trouble");
const status = document.getElementById("status");
const polled = { "X-Poll": "1" }; // polling is not activity of the player
const versionOf = (one) => Number(one.dataset.version);
const dealOf = (one) => (one.dataset.exchange ? `${one.dataset.shoe} ${one.dataset.exchange.split("-")[0]}` : "");
const words = (place, selector) => [...place.querySelectorAll(selector)].map((line) => line.textContent.trim()).join(" ");

let again = 0; // a timer
let before = null; // the public fragment being replaced
let heard = performance.now();
let seen = performance.now();
let isStreaming = false;
let isAsking = false; // a request for the own part is pending
let isWanted = false; // the own part is needed again
let isMissed = false; // such a request, or a form's, got lost: retried after a while
let asked = performance.now();
let told = "";
let refused = ""; // the deal in which an opening was refused: shown until the next deal's exchange
let typed = new Map();
let unfolded = [];
let focused = "";
let selection = null; // of the focused field
let isFolded = true;
let sent = null; // the form of the own part whose response is pending

/* Public fragments: only a newer one is shown. */
function remember() {
  before = { felt: felt(), on: onTable(felt()) };
}

const versionIn = (text, id) => Number(new RegExp(`id="${id}"[^>]*data-version="(\\d+)"`, "s").exec(text)?.[1] ?? -1);
const isNewer = (text) => versionIn(text, "felt") > versionOf(felt());

async function shown() {
  const now = felt();
  if (!before || now === before.felt) return;
  const was = before;
  before = null;
  playFrom(was.on, now);
  startCountdown(now);
  hideTrouble();
  if (isConcerned(now.dataset)) wantOwn();
  await takePartInExchange();
}

/* True if the own part is outdated in something about its player: the stage for players with a box, a turn or a bet in their own
   box, a bet that can be followed, a table or a box closed for everybody. */
function isConcerned(now) {
  const mine = own();
  if (!mine) return false;
  const [old, fresh] = [mine.dataset.token, now.token].map((token) => token.split(".").map((part) => part.split(",")));
  const differs = (part) => old[part]?.join() !== fresh[part]?.join();
  const boxes = `${mine.dataset.own} ${mine.dataset.behind}`.split(" ").filter(Boolean);
  const isAbout = (part) => boxes.some((box) => old[part].includes(box) !== fresh[part].includes(box));
  const [stage, deal, asked, step, bet, led, closed] = [0, 1, 2, 3, 4, 5, 6];
  const isAsked = boxes.some((box) => fresh[asked].includes(box));
  return differs(led) || differs(closed) || boxes.length > 0 && (differs(stage) || differs(deal) || isAbout(asked) || isAbout(bet) || isAsked && differs(step));
}

/* Keeps what was typed, opened and focused in the own part when a new one replaces it. */
function keepTyped() {
  typed = new Map();
  const active = document.activeElement;
  focused = own().contains(active) ? active.id : "";
  selection = active instanceof HTMLInputElement ? [active.selectionStart, active.selectionEnd] : null;
  unfolded = [...own().querySelectorAll("details[open]")].map((one) => one.id);
  isFolded = document.getElementById("bet")?.classList.contains("is-folded") ?? true;
  for (const field of own().querySelectorAll(FIELDS)) {
    if (field.value !== (field.defaultValue ?? field.options[0].value)) typed.set(field.name, field.value);
  }
}

function restoreTyped() {
  for (const field of own().querySelectorAll(FIELDS)) {
    if (!typed.has(field.name)) continue;
    field.value = typed.get(field.name);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  typed = new Map();
  if (!isFolded) unfoldBet();
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  if (focused) focusAgain(document.getElementById(focused));
}

function focusAgain(field) {
  field?.focus({ preventScroll: true });
  if (field instanceof HTMLInputElement && selection?.[0] != null) field.setSelectionRange(...selection);
}

/* Between rounds a phone shows the last hand, and only the button of the next bet. */
const unfoldBet = () => document.getElementById("bet")?.classList.remove("is-folded");

const isLost = (xhr) => xhr.status === 0 || xhr.status >= 500;
const isOfAsking = (detail) => detail.pathInfo?.requestPath === live.dataset.atOwn;

/* A player who sits out may bet again later if nobody else does; no public fragment announces that. */
function askAgainLater() {
  clearTimeout(again);
  const told = own().querySelector("[data-again]");
  if (told) again = setTimeout(wantOwn, told.dataset.again * 1000);
}

function wantOwn() {
  isWanted = true;
  askForOwn();
}

/* One request at a time, and none beside a form's: its response replaces the part that it was sent from. */
async function askForOwn() {
  if (isAsking || isSending()) return;
  isAsking = true;
  isWanted = isMissed = false;
  asked = performance.now();
  try {
    await globalThis.htmx.ajax("GET", live.dataset.atOwn, { source: live, target: "#own", swap: "outerHTML", headers: { ...polled, "X-Shown": felt().dataset.version } });
  } catch {
    isMissed = true;
  } finally {
    isAsking = false;
  }
  if (isWanted) askForOwn();
}

function settled() {
  fillSeal(own());
  askAgainLater();
  tell();
  landed(live); // a second tap was meant for what was there before
  const row = document.getElementById("actions-row") ?? document.getElementById("answers");
  const now = document.activeElement;
  if (row && (now === null || now === document.body || now.matches(".controls"))) row.focus({ preventScroll: true });
  const hand = document.querySelector(".is-asked .hand--active");
  if (own().dataset.isAsked !== undefined) hand?.scrollIntoView({ block: "nearest" });
}

/* Announces each event once to screen readers: own cards, own turn, the dealer's card, the result. */
function tell() {
  const notice = words(own(), "[data-notice]");
  const news = words(own(), "[data-announcements] li");
  const said = `${notice} ${news === told ? "" : news}`.trim();
  told = news;
  if (said) status.textContent = said;
}

/* Seed exchange: what this browser has to send is sent at once. */
async function takePartInExchange() {
  let refusal = "";
  const send = async (address, fields) => {
    const token = document.querySelector("#own [name=csrfmiddlewaretoken]")?.value ?? JSON.parse(own().getAttribute("hx-headers"))["X-CSRFToken"];
    const response = await fetch(address, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "X-CSRFToken": token, ...polled },
    });
    if (response.status >= 500) throw new Error(`status ${response.status}`);
    refusal = response.ok ? "" : await response.text();
    return response.ok;
  };
  const deal = dealOf(felt());
  try {
    const problem = await takePart(felt(), own(), live, send);
    if (problem) {
      refused = deal;
      warn(`${live.dataset[problem]} ${refusal}`.trim());
    }
  } catch {
    warn(trouble.dataset.offline);
  }
}

function warn(text) {
  trouble.textContent = text;
  trouble.hidden = false;
}

function hideTrouble() {
  if (!refused || ![refused, ""].includes(dealOf(felt()))) trouble.hidden = true;
}

/* Connected again; a message to a form stays. */
function hideOffline() {
  if (trouble.textContent === trouble.dataset.offline) hideTrouble();
}

/* The stream, and its replacement. */
function openStream(url) {
  const source = new EventSource(url);
  for (const name of ["beat", "open", "error"]) {
    source.addEventListener(name, () => {
      hear(name);
      stream.pass({ name });
    });
  }
  return source;
}

function hear(name) {
  isStreaming = name !== "error";
  if (isStreaming) heard = performance.now();
}

/* Handles a message from the tab that has the stream. */
async function receive({ name, text }) {
  hear(name);
  if (text && isNewer(text)) await show(text);
}

async function show(text) {
  remember();
  globalThis.htmx.swap("#felt", text, { swapStyle: "outerHTML" });
  await shown();
}

/* The page contains its first stream; a later one gets a fresh ticket, and the page polls for what it may have missed. */
function startStream() {
  const first = document.getElementById("first-stream");
  if (first && performance.now() < RENEW) {
    document.getElementById("stream").replaceWith(first.content.cloneNode(true));
    globalThis.htmx.process(document.getElementById("stream"));
  } else {
    renewStream();
    tryToLook();
  }
  first?.remove();
}

function endStream() {
  globalThis.htmx.swap("#stream", '<div id="stream"></div>', { swapStyle: "outerHTML" });
  isStreaming = false;
}

const stream = new SharedStream(`ligalo.stream.${document.documentElement.lang}.${live.dataset.atStream}`, {
  open: startStream,
  close: endStream,
  receive,
});

async function look() {
  const response = await fetch(live.dataset.atFelt, { headers: { ...polled, "HX-Request": "true" } });
  if (!response.ok || response.redirected) throw new Error(`status ${response.status}`);
  const text = await response.text();
  seen = performance.now();
  if (!isNewer(text)) {
    hideTrouble();
    await takePartInExchange(); // again, in case the request got lost
    return;
  }
  await show(text);
}

async function tryToLook() {
  try {
    await look();
  } catch {
    warn(trouble.dataset.offline);
  }
}

let isLooking = false;
async function watch() {
  const now = performance.now();
  if (isMissed && now - asked > POLL) askForOwn();
  const isLate = (overdue() ?? -1) > LATE;
  const isSilent = !isStreaming || now - heard > SILENT;
  const every = isLate || isSilent ? POLL : SEEN;
  if (isLooking || isAsleep() || now - seen < every) return;
  isLooking = true;
  await tryToLook();
  isLooking = false;
}

/* A spectator in a hidden tab gives the stream up. A player with a seat keeps it, to open seeds. */
const isSeated = () => Boolean(own()?.dataset.own || own()?.dataset.behind);
const isAsleep = () => document.hidden && !isSeated();

function followVisibility() {
  if (!document.hidden) {
    stream.join();
    tryToLook();
  } else if (isAsleep()) {
    stream.part();
  }
}

function renewStream() {
  if (isAsleep() || !stream.isLeading) return;
  globalThis.htmx.ajax("GET", live.dataset.atStream, { source: live, target: "#stream", swap: "outerHTML", headers: polled });
}

globalThis.htmx.createEventSource = openStream;
document.addEventListener("htmx:sseBeforeMessage", (event) => {
  hear("table");
  stream.pass({ name: "table", text: event.detail.data });
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
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "own" && event.detail.elt?.id !== "own") return;
  if (isOfAsking(event.detail)) restoreTyped();
  settled();
});
/* A bet waits for its seal, which a new form may not have yet. */
document.addEventListener("htmx:confirm", (event) => {
  if (event.detail.elt.id !== "bet") return;
  event.preventDefault();
  sent = event.detail.elt;
  fillSeal(own()).then(() => event.detail.issueRequest(true), (error) => {
    sent = null;
    throw error;
  });
});
/* Until the response to a form is there, no other own part replaces the one that it was sent from. */
const isSending = () => sent?.isConnected ?? false;
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.elt !== live && own()?.contains(detail.elt)) sent = detail.elt;
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const isForm = detail.elt === sent;
  if (isForm) sent = null;
  if (!isForm && !isOfAsking(detail)) return;
  if (isLost(detail.xhr)) isMissed = true;
  else if (!isForm && detail.successful) hideOffline();
  if (isForm && isWanted) askForOwn();
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
  else warn(trouble.dataset.failed);
});
for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, () => warn(trouble.dataset.offline));
document.addEventListener("htmx:responseError", () => warn(trouble.dataset.failed));
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-unfold]")) return;
  unfoldBet();
  document.querySelector("#bet [data-amount]")?.focus();
});
document.addEventListener("visibilitychange", followVisibility);
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
setInterval(watch, 500);
setInterval(renewStream, RENEW);

arrived(live);
startCountdown(felt());
stream.join();
if (own()) {
  told = words(own(), "[data-announcements] li");
  fillSeal(own());
  askAgainLater();
  takePartInExchange();
}
