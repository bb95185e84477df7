/* The documentation of the API: sends a request and shows its answer. */
const MOST = 200_000; // characters shown; a longer answer is cut

function readCredentials() {
  const value = document.getElementById("api-credentials").value.trim();
  if (!value) return {};
  return value.startsWith("lgl_") ? { Authorization: `Bearer ${value}` } : { "X-Session-Token": value };
}

function readRequest(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = { Accept: "application/json", "Accept-Language": document.documentElement.lang, ...readCredentials() };
  for (const input of form.querySelectorAll("[data-place]")) {
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

const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
if (named instanceof HTMLDetailsElement) named.open = true;
