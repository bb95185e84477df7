"""JavaScript checks of back-office pages; each returns the faults at the current width."""

from typing import Final

COLUMNS: Final = """() => [...document.querySelectorAll(".staff-table")].map(
  (table) => [...table.tHead.rows[0].cells].map((cell) => cell.textContent.trim()).join(" | "))"""
# Horizontal scrolling, clipped controls, controls too low for a finger, and card cells without the
# name of their column.
FAULTS: Final = """() => {
  const found = [], told = (words, one) => found.push(`${words}: ${one.outerHTML.slice(0, 90)}`);
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  for (const one of document.querySelectorAll(".staff, .staff *"))
    if (one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX)) told("scrolls sideways", one);
  for (const one of document.querySelectorAll(".staff :is(a, button, input, select, textarea, summary)")) {
    const { left, right, width, height } = one.getBoundingClientRect();
    if (!width) continue;
    if (left < 0 || right > innerWidth) told("off the screen", one);
    if (one.matches(".staff-table *, .staff-button") && Math.round(height) < 44) told(`${height} high`, one);
  }
  for (const table of document.querySelectorAll(".staff-table")) {
    const isCards = getComputedStyle(table.tHead).display === "none";
    if (!isCards && innerWidth < 480) told("is no list of cards", table);
    for (const row of table.tBodies[0].rows) [...row.cells].forEach((cell, n) => {
      const column = table.tHead.rows[0].cells[n], silent = cell.tagName === "TH" || cell.colSpan > 1 || column.querySelector(".visually-hidden");
      if (!silent && row.cells.length === table.tHead.rows[0].cells.length && cell.dataset.label !== column.textContent.trim()) told("is not called as its column", cell);
      if (isCards && cell.dataset.label && !getComputedStyle(cell, "::before").content.includes(cell.dataset.label)) told("does not say what it is", cell);
    });
  }
  return found;
}"""
# Links and labels too low for a finger.
LOW: Final = """() => [...document.querySelectorAll(".staff :is(th, td, li, h2, p) > a:first-child, .staff label:has(> input)")]
  .filter((one) => { const { width, height } = one.getBoundingClientRect(); return width > 0 && height < 32; })
  .map((one) => one.outerHTML.slice(0, 80))"""
