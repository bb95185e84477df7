/* Buttons that have just come stay inert until the player's cards have landed, and the result of a round is seen: a second tap was
   meant for what lay there before. What takes money or gives a hand up waits longer where something was just pressed. */
const GRACE = 700; // milliseconds after the answer, where nothing moves
const SAME_PLACE = 1500; // milliseconds after the answer
const NEAR = 44; // pixels around what was pressed: a thumb
const ALL = ".controls button[type=submit]:not([aria-describedby])"; // those that the house has not disabled
const ORDER = "[type=hidden]:not([name=csrfmiddlewaretoken], [data-own-seal])"; // what a form says beside its fields
const RISKY = ".actions__more button:not([aria-describedby])";
let pressed = null;
let isByPointer = false;
let latest = 0;
let kept = new Set(); // identities of buttons that stay awake at the next landing

document.addEventListener("click", ({ target, detail }) => {
  const button = target.closest(".controls button[type=submit]");
  if (!button) return;
  pressed = button.getBoundingClientRect();
  isByPointer = detail > 0; // a key presses no place
}, true);

/* Deal lies where the last decision was, and bets again; so do the answers to a reality check, which nobody would have read. */
function isUnderPress(button) {
  const isRisky = button.closest(".actions__more, .reality") || (isByPointer && button.id === "deal");
  if (!pressed || !isRisky) return false;
  const box = button.getBoundingClientRect();
  const isApart = box.left > pressed.right + NEAR || box.right < pressed.left - NEAR || box.top > pressed.bottom + NEAR || box.bottom < pressed.top - NEAR;
  return !isApart;
}

const passed = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

/* The motion of the player's cards; of a round that is over, that of its result, which comes last. */
function motions(section) {
  const awaited = section.querySelectorAll(".result, .hand [data-hand] > li");
  return [...awaited].flatMap((one) => one.getAnimations({ subtree: true })).map((one) => one.finished);
}

function set(buttons, asleep) {
  for (const button of buttons) {
    button.disabled = asleep;
    button.toggleAttribute("data-asleep", asleep);
  }
}

/* What a button sends and where it lies. */
function identityOf(button) {
  const { left, top } = button.getBoundingClientRect();
  const sent = [...(button.form?.querySelectorAll(ORDER) ?? []), button].map(({ name, value }) => `${name}=${value}`);
  return [button.id, button.formAction, ...sent, Math.round(left), Math.round(top)].join(" ");
}

/* Before an update that nobody pressed for: buttons that can be pressed now, and are the same afterwards, have not just come. */
export function keepAwake(section) {
  kept = new Set([...section.querySelectorAll(ALL)].filter((button) => !button.disabled).map(identityOf));
}

/* A page that has just come was not pressed before: only what cannot be taken back waits. */
export const arrived = (section) => landed(section, RISKY);

/* Resolves when the buttons of the table can be pressed; never, where another answer came before. */
export async function landed(section, which = ALL) {
  latest += 1;
  const mine = latest;
  const buttons = [...section.querySelectorAll(which)].filter((button) => !kept.has(identityOf(button)));
  kept = new Set();
  const late = buttons.filter(isUnderPress);
  set(buttons, true);
  const later = passed(SAME_PLACE);
  await Promise.allSettled([passed(GRACE), ...motions(section)]);
  if (mine !== latest) return new Promise(() => {});
  set(buttons.filter((button) => !late.includes(button)), false);
  later.then(() => set(late, false));
}
