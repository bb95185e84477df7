"""The course of a round: what follows a decision, up to the next one or to the end.

Every function takes a round and returns another; whether a decision is legal has been asked before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blackjack import dealer, legality, settlement
from blackjack.actions import Action, Turn
from blackjack.bets import FIRST
from blackjack.hands import End, Hand, Wager

if TYPE_CHECKING:
    from blackjack.bets import Seat
    from blackjack.round import Round


def after(table: Round, action: Action) -> Round:
    """Return the round after a legal action of the seat whose turn it is."""
    seat, place = table.in_turn
    drawn, changed = _MOVES[action.verb](table, seat, place, action)
    seats = tuple(changed if other is seat else other for other in table.seats)
    moved = table.with_seats(seats, table.cards_drawn + drawn)
    return ask_in_play(moved) if table.phase == "play" else ask_before_peek(moved)


def ask_before_peek(table: Round) -> Round:
    """Ask the next seat that has an offer before the peek; then the dealer looks, and play begins."""
    upcard = table.dealer[0]
    for seat in table.seats:
        for part in seat.parts:
            legal = legality.before_peek(table.rules, upcard, part)
            if legal:
                return table.asking(Turn(seat.number, 1, "before_peek", part.bettor), legal)
    if table.face_down is None or not dealer.peeks(table.rules, upcard):
        return ask_in_play(table)
    if dealer.is_blackjack(table.rules, (upcard, table.draw(table.face_down))):
        return finish(table)
    return ask_in_play(replace(table, blackjack_possible=False))


def ask_in_play(table: Round) -> Round:
    """Ask the next hand that may do anything; when there is none, finish."""
    for seat in table.seats:
        for place, hand in enumerate(seat.hands):
            legal = legality.in_play(table.rules, table.dealer[0], seat, hand)
            if legal:
                return table.asking(Turn(seat.number, place + 1, "play"), legal)
    return finish(table)


def finish(table: Round) -> Round:
    """Show or draw the second card if it is due, draw the dealer's others, and end the round."""
    over = replace(table, turn=None, legal_actions=())
    needed = _needs_second_card(table)
    if table.face_down is not None:
        if not needed and table.rules.show_hole_card == "when_needed":
            return over
        shown = (*table.dealer, table.draw(table.face_down))
        over = replace(over, dealer=shown, face_down=None)
    elif needed:
        over = _with_dealer_card(over)
    if needed and not over.dealer_blackjack and _has_plain_hand(over):
        return _with_further_cards(over)
    return over


def _with_dealer_card(table: Round) -> Round:
    card = table.draw(table.cards_drawn)
    return replace(table, dealer=(*table.dealer, card), cards_drawn=table.cards_drawn + 1)


def _with_further_cards(table: Round) -> Round:
    cards, drawn = table.dealer, table.cards_drawn
    while dealer.draws(table.rules, cards):
        cards, drawn = (*cards, table.draw(drawn)), drawn + 1
    return replace(table, dealer=cards, cards_drawn=drawn)


def _needs_second_card(table: Round) -> bool:
    return any(_part_needs_second_card(table, part) for seat in table.seats for part in seat.parts)


def _part_needs_second_card(table: Round, seat: Seat) -> bool:
    """Tell whether an insurance, a bet on the dealer's cards or a hand of one bettor's part of a seat depends on it."""
    possible = table.blackjack_possible
    if (seat.insurance and possible) or "dealer_pair" in seat.side_bets:
        return True
    return any(
        settlement.waits_for_dealer(table.rules, seat, place, blackjack_possible=possible)
        for place in range(len(seat.hands))
    )


def _has_plain_hand(table: Round) -> bool:
    return any(
        settlement.is_plain(table.rules, hand) for seat in table.seats for hand in seat.hands
    )


_Move = Callable[["Round", "Seat", int, "Action"], tuple[int, "Seat"]]
"""Gives the number of cards that an action of a seat's hand draws, and the seat after it."""


def _with_hands(seat: Seat, place: int, *hands: Hand) -> Seat:
    return seat.with_hands((*seat.hands[:place], *hands, *seat.hands[place + 1 :]))


