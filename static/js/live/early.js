/* Holds a bet that is submitted before the page's scripts have loaded: they make its seal.
   In the head and not a module, so that it listens before there is a button to press. */
{
  let early = null;
  const hold = (event) => {
    if (event.target.id !== "bet") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    early = event;
  };
  const send = () => {
    document.removeEventListener("submit", hold, { capture: true });
    if (early?.target.isConnected) early.target.requestSubmit(early.submitter);
  };
  document.addEventListener("submit", hold, { capture: true });
  document.addEventListener("DOMContentLoaded", () => setTimeout(send)); // modules have run; htmx waits for the same event
}
