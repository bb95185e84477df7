// Strict JSON parser for untrusted input: no duplicate keys, nothing that Python's parser would refuse.
// Whole numbers become BigInt, all others a Fractional, so that 6 and 6.0 stay different values.

import { worded } from "./phrases.js";

const DEEPEST = 200;
const LONGEST_WHOLE = 4300; // digits; the command line's parser has the same limit
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const SPACE = /[ \t\n\r]*/y;
const HEX = /[0-9a-fA-F]{4}/y;
const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const WORDS = [
  ["true", true],
  ["false", false],
  ["null", null],
];

/** A text that is not the expected document: `where` in it, and the problem as a phrase with its values. */
export class MalformedError extends Error {
  constructor(where, phrase, values = {}) {
    super(`${where}: ${worded(phrase, values)}`);
    this.name = "MalformedError";
    this.where = where;
    this.phrase = phrase;
    this.values = values;
  }
}

/** A number written with a fraction or an exponent. */
export class Fractional {
  constructor(value) {
    this.value = value;
  }

  /** The shortest text that reads back as this number, in Python's format. */
  toString() {
    if (!Number.isFinite(this.value)) {
      return String(this.value);
    }
    const [mantissa, power] = this.value.toExponential().split("e");
    const exponent = Number(power);
    if (exponent < -4 || exponent >= 16) {
      const sign = exponent < 0 ? "-" : "+";
      return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
    }
    return this.positional(mantissa, exponent);
  }

  positional(mantissa, exponent) {
    const sign = mantissa.startsWith("-") || Object.is(this.value, -0) ? "-" : "";
    const digits = mantissa.replace(/[-.]/g, "");
    if (exponent < 0) {
      return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
    }
    const padded = digits.padEnd(exponent + 1, "0");
    return `${sign}${padded.slice(0, exponent + 1)}.${padded.slice(exponent + 1) || "0"}`;
  }
}

/** Returns the text of UTF-8 bytes; throws a MalformedError for others. */
export function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new MalformedError("document", "not-utf8");
  }
}

/** Returns the value of a JSON text; objects have no prototype. Throws a MalformedError for anything else. */
export function readJson(text) {
  const reader = new Reader(text);
  const value = reader.value(0);
  if (reader.at !== text.length) {
    reader.refuse();
  }
  return value;
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  refuse() {
    throw new MalformedError("document", "not-json", { at: this.at });
  }

  /** Consumes what the sticky `pattern` matches here and returns the match, null if there is none. */
  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    this.at += found ? found[0].length : 0;
    return found;
  }

  next() {
    this.take(SPACE);
    return this.text[this.at];
  }

  /** Reads a value and the white space around it. */
  value(depth) {
    if (depth > DEEPEST) {
      this.refuse();
    }
    const start = this.next();
    const value = this.plainValue(start, depth);
    this.take(SPACE);
    return value;
  }

  plainValue(start, depth) {
    if (start === "{") {
      return this.object(depth);
    }
    if (start === "[") {
      return this.list(depth);
    }
    return start === '"' ? this.string() : this.wordOrNumber();
  }

  wordOrNumber() {
    const found = WORDS.find(([word]) => this.text.startsWith(word, this.at));
    if (!found) {
      return this.number();
    }
    this.at += found[0].length;
    return found[1];
  }

  number() {
    const found = this.take(NUMBER);
    if (!found) {
      this.refuse();
    }
    const [text, fraction, exponent] = found;
    if (fraction === undefined && exponent === undefined) {
      return text.replace("-", "").length > LONGEST_WHOLE ? this.refuse() : BigInt(text);
    }
    return new Fractional(Number(text));
  }

  list(depth) {
    const items = [];
    this.at += 1;
    if (this.next() === "]") {
      this.at += 1;
      return items;
    }
    do {
      items.push(this.value(depth + 1));
    } while (this.more("]"));
    return items;
  }

  object(depth) {
    const found = Object.create(null);
    this.at += 1;
    if (this.next() === "}") {
      this.at += 1;
      return found;
    }
    do {
      const key = this.key();
      if (key in found) {
        throw new MalformedError("document", "key-twice", { key });
      }
      found[key] = this.value(depth + 1);
    } while (this.more("}"));
    return found;
  }

  key() {
    if (this.next() !== '"') {
      this.refuse();
    }
    const key = this.string();
    if (this.next() !== ":") {
      this.refuse();
    }
    this.at += 1;
    return key;
  }

  /** Consumes a comma (returns true) or `end` (returns false). */
  more(end) {
    const sign = this.text[this.at];
    if (sign !== "," && sign !== end) {
      this.refuse();
    }
    this.at += 1;
    return sign === ",";
  }

  string() {
    this.at += 1;
    let result = this.take(PLAIN)[0];
    while (this.text[this.at] === "\\") {
      result += this.escape() + this.take(PLAIN)[0];
    }
    if (this.text[this.at] !== '"') {
      this.refuse();
    }
    this.at += 1;
    return result;
  }

  escape() {
    const letter = this.text[this.at + 1];
    this.at += 2;
    if (letter === "u") {
      const digits = this.take(HEX) ?? this.refuse();
      return String.fromCharCode(parseInt(digits[0], 16));
    }
    return Object.hasOwn(ESCAPES, letter ?? "") ? ESCAPES[letter] : this.refuse();
  }
}

/** Returns `value` if it is an object with all `required` keys and no others than the `optional` ones. */
export function record(value, where, required, optional = []) {
  if (!isRecord(value)) {
    throw new MalformedError(where, "object-expected");
  }
  for (const key of required) {
    if (!(key in value)) {
      throw new MalformedError(where, "key-missing", { key });
    }
  }
  for (const key of Object.keys(value)) {
    if (!required.includes(key) && !optional.includes(key)) {
      throw new MalformedError(where, "key-unknown", { key });
    }
  }
  return value;
}

/** True if `value` is an object of the document. */
export function isRecord(value) {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null;
}

/** Returns `value` if it is a list. */
export function items(value, where) {
  if (!Array.isArray(value)) {
    throw new MalformedError(where, "list-expected");
  }
  return value;
}

/** Returns `value` if it is a string. */
export function string(value, where) {
  if (typeof value !== "string") {
    throw new MalformedError(where, "text-expected");
  }
  return value;
}

/** Returns `value` if it is a whole number (BigInt). */
export function whole(value, where) {
  if (typeof value !== "bigint") {
    throw new MalformedError(where, "whole-expected");
  }
  return value;
}
