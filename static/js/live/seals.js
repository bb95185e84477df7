/* The sealed exchange as this browser takes part in it: a fresh seed for every bet, its seal with the bet, and the opening once the list is fixed.
   Seeds are kept in this browser, so that a page loaded anew can still open them. */
import { sha256Hex } from "../verify/canonical.js";
import { keepAnswer, keepOpening } from "../verify/openings.js";

const KEY = "ligalo.seal.";
const DAY = 24 * 3600 * 1000;
const answered = new Set(); // exchanges that this page has answered, by shoe: each shoe numbers its deals anew

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

/* Whether this browser has sealed for this shoe under another commitment. */
function hasShownAnother(shoe, commitment) {
  const kept = Object.keys(localStorage).filter((name) => name.startsWith(KEY)).map((name) => JSON.parse(localStorage.getItem(name)));
  return kept.some((one) => one.shoe === shoe && one.commitment !== commitment);
}

/* A fresh seed, kept with the commitment that the house had shown by then; returns its seal. */
async function sealSeed(clientSeed, shoe, commitment) {
  const seed = `${clientSeed}-${freshSalt()}`;
  const seal = await sha256Hex(seed);
  keep(seal, seed, shoe, commitment);
  return seal;
}

/* Every bet form has a seal of its own: one that was used is taken by no list. Without WebCrypto, words are typed instead. */
export async function fillSeal(own) {
  const field = own.querySelector("[data-own-seal]");
  if (!field || field.value) return;
  if (canSeal()) field.value = await sealSeed(own.dataset.seed, field.form.elements.shoe.value, field.form.elements.commitment.value);
  else own.querySelector("[data-words]")?.classList.remove("no-js");
}

const linesOf = (felt) => felt.dataset.seals.split(" ").filter(Boolean).map((line) => line.split("="));

/* The list is hashed here, never taken from the page: what is opened is opened for this list alone, and for the shoe that was bet on. */
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

/* One page of this browser sends it; the others find that it was answered. Returns whether it was taken. */
function sendOnce(opening, send) {
  return navigator.locks.request(`ligalo.opening.${opening.seals_hash}`, async () => {
    const { taken } = keepOpening(opening);
    if (taken !== null) return taken;
    const isTaken = await send({ seals_hash: opening.seals_hash, seat_seed: opening.seat_seed });
    keepAnswer(opening, isTaken);
    return isTaken;
  });
}

/* Does what the present exchange asks of this browser; `send` posts fields to an address, and returns whether they were taken. Returns the name of
   the text that says what went wrong: "notTaken" where an opening was refused, "otherCommitment" where nothing is opened because the house shows
   another commitment than the one that was bet on. An exchange whose request got lost is answered again. */
export async function takePart(felt, own, live, send) {
  const { exchange, shoe, commitment } = felt.dataset;
  const asked = `${shoe} ${exchange}`;
  if (!exchange || !own || !canSeal() || answered.has(asked)) return "";
  answered.add(asked);
  try {
    if (exchange.endsWith("-sealing")) {
      if (!own.dataset.own) return "";
      if (hasShownAnother(shoe, commitment)) return "otherCommitment";
      await send(live.dataset.atSeal, { seal: await sealSeed(own.dataset.seed, shoe, commitment) }); // refused where the seat is not in it
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
