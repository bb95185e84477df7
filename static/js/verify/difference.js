// The first difference between two values of the document, and how such a value is shown.

import { canonicalJson } from "./canonical.js";
import { isRecord } from "./reading.js";

const LONGEST = 70;

/** Returns a value as text for a difference: strings in quotes, cut if too long. */
export function quoted(value) {
  if (value === undefined) {
    return "";
  }
  const text = typeof value === "string" ? `'${value}'` : canonicalJson(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Returns {path, listed, own} of the first difference between a listed value and our own, null if they are equal. */
export function firstDifference(path, listed, own) {
  const parts = partsOf(path, listed, own);
  if (parts === null) {
    return isSame(listed, own) ? null : { path, listed: quoted(listed), own: quoted(own) };
  }
  for (const part of parts) {
    const difference = firstDifference(...part);
    if (difference !== null) {
      return difference;
    }
  }
  return null;
}

/** Returns the parts to compare of two lists of equal length or of two objects with the same keys, otherwise null. */
function partsOf(path, listed, own) {
  if (Array.isArray(listed) && Array.isArray(own) && listed.length === own.length) {
    return own.map((value, at) => [`${path}[${at}]`, listed[at], value]);
  }
  if (isRecord(listed) && own !== null && typeof own === "object" && !Array.isArray(own)) {
    const keys = Object.keys(own);
    const alike = keys.length === Object.keys(listed).length && keys.every((key) => key in listed);
    return alike ? keys.map((key) => [`${path}.${key}`, listed[key], own[key]]) : null;
  }
  return null;
}

/** Whole numbers of a document are BigInt, our own small ones are Number. */
function isSame(listed, own) {
  return typeof listed === "bigint" && typeof own === "number" ? listed === BigInt(own) : listed === own;
}
