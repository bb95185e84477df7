/* Seed exchange: what this browser has to send is sent at once. */
import { dealOf, felt, live, own, POLLED } from "./parts.js";
import { takePart } from "./seals.js";
import { warnOfDeal, warnOffline } from "./trouble.js";

const tokenOf = (part) => part.querySelector("[name=csrfmiddlewaretoken]")?.value ?? JSON.parse(part.getAttribute("hx-headers"))["X-CSRFToken"];

export async function takePartInExchange() {
  const deal = dealOf(felt());
  let refusal = "";
  const send = async (address, fields) => {
    const headers = { "X-CSRFToken": tokenOf(own()), ...POLLED };
    const response = await fetch(address, { method: "POST", body: new URLSearchParams(fields), headers });
    if (response.status >= 500) throw new Error(`status ${response.status}`);
    refusal = response.ok ? "" : await response.text();
    return response.ok;
  };
  try {
    const problem = await takePart(felt(), own(), live, send);
    if (problem) warnOfDeal(`${live.dataset[problem]} ${refusal}`.trim(), deal);
  } catch {
    warnOffline();
  }
}
