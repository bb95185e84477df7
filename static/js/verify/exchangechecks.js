// Checks of a round's seed exchanges: each seal is opened by its seed, each exchange follows from the one before.

import { Difference, demand, ok } from "./checks.js";
import { described, firstProblem, isSealed, sequenceProblem } from "./exchange.js";

/** Checks the exchanges aborted before the round, then the one that gave its seeds. */
export async function* checkExchanges({ aborted, exchange, sealed }, nonce) {
  for (const [at, one] of aborted.entries()) {
    const subject = ["round-aborted", { nonce, number: at + 1 }];
    refuse(await firstProblem(one), subject, nonce);
    demand(one.failed.length > 0, subject, ["none-failed"], nonce);
    yield ok(subject, await described(one), nonce);
  }
  const subject = ["round-seals", { nonce }];
  refuse(sealed ? await firstProblem(exchange) : null, subject, nonce);
  refuse(sequenceProblem([...aborted, exchange]), subject, nonce);
  const allowed = exchange.openings.size > 0 ? 1 : 2;
  demand(aborted.length <= allowed, subject, ["aborted-count", { count: aborted.length }], nonce);
  if (isSealed(exchange)) {
    yield ok(subject, await described(exchange), nonce);
  }
}

function refuse(problem, subject, nonce) {
  if (problem !== null) {
    throw new Difference(subject, problem, nonce);
  }
}
