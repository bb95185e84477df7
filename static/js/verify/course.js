// The course of a round: what follows a decision, up to the next one or to the end.
// Every function takes a round and returns another; the caller has checked that a decision is legal.

import { FIRST, doubledWagers, partsOf, splitWagers } from "./behind.js";
import { draws, isBlackjack, peeks } from "./dealer.js";
import { END, newHand } from "./hands.js";
import { beforePeek, inPlay } from "./legality.js";
import { certainResult, isPlain } from "./settlement.js";

/** Returns the round after a legal action, {verb, cost, follows}, of the bettor whose turn it is. */
export function after(round, action) {
  const seat = round.seats.find((other) => other.number === round.turn.seat);
  const move = MOVES[action.verb](round, seat, round.turn.hand - 1, action);
  const seats = round.seats.map((other) => (other === seat ? { ...seat, ...move.seat } : other));
  const moved = { ...round, seats, cardsDrawn: round.cardsDrawn + move.drawn };
  return round.turn.phase === "play" ? askInPlay(moved) : askBeforePeek(moved);
}

/** Asks the next seat with an offer before the peek; then the dealer peeks, and play begins. */
export function askBeforePeek(round) {
  const upcard = round.dealer[0];
  for (const part of round.seats.flatMap(partsOf)) {
    const legal = beforePeek(round.rules, upcard, part);
    if (legal.length > 0) {
      return asking(round, part, 0, "before_peek", legal);
    }
  }
  if (round.faceDown === null || !peeks(round.rules, upcard)) {
    return askInPlay(round);
  }
  if (isBlackjack(round.rules, [upcard, round.draw(round.faceDown)])) {
    return finish(round);
  }
  return askInPlay({ ...round, blackjackPossible: false });
}

/** Asks the next hand that may act; finishes the round if there is none. */
function askInPlay(round) {
  for (const seat of round.seats) {
    for (const [place, hand] of seat.hands.entries()) {
      const legal = inPlay(round.rules, round.dealer[0], seat, hand);
      if (legal.length > 0) {
        return asking(round, seat, place, "play", legal);
      }
    }
  }
  return finish(round);
}

function asking(round, seat, place, phase, legal) {
  return { ...round, turn: { seat: seat.number, hand: place + 1, phase, bettor: seat.bettor }, legal };
}

/** Shows or draws the second card if it is due, draws the dealer's other cards, and ends the round. */
function finish(round) {
  let over = { ...round, turn: null, legal: [] };
  const needed = round.seats.flatMap(partsOf).some((part) => needsSecondCard(round, part));
  if (round.faceDown !== null) {
    if (!needed && round.rules.show_hole_card === "when_needed") {
      return over;
    }
    over = { ...over, dealer: [...round.dealer, round.draw(round.faceDown)], faceDown: null };
  } else if (needed) {
    over = withDealerCard(over);
  }
  return needed && dealerPlays(over) ? withFurtherCards(over) : over;
}

function dealerPlays(round) {
  const plain = round.seats.some((seat) => seat.hands.some((hand) => isPlain(round.rules, hand)));
  return plain && !isBlackjack(round.rules, round.dealer);
}

function withFurtherCards(round) {
  return draws(round.rules, round.dealer) ? withFurtherCards(withDealerCard(round)) : round;
}

function withDealerCard(round) {
  const dealer = [...round.dealer, round.draw(round.cardsDrawn)];
  return { ...round, dealer, cardsDrawn: round.cardsDrawn + 1 };
}

/** True if an insurance, a bet on the dealer's cards or a hand of one bettor's part of a seat depends on the second card. */
function needsSecondCard(round, seat) {
  const possible = round.blackjackPossible;
  if ((seat.insurance > 0n && possible) || seat.sideBets.has("dealer_pair")) {
    return true;
  }
  return seat.hands.some((_, place) => certainResult(round.rules, seat, place, possible).payout === null);
}

// Each move takes the round, the seat, the index of its hand and the action; it returns the number of cards drawn
// and the changes of the seat.
const MOVES = {
  hit(round, seat, place) {
    const cards = [...seat.hands[place].cards, round.draw(round.cardsDrawn)];
    return { drawn: 1, seat: withHands(seat, place, { ...seat.hands[place], cards }) };
  },
  stand(_, seat, place) {
    return { drawn: 0, seat: ended(seat, place, END.STOOD) };
  },
  double(round, seat, place, { cost, follows }) {
    const cards = [...seat.hands[place].cards, round.draw(round.cardsDrawn)];
    const behind = doubledWagers(seat.hands[place], follows);
    const doubled = { ...seat.hands[place], cards, added: cost, end: END.DOUBLED, behind };
    return { drawn: 1, seat: withHands(seat, place, doubled) };
  },
  split(round, seat, place, { follows }) {
    const { cards, stake } = seat.hands[place];
    const sides = splitWagers(seat, seat.hands[place], follows);
    const hands = cards.map((card, at) => {
      const pair = [card, round.draw(round.cardsDrawn + at)];
      return newHand(pair, stake, sides[at], true);
    });
    return { drawn: 2, seat: withHands(seat, place, ...hands) };
  },
  surrender(round, seat, place) {
    const end = round.turn.phase === "play" ? END.SURRENDERED : END.SURRENDERED_EARLY;
    return { drawn: 0, seat: { ...ended(seat, place, end), answered: true } };
  },
  insure(round, seat, _, { cost }) {
    return { drawn: 0, seat: answered(round, seat, { insurance: cost }) };
  },
  even_money(round, seat, place) {
    if (round.turn.bettor !== FIRST) {
      return { drawn: 0, seat: answered(round, seat, { evenMoney: true }) };
    }
    return { drawn: 0, seat: { ...ended(seat, place, END.EVEN_MONEY), answered: true } };
  },
  decline(round, seat) {
    return { drawn: 0, seat: answered(round, seat, {}) };
  },
};

/** Records the only answer before the peek of the bettor whose turn it is. */
function answered(round, seat, more) {
  const { bettor } = round.turn;
  if (bettor === FIRST) {
    return { ...more, answered: true };
  }
  const place = bettor - FIRST - 1;
  const followers = seat.followers.map((one, at) => (at === place ? { ...one, ...more, answered: true } : one));
  return { followers };
}

function withHands(seat, place, ...hands) {
  return { hands: [...seat.hands.slice(0, place), ...hands, ...seat.hands.slice(place + 1)] };
}

function ended(seat, place, end) {
  return withHands(seat, place, { ...seat.hands[place], end });
}
