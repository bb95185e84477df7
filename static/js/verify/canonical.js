// Canonical JSON, one text for each value, and its SHA-256.

import { Fractional } from "./reading.js";

const TO_ESCAPE = /["\\\u0000-\u001f]/g;
const SHORT = { '"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Returns `value` as JSON with sorted keys, no spaces, and only the escapes that JSON requires. */
export function canonicalJson(value) {
  if (value === null || typeof value === "boolean" || typeof value === "bigint") {
    return String(value);
  }
  if (typeof value === "string") {
    return quoted(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(canonicalJson).join(",")}]`;
  }
  return typeof value === "number" || value instanceof Fractional ? numberText(value) : objectText(value);
}

/** A plain number is whole: numbers with a fraction are Fractional. */
function numberText(value) {
  if (!(value instanceof Fractional) && !Number.isSafeInteger(value)) {
    throw new RangeError(`${value} has no canonical text`);
  }
  return String(value);
}

function objectText(value) {
  const keys = Object.keys(value).sort(byCodePoint);
  return `{${keys.map((key) => `${quoted(key)}:${canonicalJson(value[key])}`).join(",")}}`;
}

function quoted(text) {
  return `"${text.replace(TO_ESCAPE, escaped)}"`;
}

function escaped(letter) {
  return SHORT[letter] ?? `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Orders texts by code point; JavaScript's own order is by UTF-16 code unit. */
function byCodePoint(one, other) {
  const [ones, others] = [[...one], [...other]];
  for (let at = 0; at < Math.min(ones.length, others.length); at += 1) {
    if (ones[at] !== others[at]) {
      return ones[at].codePointAt(0) - others[at].codePointAt(0);
    }
  }
  return ones.length - others.length;
}

/** Returns bytes as lowercase hex digits. */
export function hexOf(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns the lowercase hex SHA-256 of the UTF-8 bytes of `text`. */
export async function sha256Hex(text) {
  return hexOf(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** Returns the hex SHA-256 of the canonical JSON of `value`. */
export function digestOf(value) {
  return sha256Hex(canonicalJson(value));
}
