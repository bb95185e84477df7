/* True if a key press is meant for the page: not inside a field, with a modifier, on key repeat, or with shortcuts turned off. */
const FIELDS = "input:not([type=radio]), select, textarea, [contenteditable='true']";
const PRESSABLE = "a, button, summary, dialog";

export function isForUs(event) {
  if (document.documentElement.dataset.keys === "off") return false;
  if (event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target.closest(FIELDS)) return false;
  return !(event.key === "Enter" && event.target.closest(PRESSABLE));
}
