/* In a wide window the header of a table's page repeats the balance above the felt, which changes when a result is shown. */
const shown = document.querySelector("[data-header-balance]");

function repeat() {
  const balance = document.querySelector(".strip [data-sum=balance]");
  if (balance) shown.textContent = balance.firstChild.textContent.trim();
}

if (shown) new MutationObserver(repeat).observe(document.getElementById("main"), { subtree: true, childList: true, characterData: true });
