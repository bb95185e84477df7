/* Countdown of a phase from the server's time. The last five seconds are highlighted, and announced once to the player whose turn it is. */
const LAST = 5; // seconds
const TICK = 200; // milliseconds
let ends = null; // in performance.now() time
let said = true;

export function startCountdown(felt) {
  const left = Number(felt.dataset.left);
  ends = felt.querySelector(".live-clock") ? performance.now() + left * 1000 : null;
  said = left <= LAST;
  show();
}

/* Milliseconds since the phase ended; negative before, null without a clock. */
export const overdue = () => (ends === null ? null : performance.now() - ends);

function show() {
  const felt = document.getElementById("felt");
  if (ends === null || !felt) return;
  const left = Math.max(0, (ends - performance.now()) / 1000);
  const words = felt.querySelector("[data-left-words]");
  if (!words) return;
  const now = `${Math.ceil(left)} s`;
  if (words.textContent !== now) { // once a second: a bar that moves all the time would repaint the page sixty times
    words.textContent = now;
    felt.querySelector(".live-clock__bar").value = Math.ceil(left);
  }
  const isLast = left <= LAST && left > 0;
  felt.classList.toggle("is-last", isLast);
  if (isLast && !said && document.querySelector("#own[data-is-asked]")) {
    said = true;
    const hint = felt.querySelector(".live-status__hint")?.textContent ?? "";
    document.getElementById("status").textContent = `${words.textContent}. ${hint}`;
  }
}

setInterval(show, TICK);
