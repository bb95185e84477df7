// Signs in, plays by a simple rule, changes the shoe and verifies it. Prints what happened as JSON.

import { randomBytes } from "node:crypto";
import { Client, Problem } from "./client.mjs";
import { findDifferences } from "./cards.mjs";

const { URL: url, EMAIL, PASSWORD, TABLE, ROUNDS } = process.env;
const client = new Client(url, "en");

async function refusalOf(act) {
  try {
    await act();
  } catch (problem) {
    if (problem instanceof Problem) return { status: problem.status, code: problem.code };
    throw problem;
  }
  throw new Error("it was not refused");
}

// A bet for the shoe that is shown; a new shoe takes our salt.
function describeBet({ shoe, bet, currency }, salt) {
  const stake = { amount: bet.limits.min_bet.amount, currency };
  const opening = shoe.is_opened ? {} : { salt };
  return { table: TABLE, shoe: shoe.id, nonce: shoe.nonce, boxes: [{ box: 1, stake }], ...opening };
}

function choose(actions) {
  const names = actions.filter((one) => one.enabled).map((one) => one.action);
  return ["decline", "stand"].find((name) => names.includes(name));
}

async function playRound(position, salt) {
  let now = await client.change("/rounds", describeBet(position, salt));
  while (now.round.status === "in_progress") {
    const { id, step, actions } = now.round;
    now = await client.change(`/rounds/${id}/decisions`, { step, action: choose(actions) });
  }
  return now;
}

const notSignedIn = await refusalOf(() => client.get("/me"));
const wrongPassword = await refusalOf(() => client.signIn(EMAIL, "wrong"));
const session = await client.signIn(EMAIL, PASSWORD);

const salt = randomBytes(16).toString("hex");
let position = await client.get(`/tables/${TABLE}/position`);
const { id: shoe, commitment } = position.shoe;
while (position.shoe.nonce <= Number(ROUNDS)) position = await playRound(position, salt);
const rounds = [];
for await (const round of client.rows("/history", { limit: 1 })) rounds.push(round);

await client.change(`/tables/${TABLE}/shoes/change`, { shoe });
const { transcript } = await client.get(`/shoes/${shoe}/transcript`);
const seeds = transcript.rounds.flatMap((round) => Object.values(round.seat_seeds ?? {}));
const changed = structuredClone(transcript);
changed.rounds.at(-1).cards.reverse();
const verified = await client.verify({ transcript, commitment });

console.log(
  JSON.stringify({
    signed_in: session.signed_in,
    refusals: [notSignedIn, wrongPassword],
    rounds: rounds.map(({ id, net }) => ({ id, net: net.amount })),
    balance: position.balance.amount,
    salted: seeds.length > 0 && seeds.every((seed) => seed.endsWith(`-${salt}`)),
    differences: findDifferences(transcript, commitment),
    differences_if_changed: findDifferences(changed, commitment),
    verified: verified.passed,
  }),
);
