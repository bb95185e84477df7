// Bets behind: the followers {choice, insurance, answered, evenMoney} of a seat, where the first bettor decides, and their
// wagers {stake, added} on its hands. `hand.behind` has one entry per follower; null without a wager.

import { END } from "./hands.js";

/** The number of a seat's first bettor, who decides. */
export const FIRST = 1;

/** Returns the name of a bettor of a seat in a set. */
export function bettorKey(seat, bettor) {
  return `${seat}.${bettor}`;
}

/** Choices of a follower: on a split, on a double, and the hand of a split on which a bet stays if it adds no money. */
const CHOICES = Object.freeze({ split: ["follow", "left", "right"], double: ["follow", "stay"], fallback: ["left", "right"] });

export const CHOICE_KEYS = Object.freeze(Object.keys(CHOICES));

/** Choices by their short form: follow splits and doubles, or stay on one hand and add nothing. */
const BY_WORD = new Map([
  ["follow", { split: "follow", double: "follow", fallback: "left" }],
  ["left", { split: "left", double: "stay", fallback: "left" }],
  ["right", { split: "right", double: "stay", fallback: "right" }],
]);

/** Returns the choices {split, double, fallback} of a JSON object: `choice` in one word, or all three; null for unknown ones. */
export function choicesFrom(given) {
  const choices = "choice" in given ? BY_WORD.get(given.choice) : given;
  return choices && CHOICE_KEYS.every((key) => CHOICES[key].includes(choices[key])) ? choices : null;
}

/** Returns choices in the JSON form: the short form where one exists. */
export function choicesDocument({ split, double, fallback }) {
  for (const [word, choices] of BY_WORD) {
    const same = split === choices.split && double === choices.double;
    if (same && stayingSide({ split, fallback }) === stayingSide(choices)) {
      return { choice: word };
    }
  }
  return { split, double, fallback };
}

/** The hand of a split on which a bet stays if it is not on both. */
function stayingSide({ split, fallback }) {
  return split === "follow" ? fallback : split;
}

/** Returns the initial followers of a bet. */
export function newFollowers(behind) {
  return behind.map(({ choices }) => ({ choices, insurance: 0n, answered: false, evenMoney: false }));
}

/** Returns the wagers of a bet's followers on the dealt hand. */
export function newWagers(behind) {
  return behind.map(({ stake }) => ({ stake, added: 0n }));
}

/** Returns the seat from the view of each of its bettors, the first bettor's first. */
export function partsOf(seat) {
  return [seat, ...seat.followers.map((_, place) => partOf(seat, place))];
}

/** Returns the seat from the view of follower number `place`, from 0: the hands with a wager, at its stakes. */
function partOf(seat, place) {
  const { insurance, answered, evenMoney } = seat.followers[place];
  const hands = seat.hands
    .filter((hand) => hand.behind[place] !== null)
    .map((hand) => ({ ...hand, ...hand.behind[place], end: endFor(hand, evenMoney), behind: [] }));
  return { ...seat, hands, sideBets: new Map(), insurance, answered, followers: [], bettor: place + FIRST + 1 };
}

/** Even money is each bettor's own choice. */
function endFor(hand, evenMoney) {
  if (evenMoney) {
    return END.EVEN_MONEY;
  }
  return hand.end === END.EVEN_MONEY ? null : hand.end;
}

/** Returns the bettors who add money when `hand` is doubled or split (`verb`). */
export function following(seat, hand, verb) {
  return seat.followers.flatMap(({ choices }, place) =>
    hand.behind[place] !== null && choices[verb] === "follow" ? [place + FIRST + 1] : [],
  );
}

/** Returns the wagers on a doubled hand; `follows` are the bettors who double with it. */
export function doubledWagers(hand, follows) {
  return hand.behind.map(
    (wager, place) => wager && { ...wager, added: follows.includes(place + FIRST + 1) ? wager.stake : 0n },
  );
}

/** Returns the wagers on the left and on the right hand of a split; bettors who add money are on both. */
export function splitWagers(seat, hand, follows) {
  const on = (side) => (wager, place) => {
    const goesRight = stayingSide(seat.followers[place].choices) === "right";
    const stays = follows.includes(place + FIRST + 1) || goesRight === (side === "right");
    return stays ? wager : null;
  };
  return [hand.behind.map(on("left")), hand.behind.map(on("right"))];
}
