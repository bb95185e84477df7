// Amounts as decimal text: exact, no exponent, no trailing zeros. A unit is a BigInt, 10^-places of the currency.

export const MONEY_PLACES = 4;

const LONGEST = 100;
const PLAIN = /^([0-9]+)(?:\.([0-9]{1,4}))?$/;

/** A text that is not a plain positive decimal number with at most four decimals. */
export class AmountError extends Error {
  constructor() {
    super("a plain positive decimal number with at most four decimals is expected");
    this.name = "AmountError";
  }
}

/** Returns a decimal text as whole units of 10^-`places`: "2.5" is 25000n of four places. */
export function parseAmount(text, places = MONEY_PLACES) {
  const found = typeof text === "string" && text.length <= LONGEST ? PLAIN.exec(text) : null;
  if (!found) {
    throw new AmountError();
  }
  const decimals = (found[2] ?? "").replace(/0+$/, "");
  if (decimals.length > places || /^0*$/.test(found[1] + decimals)) {
    throw new AmountError();
  }
  return BigInt(found[1] + decimals.padEnd(places, "0"));
}

/** Returns whole units of 10^-`places` as decimal text: 25000n of four places is "2.5". */
export function decimalText(units, places = MONEY_PLACES) {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
  const cut = digits.length - places;
  const decimals = digits.slice(cut).replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${digits.slice(0, cut)}${decimals && `.${decimals}`}`;
}
