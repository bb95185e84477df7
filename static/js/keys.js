/* Enter deals; H S D P R Y N decide. Never inside a field, never with a modifier, never on repeat. */
const FIELDS = "input, select, textarea, [contenteditable='true']";
const PRESSABLE = "a, button, summary, dialog";

function isForUs(event) {
  if (document.documentElement.dataset.keys === "off") return false;
  if (event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target.closest(FIELDS)) return false;
  return !(event.key === "Enter" && event.target.closest(PRESSABLE));
}

document.addEventListener("keydown", (event) => {
  if (!isForUs(event)) return;
  const key = event.key.toLowerCase();
  const buttons = [...document.querySelectorAll("#table[data-phase] [data-key]")];
  const button = buttons.find((one) => one.dataset.key === key && !one.disabled);
  if (!button) return;
  event.preventDefault();
  button.click();
});
