/* The account menu closes on Escape, on a click elsewhere, and when it loses the focus. */
const menu = document.querySelector(".site-menu");

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu?.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
document.addEventListener("click", ({ target }) => {
  if (menu?.open && !menu.contains(target)) menu.open = false;
});
menu?.addEventListener("focusout", ({ relatedTarget }) => {
  if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
});
