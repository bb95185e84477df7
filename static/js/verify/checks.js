// One thing that was recomputed, and the differences that end a verification.

import { worded } from "./phrases.js";

/**
 * One thing that was recomputed: `subject` and `detail` are [phrase, values], and where it `passed` not, `nonce` and
 * `card` (from 1) say where, if anywhere. `toString` is the command line's line.
 */
export class Check {
  constructor(subject, passed, detail, nonce = null, card = null) {
    Object.assign(this, { subject, passed, detail, nonce, card });
  }

  toString() {
    return `${this.passed ? "ok" : "DIFFERENT"}: ${worded(...this.subject)}: ${worded(...this.detail)}`;
  }
}

/** The first difference, as a check that did not pass. */
export class Difference extends Error {
  constructor(subject, detail, nonce = null, card = null) {
    super(worded(...detail));
    this.name = "Difference";
    this.check = new Check(subject, false, detail, nonce, card);
  }
}

/** Returns a check that was found right. */
export const ok = (subject, detail, nonce = null) => new Check(subject, true, detail, nonce);

/** Throws a Difference where it does not hold. */
export function demand(holds, subject, detail, nonce = null) {
  if (!holds) {
    throw new Difference(subject, detail, nonce);
  }
}
