/* The player's share of a new shoe: 16 random bytes of this browser, made after the commitment was shown. */
function salt() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fill() {
  const field = document.querySelector("#bet [data-salt]");
  if (field && !field.value) field.value = salt();
}

document.addEventListener("htmx:afterSwap", fill);
fill();
