/* Folded parts of a long page: open on wide windows, and where the address or a link on the page names them or a part of them. */
if (matchMedia("(min-width: 44rem)").matches) {
  for (const part of document.querySelectorAll("details[data-open-wide]")) part.open = true;
}

function openNamed() {
  const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!named) return;
  for (let part = named.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  named.scrollIntoView();
}

openNamed();
addEventListener("hashchange", openNamed);
