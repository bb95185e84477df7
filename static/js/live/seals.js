/* This browser's part in the seed exchange: a fresh seed for every bet, its seal with the bet, and the opening once the list is fixed.
   Seeds are stored in this browser, so that a reloaded page can still open them. */
import { sha256Hex } from "../verify/canonical.js";
import { keepAnswer, keepOpening } from "../verify/openings.js";

const KEY = "ligalo.seal.";
const DAY = 24 * 3600 * 1000;
const answered = new Set(); // exchanges answered by this page, by shoe: each shoe numbers its deals from 1

export const canSeal = () => Boolean(globalThis.crypto?.subtle);

function freshSalt() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function keep(seal, seed, shoe, commitment) {
  const now = Date.now();
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith(KEY))) {
    if (JSON.parse(localStorage.getItem(name)).at < now - DAY) localStorage.removeItem(name);
  }
  localStorage.setItem(KEY + seal, JSON.stringify({ seed, shoe, commitment, at: now }));
}

const keptOf = (seal) => JSON.parse(localStorage.getItem(KEY + seal) ?? "null");

/* True if this browser has sealed for this shoe under another commitment. */
function hasShownAnother(shoe, commitment) {
  const kept = Object.keys(localStorage).filter((name) => name.startsWith(KEY)).map((name) => JSON.parse(localStorage.getItem(name)));
  return kept.some((one) => one.shoe === shoe && one.commitment !== commitment);
}

/* Stores a fresh seed with the commitment shown by then; returns its seal. */
async function sealSeed(clientSeed, shoe, commitment) {
  const seed = `${clientSeed}-${freshSalt()}`;
  const seal = await sha256Hex(seed);
  keep(seal, seed, shoe, commitment);
  return seal;
}

/* Every bet form has its own seal: no list accepts a used one. Without WebCrypto, the player types words instead. */
export async function fillSeal(own) {
  const field = own.querySelector("[data-own-seal]");
  if (!field || field.value) return;
  if (canSeal()) field.value = await sealSeed(own.dataset.seed, field.form.elements.shoe.value, field.form.elements.commitment.value);
  else own.querySelector("[data-words]")?.classList.remove("no-js");
}

const linesOf = (felt) => felt.dataset.seals.split(" ").filter(Boolean).map((line) => line.split("="));

/* The list is hashed here, never taken from the page: an opening is valid only for this list and for the shoe that was bet on. */
async function openingIn(felt) {
  const lines = linesOf(felt);
  const own = lines.find(([, seal]) => keptOf(seal));
  if (!own) return null;
  const [box, seal] = own;
  const kept = keptOf(seal);
  const [nonce, attempt] = felt.dataset.exchange.split("-").map(Number);
  const seals_hash = await sha256Hex(lines.map((line) => `${line.join("=")}\n`).join(""));
  const { shoe, commitment } = felt.dataset;
  if (kept.commitment !== commitment) return undefined;
  return { shoe, commitment, nonce, attempt, box: Number(box), seal, seals_hash, seat_seed: kept.seed };
}

/* One page of this browser sends the opening; the others find its answer. Returns whether it was accepted. */
function sendOnce(opening, send) {
  return navigator.locks.request(`ligalo.opening.${opening.seals_hash}`, async () => {
    const { taken } = keepOpening(opening);
    if (taken !== null) return taken;
    const isTaken = await send({ seals_hash: opening.seals_hash, seat_seed: opening.seat_seed });
    keepAnswer(opening, isTaken);
    return isTaken;
  });
}

/* Does what the present exchange requires of this browser; `send` posts fields to an address and returns whether they were accepted.
   Returns the key of the error message, or "": "notTaken" if an opening was refused, "otherCommitment" if nothing is opened because
   the house shows another commitment than the one that was bet on. An exchange whose request got lost is answered again. */
export async function takePart(felt, own, live, send) {
  const { exchange, shoe, commitment } = felt.dataset;
  const asked = `${shoe} ${exchange}`;
  if (!exchange || !own || !canSeal() || answered.has(asked)) return "";
  answered.add(asked);
  try {
    if (exchange.endsWith("-sealing")) {
      if (!own.dataset.own) return "";
      if (hasShownAnother(shoe, commitment)) return "otherCommitment";
      await send(live.dataset.atSeal, { seal: await sealSeed(own.dataset.seed, shoe, commitment) }); // refused if the seat is not in it
      return "";
    }
    const opening = await openingIn(felt);
    if (!opening) return opening === undefined ? "otherCommitment" : "";
    return await sendOnce(opening, (fields) => send(live.dataset.atOpen, fields)) ? "" : "notTaken";
  } catch (error) {
    answered.delete(asked);
    throw error;
  }
}
