// The result of one check, and the differences that end a verification.

import { worded } from "./phrases.js";

/**
 * The result of one check: `subject` and `detail` are [phrase, values]; if it has not `passed`, `nonce` and
 * `card` (from 1) locate the difference, if applicable. `toString` is the line of the command line.
 */
export class Check {
  constructor(subject, passed, detail, nonce = null, card = null) {
    Object.assign(this, { subject, passed, detail, nonce, card });
  }

  toString() {
    return `${this.passed ? "ok" : "DIFFERENT"}: ${worded(...this.subject)}: ${worded(...this.detail)}`;
  }
}

/** The first difference, as a failed check. */
export class Difference extends Error {
  constructor(subject, detail, nonce = null, card = null) {
    super(worded(...detail));
    this.name = "Difference";
    this.check = new Check(subject, false, detail, nonce, card);
  }
}

/** Returns a passed check. */
export const ok = (subject, detail, nonce = null) => new Check(subject, true, detail, nonce);

/** Throws a Difference unless `holds`. */
export function demand(holds, subject, detail, nonce = null) {
  if (!holds) {
    throw new Difference(subject, detail, nonce);
  }
}
