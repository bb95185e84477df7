"""The course of a round: what follows a decision, up to the next one or to the end.

Every function takes a round and returns another; whether a decision is legal has been asked before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from blackjack import dealer, legality, settlement
from blackjack.hands import End, Hand

if TYPE_CHECKING:
    from blackjack.actions import Action
    from blackjack.bets import Seat
    from blackjack.round import Round


def after(table: Round, action: Action) -> Round:
    """Return the round after a legal action of the seat whose turn it is."""
    seat, place = table.in_turn
    drawn, changed = _MOVES[action.verb](table, seat, place, action)
    seats = tuple(changed if other is seat else other for other in table.seats)
    moved = replace(table, seats=seats, cards_drawn=table.cards_drawn + drawn)
    return ask_in_play(moved) if table.phase == "play" else ask_before_peek(moved)


def ask_before_peek(table: Round) -> Round:
    """Ask the next seat that has an offer before the peek; then the dealer looks, and play begins."""
    upcard = table.dealer[0]
    for seat in table.seats:
        legal = legality.before_peek(table.rules, upcard, seat)
        if legal:
            return table.asking(seat.number, 0, "before_peek", legal)
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
                return table.asking(seat.number, place, "play", legal)
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
        while dealer.draws(over.rules, over.dealer):
            over = _with_dealer_card(over)
    return over


def _with_dealer_card(table: Round) -> Round:
    card = table.draw(table.cards_drawn)
    return replace(table, dealer=(*table.dealer, card), cards_drawn=table.cards_drawn + 1)


def _needs_second_card(table: Round) -> bool:
    return any(_seat_needs_second_card(table, seat) for seat in table.seats)


def _seat_needs_second_card(table: Round, seat: Seat) -> bool:
    """Tell whether an insurance, a bet on the dealer's cards or a hand of the seat depends on it."""
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
    return replace(seat, hands=(*seat.hands[:place], *hands, *seat.hands[place + 1 :]))


def _ended(seat: Seat, place: int, end: End) -> Seat:
    return _with_hands(seat, place, replace(seat.hands[place], end=end))


def _hit(table: Round, seat: Seat, place: int, _: Action) -> tuple[int, Seat]:
    hand = seat.hands[place]
    card = table.draw(table.cards_drawn)
    return 1, _with_hands(seat, place, replace(hand, cards=(*hand.cards, card)))


def _stand(_: Round, seat: Seat, place: int, __: Action) -> tuple[int, Seat]:
    return 0, _ended(seat, place, End.STOOD)


def _double(table: Round, seat: Seat, place: int, action: Action) -> tuple[int, Seat]:
    hand = seat.hands[place]
    cards = (*hand.cards, table.draw(table.cards_drawn))
    doubled = replace(hand, cards=cards, added=table.cost(action), end=End.DOUBLED)
    return 1, _with_hands(seat, place, doubled)


def _split(table: Round, seat: Seat, place: int, _: Action) -> tuple[int, Seat]:
    hand = seat.hands[place]
    left, right = (
        Hand((card, table.draw(table.cards_drawn + k)), hand.stake, from_split=True)
        for k, card in enumerate(hand.cards)
    )
    return 2, _with_hands(seat, place, left, right)


def _surrender(table: Round, seat: Seat, place: int, _: Action) -> tuple[int, Seat]:
    end = End.SURRENDERED if table.phase == "play" else End.SURRENDERED_EARLY
    return 0, replace(_ended(seat, place, end), answered=True)


def _insure(table: Round, seat: Seat, _: int, action: Action) -> tuple[int, Seat]:
    return 0, replace(seat, insurance=table.cost(action), answered=True)


def _even_money(_: Round, seat: Seat, place: int, __: Action) -> tuple[int, Seat]:
    return 0, replace(_ended(seat, place, End.EVEN_MONEY), answered=True)


def _decline(_: Round, seat: Seat, __: int, ___: Action) -> tuple[int, Seat]:
    return 0, replace(seat, answered=True)


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
