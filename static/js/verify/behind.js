// Bets behind: followers, {choice, insurance, answered, evenMoney}, of a seat where the first bettor decides, and their
// wagers, {stake, added}, on its hands. `hand.behind` has one place for each follower; null where there is no wager.

import { END } from "./hands.js";

/** The number of a seat's first bettor, who decides. */
export const FIRST = 1;

/** What becomes of a follower's bet on a split or a double. */
export const CHOICES = Object.freeze(["follow", "left", "right"]);

/** Returns the followers of a bet, as they begin. */
export function newFollowers(behind) {
  return behind.map(({ choice }) => ({ choice, insurance: 0n, answered: false, evenMoney: false }));
}

/** Returns the wagers of a bet's followers on the hand that is dealt. */
export function newWagers(behind) {
  return behind.map(({ stake }) => ({ stake, added: 0n }));
}

/** Returns the seat as each of its bettors has it, the first bettor's first. */
export function partsOf(seat) {
  return [seat, ...seat.followers.map((_, place) => partOf(seat, place))];
}

/** Returns the seat as follower number `place`, from 0, has it: the hands with a wager, at its stakes. */
function partOf(seat, place) {
  const { insurance, answered, evenMoney } = seat.followers[place];
  const hands = seat.hands
    .filter((hand) => hand.behind[place] !== null)
    .map((hand) => ({ ...hand, ...hand.behind[place], end: endFor(hand, evenMoney), behind: [] }));
  return { ...seat, hands, sideBets: new Map(), insurance, answered, followers: [], bettor: place + FIRST + 1 };
}

/** A payment of even money is each bettor's own. */
function endFor(hand, evenMoney) {
  if (evenMoney) {
    return END.EVEN_MONEY;
  }
  return hand.end === END.EVEN_MONEY ? null : hand.end;
}

/** Returns the bettors who put in money of their own when `hand` is doubled or split. */
export function following(seat, hand) {
  return seat.followers.flatMap(({ choice }, place) =>
    hand.behind[place] !== null && choice === "follow" ? [place + FIRST + 1] : [],
  );
}

/** Returns the wagers on a hand that is doubled, `follows` being the bettors who double with it. */
export function doubledWagers(hand, follows) {
  return hand.behind.map(
    (wager, place) => wager && { ...wager, added: follows.includes(place + FIRST + 1) ? wager.stake : 0n },
  );
}

/** Returns the wagers on the left and on the right hand of a split; who puts in money is on both. */
export function splitWagers(seat, hand, follows) {
  const on = (side) => (wager, place) => {
    const goesRight = seat.followers[place].choice === "right";
    const stays = follows.includes(place + FIRST + 1) || goesRight === (side === "right");
    return stays ? wager : null;
  };
  return [hand.behind.map(on("left")), hand.behind.map(on("right"))];
}
