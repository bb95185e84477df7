/* The player's share of a new shoe: 16 random bytes of this browser, made after the commitment was shown.
   In the head and not a module: it listens before there is a button to press, however late the other scripts come. */
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
