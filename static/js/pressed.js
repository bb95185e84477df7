/* Whether a key is meant for the page: never inside a field, never with a modifier, never on repeat, never where keys are off. */
const FIELDS = "input:not([type=radio]), select, textarea, [contenteditable='true']";
const PRESSABLE = "a, button, summary, dialog";

export function isForUs(event) {
  if (document.documentElement.dataset.keys === "off") return false;
  if (event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target.closest(FIELDS)) return false;
  return !(event.key === "Enter" && event.target.closest(PRESSABLE));
}
