/* The documentation of the API: sends a request and shows its answer. */
const MOST = 200_000; // characters shown; a longer answer is cut

function makeKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16).padStart(2, "0")).join("");
}

function readCredentials() {
  const [token, key] = ["session-token", "service-key"].map((id) => document.getElementById(id).value.trim());
  return { ...(token && { "X-Session-Token": token }), ...(key && { Authorization: `Bearer ${key}` }) };
}

function readRequest(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = { Accept: "application/json", "Accept-Language": document.documentElement.lang, ...readCredentials() };
  for (const input of form.querySelectorAll("[data-place]")) {
    if (input.name === "Idempotency-Key") input.value ||= makeKey(); // it stays: sent again, it is the same change
    const value = input.value.trim();
    if (input.dataset.place === "path") path = path.replace(`{${input.name}}`, encodeURIComponent(value || "-"));
    else if (value && input.dataset.place === "header") headers[input.name] = value;
    else if (value) query.set(input.name, value);
  }
  const body = form.elements.body?.value;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const address = query.size ? `${path}?${query}` : path;
  return [address, { method: form.dataset.method, headers, body, credentials: "omit" }];
}

function format(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function send(event) {
  event.preventDefault();
  const form = event.target;
  const line = form.querySelector(".api-try__line");
  const shown = form.querySelector(".api-try__answer");
  const button = form.querySelector("button");
  button.disabled = true;
  const [address, request] = readRequest(form);
  try {
    const answer = await fetch(address, request);
    const text = format(await answer.text());
    line.textContent = `${request.method} ${address} · ${answer.status}`;
    shown.textContent = text.slice(0, MOST);
    shown.hidden = !text;
  } catch (error) {
    line.textContent = `${request.method} ${address} · ${error.message}`;
    shown.hidden = true;
  } finally {
    button.disabled = false;
  }
}

for (const form of document.querySelectorAll(".api-try")) form.addEventListener("submit", send);
