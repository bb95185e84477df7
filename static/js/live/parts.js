/* The two parts of a live table's page: the felt, the same for everybody, and the player's own part. */
export const live = document.getElementById("live");
export const felt = () => document.getElementById("felt");
export const own = () => document.getElementById("own");
export const POLLED = { "X-Poll": "1" }; // polling is not activity of the player

export const versionOf = (one) => Number(one.dataset.version);
export const versionIn = (text, id) => Number(new RegExp(`id="${id}"[^>]*data-version="(\\d+)"`, "s").exec(text)?.[1] ?? -1);
export const isNewer = (text) => versionIn(text, "felt") > versionOf(felt());
/* The deal whose seeds are exchanged; "" otherwise. */
export const dealOf = (one) => (one.dataset.exchange ? `${one.dataset.shoe} ${one.dataset.exchange.split("-")[0]}` : "");
export const wordsIn = (place, selector) => [...place.querySelectorAll(selector)].map((line) => line.textContent.trim()).join(" ");
