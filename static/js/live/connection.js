/* The stream of the table, and polling where it is silent. */
import { overdue } from "./countdown.js";
import { takePartInExchange } from "./exchange.js";
import { show } from "./felt.js";
import { askIfMissed, isInDeal } from "./own.js";
import { felt, isNewer, live, POLLED } from "./parts.js";
import { SharedStream } from "./stream.js";
import { hideTrouble, warnOffline } from "./trouble.js";

const SILENT = 20_000; // milliseconds without a heartbeat
const SEEN = 20_000; // how often the server learns that the page is watched
const LATE = 1_500; // after a deadline, until the page polls
const RENEW = 8 * 60_000; // a ticket is valid for ten minutes
const POLL = 3_000; // without a stream

let heard = performance.now();
let seen = performance.now();
let isStreaming = false;
let isLooking = false;

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
  const headers = { ...POLLED, "HX-Request": "true", "X-Shown": felt().dataset.version };
  const response = await fetch(live.dataset.atFelt, { headers }); // without content if the page shows the present version
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
    warnOffline();
  }
}

async function watch() {
  const now = performance.now();
  askIfMissed();
  const isLate = (overdue() ?? -1) > LATE;
  const isSilent = !isStreaming || now - heard > SILENT;
  const every = isLate || isSilent ? POLL : SEEN;
  if (isLooking || isAsleep() || now - seen < every) return;
  isLooking = true;
  await tryToLook();
  isLooking = false;
}

/* A spectator in a hidden tab gives the stream up. */
const isAsleep = () => document.hidden && !isInDeal();

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
  globalThis.htmx.ajax("GET", live.dataset.atStream, { source: live, target: "#stream", swap: "outerHTML", headers: POLLED });
}

export function connect() {
  globalThis.htmx.createEventSource = openStream;
  document.addEventListener("htmx:sseBeforeMessage", ({ detail }) => {
    hear("table");
    stream.pass({ name: "table", text: detail.data });
  });
  document.addEventListener("visibilitychange", followVisibility);
  setInterval(watch, 500);
  setInterval(renewStream, RENEW);
  stream.join();
}
