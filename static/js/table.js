/* One request at a time, the answer in place, the words read aloud, the focus where the next decision is. */
const table = () => document.getElementById("table");
const trouble = document.getElementById("table-trouble");
const status = document.getElementById("status");
let focused = null;
let open = false;
let asleep = [];

function busy() {
  const section = table();
  focused = section.contains(document.activeElement) ? document.activeElement.id : null;
  open = section.querySelector("#fairness").open;
  section.setAttribute("aria-busy", "true");
  asleep = [...section.querySelectorAll("button:enabled")];
  for (const button of asleep) button.disabled = true;
}

function rest() {
  table().removeAttribute("aria-busy");
  for (const button of asleep) button.disabled = false;
  asleep = [];
}

function warn(text) {
  trouble.textContent = text;
  trouble.hidden = false;
}

function isTable(answer) {
  return answer.includes('id="table"');
}

/* An answer that is no table: the login, or a page of its own. Go and see it, or say what went wrong. */
function guard(event) {
  const { xhr } = event.detail;
  if (isTable(xhr.responseText)) {
    trouble.hidden = true;
    return;
  }
  event.detail.shouldSwap = false;
  if (xhr.status < 400) location.reload();
  else warn(trouble.dataset.failed);
}

function read() {
  const lines = [...table().querySelectorAll("[data-announcements] li")];
  status.textContent = lines.map((line) => line.textContent).join(" ");
}

function next() {
  const section = table();
  if (section.querySelector("#stake[aria-invalid]")) return section.querySelector("#stake");
  const same = focused && document.getElementById(focused);
  if (same && section.contains(same) && !same.disabled) return same;
  return section.querySelector(".action:enabled, #deal:enabled");
}

function settle() {
  asleep = [];
  if (open) table().querySelector("#fairness").open = true;
  read();
  next()?.focus({ preventScroll: true });
  table().querySelector(".hand--active, .seat")?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("htmx:beforeRequest", busy);
document.addEventListener("htmx:beforeSwap", guard);
document.addEventListener("htmx:afterSwap", settle);
document.addEventListener("htmx:afterRequest", rest);
document.addEventListener("htmx:responseError", () => warn(trouble.dataset.failed));
for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, () => warn(trouble.dataset.offline));
}
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
