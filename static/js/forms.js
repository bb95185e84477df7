/* Every form shows that it is working, accepts one submit at a time, and reports a lost connection in place.
   Forms with a script of their own (the tables) are left to it. No button is disabled: the browser sends the pressed
   button with the form, and would leave out a disabled one. */
const SHOWN_AFTER = 150; // milliseconds: a quick response needs no indicator
const GIVEN_UP = 30_000; // milliseconds: the page was not replaced, and no file came
const FILE_CAME = 250; // milliseconds between two polls
const COOKIE = "form_waits"; // removed by a response that is a file (config.middleware)
const words = document.getElementById("form-words");
const waiting = new Map(); // by form

function begin(form, button) {
  rest(form);
  form.setAttribute("aria-busy", "true");
  const shown = setTimeout(() => {
    button?.setAttribute("data-working", "");
    words.textContent = words.dataset.whileWorking;
  }, SHOWN_AFTER);
  const over = setTimeout(() => rest(form), GIVEN_UP);
  waiting.set(form, { button, timers: [shown, over] });
}

function rest(form) {
  const held = waiting.get(form);
  if (!held) return;
  waiting.delete(form);
  held.timers.forEach(clearTimeout);
  clearInterval(held.files);
  form.removeAttribute("aria-busy");
  held.button?.removeAttribute("data-working");
  if (words.textContent === words.dataset.whileWorking) words.textContent = "";
}

/* A file download does not replace the page: only the cookie tells that it has come. */
function watchForFile(form) {
  document.cookie = `${COOKIE}=1; path=/; max-age=60; samesite=strict`;
  waiting.get(form).files = setInterval(() => {
    if (!document.cookie.split("; ").includes(`${COOKIE}=1`)) rest(form);
  }, FILE_CAME);
}

function tell(form, text) {
  let notice = form.querySelector(":scope > [data-form-trouble]");
  if (text === "") {
    notice?.remove();
    return;
  }
  if (!notice) {
    notice = document.createElement("p");
    notice.className = "notice notice--error staff-panel";
    notice.dataset.formTrouble = "";
    notice.setAttribute("role", "alert");
    form.append(notice);
  }
  notice.textContent = text;
  notice.scrollIntoView({ block: "nearest" });
}

function leavesPage(form, button) {
  const [method, target] = [button?.getAttribute("formmethod") ?? form.method, button?.getAttribute("formtarget") ?? form.target];
  return method !== "dialog" && (target === "" || target === "_self");
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (waiting.has(form)) {
    event.preventDefault();
    return;
  }
  if (event.defaultPrevented || !leavesPage(form, submitter)) return;
  if (!navigator.onLine) {
    event.preventDefault();
    tell(form, words.dataset.offline);
    return;
  }
  tell(form, "");
  begin(form, submitter);
  watchForFile(form);
});

/* htmx: the requesting form, or the form of the requesting button; requests of the page itself have no form. */
function formOf(event) {
  const { elt } = event.detail;
  const isOfTable = document.getElementById("table-trouble") !== null;
  return isOfTable || !elt?.matches?.("form, button") ? null : elt.closest("form");
}
const on = (name, act) => document.addEventListener(name, (event) => {
  const form = formOf(event);
  if (form) act(form, event);
});

on("htmx:beforeRequest", (form, event) => {
  if (waiting.has(form)) {
    event.preventDefault();
    return;
  }
  tell(form, "");
  begin(form, event.detail.requestConfig.triggeringEvent?.submitter ?? form.querySelector("[type=submit]"));
});
on("htmx:afterRequest", (form) => rest(form));
on("htmx:sendError", (form) => tell(form, words.dataset.offline));
on("htmx:timeout", (form) => tell(form, words.dataset.offline));
on("htmx:responseError", (form) => tell(form, words.dataset.failed));

addEventListener("online", () => document.querySelectorAll("[data-form-trouble]").forEach((one) => one.remove()));
/* After going back, the browser may show the page as it was left. */
addEventListener("pageshow", () => [...waiting.keys()].forEach(rest));
