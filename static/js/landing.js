/* New buttons stay disabled until the player's cards have landed and the result of a round is visible: a second tap was meant for
   what was there before. Buttons that take money or give a hand up wait longer where something was just pressed. */
const GRACE = 700; // milliseconds after the response if nothing moves
const SAME_PLACE = 1500; // milliseconds after the answer
const NEAR = 44; // pixels around what was pressed: a thumb
const ALL = ":is(.controls, .live-tools) button[type=submit]:not([aria-describedby])"; // those that the server has not disabled
const ORDER = "[type=hidden]:not([name=csrfmiddlewaretoken], [data-own-seal])"; // the hidden fields that say what a form does
const RISKY = ".actions__more button:not([aria-describedby])";
let pressed = null;
let isByPointer = false;
let latest = 0;
let kept = new Set(); // identities of buttons that stay enabled at the next landing

document.addEventListener("click", ({ target, detail }) => {
  const button = target.closest(":is(.controls, .live-tools) button[type=submit]");
  if (!button) return;
  pressed = button.getBoundingClientRect();
  isByPointer = detail > 0; // a key press has no position
}, true);

/* Deal is where the last decision was, and bets again; the same holds for the answers to a reality check, which would be unread. */
function isUnderPress(button) {
  const isRisky = button.closest(".actions__more, .reality") || (isByPointer && button.id === "deal");
  if (!pressed || !isRisky) return false;
  const box = button.getBoundingClientRect();
  const isApart = box.left > pressed.right + NEAR || box.right < pressed.left - NEAR || box.top > pressed.bottom + NEAR || box.bottom < pressed.top - NEAR;
  return !isApart;
}

const passed = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

/* Animations of the player's cards; after a round, also of its result, which comes last. */
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

/* Identity of a button: what it sends, and its position. */
function identityOf(button) {
  const { left, top } = button.getBoundingClientRect();
  const sent = [...(button.form?.querySelectorAll(ORDER) ?? []), button].map(({ name, value }) => `${name}=${value}`);
  return [button.id, button.formAction, ...sent, Math.round(left), Math.round(top)].join(" ");
}

/* Call before an update that nobody requested: buttons that can be pressed now and are the same afterwards are not new. */
export function keepAwake(section) {
  kept = new Set([...section.querySelectorAll(ALL)].filter((button) => !button.disabled).map(identityOf));
}

/* On a fresh page nothing was pressed before: only irrevocable actions wait. */
export const arrived = (section) => landed(section, RISKY);

/* Resolves when the buttons of the table can be pressed; never, if another response comes first. */
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
