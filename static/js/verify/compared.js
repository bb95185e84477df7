// Comparison of a transcript with other sources. One that only agrees with itself proves nothing: anybody can make one afterwards.

const HEX = /^[0-9a-f]{64}$/;

/** Returns a commitment typed by a visitor in the form of transcripts; null if it cannot be one. */
export function readCommitment(text) {
  const plain = text.replace(/\s/g, "").toLowerCase();
  return HEX.test(plain) ? plain : null;
}

/**
 * Compares a transcript whose checks have all passed with the commitment that the visitor gave ("" for none) and, if it has lines
 * of the public log, with the log. `hashAt` returns the hash of the log's line with a number, null if there is none. `kept` are the checks
 * of what this browser stored at the table, all passed: its commitment was shown before the cards too.
 * Returns `passed` (null: compared with nothing but itself) and the `sentences`, each [phrase, values].
 */
export async function compared({ raw, log }, given, hashAt, kept = []) {
  if (given && given !== raw.commitment) {
    return { passed: false, sentences: [["given-other", { own: raw.commitment }]] };
  }
  const sentences = given ? [["given-same", {}]] : [];
  for (const line of log) {
    if ((await hashAt(line.n)) !== line.hash) {
      return { passed: false, sentences: [["log-other", { n: line.n }]] };
    }
  }
  if (log.length > 0) {
    sentences.push(["log-same", { n: log[0].n, at: log[0].at }]);
  }
  if (kept.length > 0) {
    sentences.push(["kept-right", { count: kept.length }]);
  }
  return sentences.length > 0 ? { passed: true, sentences } : { passed: null, sentences: [["only-itself", {}]] };
}
