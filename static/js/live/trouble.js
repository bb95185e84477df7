/* The message above the table that something did not work. */
import { dealOf, felt } from "./parts.js";

const trouble = document.getElementById("table-trouble");
let refused = ""; // the deal in which an opening was refused: its message stays until the next deal's exchange

export function warn(text) {
  trouble.textContent = text;
  trouble.hidden = false;
}

export const warnOffline = () => warn(trouble.dataset.offline);
export const warnFailed = () => warn(trouble.dataset.failed);

export function warnOfDeal(text, deal) {
  refused = deal;
  warn(text);
}

export function hideTrouble() {
  if (!refused || ![refused, ""].includes(dealOf(felt()))) trouble.hidden = true;
}

/* Connected again; a message to a form stays. */
export function hideOffline() {
  if (trouble.textContent === trouble.dataset.offline) hideTrouble();
}
