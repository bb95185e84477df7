/* Quick-amount buttons of a money form; only those of the chosen currency are shown. */
const groups = [...document.querySelectorAll("[data-quick]")];
const form = groups[0]?.closest("form");

function show() {
  for (const group of groups) group.hidden = group.dataset.quick !== form.elements.currency.value;
}

function fill(event) {
  const button = event.target.closest("[data-amount]");
  if (!button) return;
  const field = form.elements.amount;
  field.value = button.dataset.amount;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

if (form) {
  form.elements.currency.addEventListener("change", show);
  form.addEventListener("click", fill);
  addEventListener("pageshow", show); // a form restored by the browser may have another currency
  show();
}
