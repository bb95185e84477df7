// Openings that this browser sent at live tables, stored so that a transcript can be compared with them later.
//
// Each is {shoe, commitment, nonce, attempt, box, seal, seals_hash, seat_seed, at, taken}; `taken` is null until the server has answered.

const KEY = "ligalo.opening.";
const KEPT_FOR = 180 * 24 * 3600 * 1000; // milliseconds
const MOST = 5000;

const keyOf = ({ seals_hash, box }) => `${KEY}${seals_hash}.${box}`;

function read(key) {
  return JSON.parse(localStorage.getItem(key));
}

/** Returns all stored openings, oldest first; empty if the browser blocks storage for this site. */
export function keptOpenings() {
  if (!isStorageOpen()) return [];
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  return keys.map(read).sort((one, other) => one.at - other.at);
}

/** Stores an opening that is about to be sent, but keeps the answer that an earlier page got. Returns what is stored. */
export function keepOpening(opening) {
  const known = read(keyOf(opening));
  if (known) return known;
  forgetOld();
  const kept = { ...opening, at: Date.now(), taken: null };
  localStorage.setItem(keyOf(opening), JSON.stringify(kept));
  return kept;
}

/** Stores the server's answer. */
export function keepAnswer(opening, taken) {
  localStorage.setItem(keyOf(opening), JSON.stringify({ ...read(keyOf(opening)), taken }));
}

function isStorageOpen() {
  try {
    return Boolean(localStorage);
  } catch {
    return false; // cookies and other storage are blocked
  }
}

function forgetOld() {
  const kept = keptOpenings();
  const old = kept.filter(({ at }, place) => at < Date.now() - KEPT_FOR || place <= kept.length - MOST);
  for (const one of old) localStorage.removeItem(keyOf(one));
}
