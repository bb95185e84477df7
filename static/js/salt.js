/* The player's share of a new shoe: 16 random bytes from this browser, created after the commitment was shown.
   In the head and not a module: it listens before there is a button to press, even if the other scripts load late. */
document.addEventListener(
  "submit",
  ({ target }) => {
    const field = target.querySelector("[data-salt]");
    if (!field || field.value) return;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  },
  { capture: true }, // before htmx reads the form
);
