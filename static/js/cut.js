/* Keeps the slider, the number of the cut and the text above them in sync; the number is what is sent. */
document.addEventListener("input", ({ target }) => {
  if (target.id !== "cut" && target.id !== "cut-slider") return;
  const other = document.getElementById(target.id === "cut" ? "cut-slider" : "cut");
  if (target.value === "") return;
  other.value = target.value;
  document.getElementById("cut-shown").textContent = target.value;
});
