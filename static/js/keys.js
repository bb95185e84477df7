/* Enter deals; H S D P R Y N decide, ? opens the strategy chart hint. Not inside a field, with a modifier, or on key repeat. */
import { isForUs } from "./pressed.js";

const PRESSES = ["Enter", " "];

/* A held key would press the focused button repeatedly, and after each response another button has the focus. */
function isHeld(event) {
  if (!event.repeat || !PRESSES.includes(event.key)) return false;
  return event.target.closest(".game button") !== null || (event.key === "Enter" && event.target.closest(".game input") !== null);
}

document.addEventListener("keydown", (event) => {
  if (isHeld(event)) event.preventDefault();
  if (!isForUs(event)) return;
  const key = event.key.toLowerCase();
  const buttons = [...document.querySelectorAll(":is(#table[data-phase], #live) [data-key]")];
  const button = buttons.find((one) => one.dataset.key === key && !one.disabled && one.checkVisibility());
  if (!button) return;
  event.preventDefault();
  button.click();
});
