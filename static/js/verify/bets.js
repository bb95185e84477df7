// Bets as placed, {seat, stake, sideBets, behind}, and the seats that they open.

import { MONEY_PLACES } from "./amounts.js";
import { FIRST, choicesFrom, newFollowers, newWagers } from "./behind.js";
import { newHand } from "./hands.js";
import { naturalOdds } from "./rules.js";

/** A bet that the rules do not allow. */
export class BetError extends Error {
  constructor(seat, phrase, values = {}) {
    super(`seat ${seat}: ${phrase}`);
    this.name = "BetError";
    this.phrase = phrase;
    this.values = { seat, ...values };
  }
}

/** Returns a seat in a round: hands left to right, its first two cards as `dealt`, its other bets, its followers. */
export function newSeat(bet, cards) {
  return {
    number: bet.seat,
    hands: [newHand(cards, bet.stake, newWagers(bet.behind))],
    dealt: cards,
    sideBets: bet.sideBets,
    insurance: 0n,
    answered: false,
    followers: newFollowers(bet.behind),
    bettor: FIRST,
  };
}

/** Returns what each bettor stakes when the bet is placed, the first bettor including the side bets. */
export function stakesOf(bet) {
  const first = [...bet.sideBets.values()].reduce((sum, stake) => sum + stake, bet.stake);
  return [first, ...bet.behind.map(({ stake }) => stake)];
}

/** Returns all money that the seat's bettor has staked; followers' money is in their parts. */
export function stakedBy(seat) {
  const onHands = seat.hands.reduce((sum, hand) => sum + hand.stake + hand.added, 0n);
  return [...seat.sideBets.values()].reduce((sum, stake) => sum + stake, onHands + seat.insurance);
}

/** Returns the bets in ascending order of seats; throws a BetError. */
export function checkedBets(rules, bets) {
  const unit = smallestUnit(rules);
  for (const bet of bets) {
    check(rules, bet, unit);
  }
  const placed = [...bets].sort((one, other) => one.seat - other.seat);
  const twice = placed.find((bet, at) => at > 0 && placed[at - 1].seat === bet.seat);
  if (twice || placed.length === 0) {
    throw new BetError(twice?.seat ?? 0, twice ? "bet-twice" : "bet-none");
  }
  return placed;
}

function check(rules, bet, unit) {
  if (!(bet.seat >= 1 && bet.seat <= rules.seats)) {
    throw new BetError(bet.seat, "bet-seat", { seats: rules.seats });
  }
  for (const name of bet.sideBets.keys()) {
    if (!Object.hasOwn(rules.side_bets, name)) {
      throw new BetError(bet.seat, "bet-side", { name });
    }
  }
  if ([...bet.sideBets.values()].some((stake) => stake <= 0n)) {
    throw new BetError(bet.seat, "bet-stake");
  }
  if (bet.behind.length >= rules.bettors_per_seat) {
    throw new BetError(bet.seat, "bet-behind", { count: Number(rules.bettors_per_seat) - 1 });
  }
  if (bet.behind.some(({ choices }) => choices === null || choicesFrom(choices) === null)) {
    throw new BetError(bet.seat, "bet-choice");
  }
  for (const { stake } of [bet, ...bet.behind]) {
    checkStake(bet.seat, stake, unit);
  }
}

function checkStake(seat, stake, unit) {
  if (stake <= 0n) {
    throw new BetError(seat, "bet-stake");
  }
  if (stake % unit !== 0n) {
    throw new BetError(seat, "bet-inexact");
  }
}

/** Returns the number of units of which a stake must be a multiple so that every payout is whole. */
export function smallestUnit(rules) {
  const halves = rules.surrender !== "none" || (rules.insurance !== "none" && rules.naturals);
  const [numerator, denominator] = naturalOdds(rules);
  const reduced = rules.naturals ? denominator / commonDivisor(numerator, denominator) : 1n;
  return halves && reduced % 2n !== 0n ? 2n * reduced : reduced;
}

function commonDivisor(one, other) {
  return other === 0n ? one : commonDivisor(other, one % other);
}

/** Returns the decimals in which every payout on a stake with money's decimals is exact, if any number of them suffices. */
export function exactPlaces(rules) {
  const denominator = naturalOdds(rules)[1];
  return MONEY_PLACES + Math.max(1, timesDividedBy(denominator, 2n), timesDividedBy(denominator, 5n));
}

function timesDividedBy(number, divisor) {
  return number % divisor === 0n ? 1 + timesDividedBy(number / divisor, divisor) : 0;
}
