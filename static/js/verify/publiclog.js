// Lines of the public log: a hash chain, so that no line can be changed or left out.

import { digestOf } from "./canonical.js";
import { MalformedError, record, string, whole } from "./reading.js";

const RETIRED = "retired";
const KINDS = ["announced", "opened", "closed", "lost", RETIRED];
const KEYS = ["n", "at", "kind", "shoe", "commitment", "rules_hash", "previous", "hash"];
const HEX = /^[0-9a-f]{64}$/;
const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$/;

/** Returns the hash that the line must have, whatever it has now. */
export function lineHash(line) {
  const { hash: _, ...others } = line;
  return digestOf(others);
}

/** Returns `value` if it is a well-formed line of the log; throws a MalformedError otherwise. */
export function readLine(value, where) {
  const retired = value?.kind === RETIRED;
  const line = record(value, where, retired ? [...KEYS, "nonce"] : KEYS);
  if (retired) {
    whole(line.nonce, `${where}.nonce`);
  }
  whole(line.n, `${where}.n`);
  string(line.shoe, `${where}.shoe`);
  matching(TIME, line.at, `${where}.at`, "2026-11-21T10:00:00.000000Z");
  if (!KINDS.includes(line.kind)) {
    throw new MalformedError(`${where}.kind`, "form-expected", { allowed: KINDS.join(", ") });
  }
  for (const key of ["commitment", "previous", "hash"]) {
    matching(HEX, line[key], `${where}.${key}`, "[0-9a-f]{64}");
  }
  if (line.rules_hash !== null) {
    matching(HEX, line.rules_hash, `${where}.rules_hash`, "[0-9a-f]{64}");
  }
  return line;
}

function matching(pattern, value, where, allowed) {
  if (!pattern.test(string(value, where))) {
    throw new MalformedError(where, "form-expected", { allowed });
  }
}