def _ended(seat: Seat, place: int, end: End) -> Seat:
    return _with_hands(seat, place, seat.hands[place].ended(end))


def _hit(table: Round, seat: Seat, place: int, _: Action) -> tuple[int, Seat]:
    card = table.draw(table.cards_drawn)
    return 1, _with_hands(seat, place, seat.hands[place].with_card(card))


def _stand(_: Round, seat: Seat, place: int, __: Action) -> tuple[int, Seat]:
    return 0, _ended(seat, place, End.STOOD)


def _double(table: Round, seat: Seat, place: int, action: Action) -> tuple[int, Seat]:
    hand = seat.hands[place]
    cards = (*hand.cards, table.draw(table.cards_drawn))
    added, behind = table.cost(action), _doubled_behind(hand, table.costs_behind(action))
    doubled = Hand(cards, hand.stake, added, hand.from_split, End.DOUBLED, behind)
    return 1, _with_hands(seat, place, doubled)


def _doubled_behind(hand: Hand, added: Mapping[int, int]) -> tuple[Wager | None, ...]:
    return tuple(
        wager and Wager(wager.stake, added.get(bettor, 0))
        for bettor, wager in enumerate(hand.behind, FIRST + 1)
    )


def _split(table: Round, seat: Seat, place: int, action: Action) -> tuple[int, Seat]:
    hand = seat.hands[place]
    sides = _split_behind(seat, hand, table.costs_behind(action))
    left, right = (
        Hand((card, table.draw(table.cards_drawn + k)), hand.stake, from_split=True, behind=side)
        for k, (card, side) in enumerate(zip(hand.cards, sides, strict=True))
    )
    return 2, _with_hands(seat, place, left, right)


_Wagers = tuple[Wager | None, ...]


def _split_behind(seat: Seat, hand: Hand, follows: Mapping[int, int]) -> tuple[_Wagers, _Wagers]:
    """Return the wagers on the left and on the right hand; who puts in money is on both."""
    left: list[Wager | None] = []
    right: list[Wager | None] = []
    pairs = zip(seat.followers, hand.behind, strict=True)
    for bettor, (follower, wager) in enumerate(pairs, FIRST + 1):
        both, goes_right = bettor in follows, follower.choice == "right"
        left.append(wager if both or not goes_right else None)
        right.append(wager if both or goes_right else None)
    return tuple(left), tuple(right)


def _surrender(table: Round, seat: Seat, place: int, _: Action) -> tuple[int, Seat]:
    end = End.SURRENDERED if table.phase == "play" else End.SURRENDERED_EARLY
    return 0, replace(_ended(seat, place, end), answered=True)


def _insure(table: Round, seat: Seat, _: int, action: Action) -> tuple[int, Seat]:
    return 0, _answered(table, seat, insurance=table.cost(action))


def _even_money(table: Round, seat: Seat, place: int, _: Action) -> tuple[int, Seat]:
    if _bettor(table) != FIRST:
        return 0, _answered(table, seat, even_money=True)
    return 0, _answered(table, _ended(seat, place, End.EVEN_MONEY))


def _decline(table: Round, seat: Seat, _: int, __: Action) -> tuple[int, Seat]:
    return 0, _answered(table, seat)


def _bettor(table: Round) -> int:
    return FIRST if table.turn is None else table.turn.bettor


def _answered(table: Round, seat: Seat, **more: Any) -> Seat:
    """Return the seat after the one answer before the peek of the bettor whose turn it is."""
    bettor = _bettor(table)
    if bettor == FIRST:
        return replace(seat, answered=True, **more)
    followers = list(seat.followers)
    place = bettor - FIRST - 1
    followers[place] = replace(followers[place], answered=True, **more)
    return replace(seat, followers=tuple(followers))


_MOVES: dict[str, _Move] = {
    "hit": _hit,
    "stand": _stand,
    "double": _double,
    "split": _split,
    "surrender": _surrender,
    "insure": _insure,
    "even_money": _even_money,
    "decline": _decline,
}
