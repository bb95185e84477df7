/* The sealed exchange as this browser takes part in it: a fresh seed for every bet, its seal with the bet, and the opening once the list is fixed.
   Seeds are kept in this browser, so that a page loaded anew can still open them. */
import { sha256Hex } from "../verify/canonical.js";

const KEY = "ligalo.seal.";
const DAY = 24 * 3600 * 1000;
const answered = new Set(); // exchanges that this page has answered

export const canSeal = () => Boolean(globalThis.crypto?.subtle);

function freshSalt() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function keep(seal, seed) {
  const now = Date.now();
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith(KEY))) {
    if (JSON.parse(localStorage.getItem(name)).at < now - DAY) localStorage.removeItem(name);
  }
  localStorage.setItem(KEY + seal, JSON.stringify({ seed, at: now }));
}

const seedOf = (seal) => JSON.parse(localStorage.getItem(KEY + seal) ?? "null")?.seed;

/* A fresh seed, kept; returns its seal. */
async function sealSeed(clientSeed) {
  const seed = `${clientSeed}-${freshSalt()}`;
  const seal = await sha256Hex(seed);
  keep(seal, seed);
  return seal;
}

/* Every bet form has a seal of its own: one that was used is taken by no list. Without WebCrypto, words are typed instead. */
export async function fillSeal(own) {
  const field = own.querySelector("[data-own-seal]");
  if (!field || field.value) return;
  if (canSeal()) field.value = await sealSeed(own.dataset.seed);
  else own.querySelector("[data-words]")?.classList.remove("no-js");
}

const linesOf = (felt) => felt.dataset.seals.split(" ").filter(Boolean).map((line) => line.split("="));

/* The list is hashed here, never taken from the page: what is opened is opened for this list alone. */
async function opening(felt) {
  const lines = linesOf(felt);
  const own = lines.map(([, seal]) => seal).find((seal) => seedOf(seal));
  if (!own) return null;
  const seals_hash = await sha256Hex(lines.map(([box, seal]) => `${box}=${seal}\n`).join(""));
  return { seals_hash, seat_seed: seedOf(own) };
}

/* What this browser sends in the present exchange as [address, fields]; null where nothing is asked of it, or it has answered. */
export async function answerTo(felt, own, live) {
  const exchange = felt.dataset.exchange;
  if (!exchange || !own || !canSeal() || answered.has(exchange)) return null;
  answered.add(exchange);
  if (exchange.endsWith("-sealing")) {
    return own.dataset.own ? [live.dataset.atSeal, { seal: await sealSeed(own.dataset.seed) }] : null;
  }
  const fields = await opening(felt);
  if (fields) localStorage.setItem(`ligalo.opening.${fields.seals_hash}`, JSON.stringify({ ...fields, at: Date.now() }));
  return fields ? [live.dataset.atOpen, fields] : null;
}
