/* How long this session lasts, in hours, minutes and seconds. */
const two = (number) => String(number).padStart(2, "0");

function show() {
  const place = document.querySelector("[data-session-started]");
  if (!place) return;
  const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(place.dateTime)) / 1000));
  const minutes = Math.floor(seconds / 60);
  place.textContent = `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

document.addEventListener("htmx:afterSwap", show);
setInterval(show, 1000);
show();
