/* Duration of the session as h:mm:ss, by the server's clock. */
const two = (number) => String(number).padStart(2, "0");
let drift = 0;

function show() {
  const place = document.querySelector("[data-session-started]");
  if (!place) return;
  const seconds = Math.max(0, Math.floor((Date.now() - drift - Date.parse(place.dateTime)) / 1000));
  const minutes = Math.floor(seconds / 60);
  place.textContent = `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/* Offset of this device's clock from the server's; below two seconds it is only network latency. */
function compare() {
  const place = document.querySelector("[data-session-started]");
  const apart = place ? Date.now() - 1000 * Number(place.dataset.now) : 0;
  drift = Math.abs(apart) < 2000 ? 0 : apart;
  show();
}

document.addEventListener("htmx:afterSwap", compare);
setInterval(show, 1000);
compare();
