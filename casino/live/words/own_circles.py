"""Circles of a player's own bets at a live table: fields of the next bet, and exact bets of the deal on the table."""

from collections.abc import Iterable, Iterator

from blackjack.rules import Rules
from casino.live.selectors.own_state import OwnState
from casino.live.selectors.table_state import TableState
from casino.live.values.amounts import approximate_amount
from casino.live.words.own_view import OwnPart, OwnStake
from casino.models import Wager, WagerBet
from casino.rounds.words.round_view import HandView, SeatView, SideBetView, seat_views
from casino.table_page.words.boxes import view_box_places
from tables.words.rules import SIDE_BETS


def fill_circles(part: OwnPart, own: OwnState, state: TableState) -> None:
    """Add the player's circles to a part whose boxes, form and bets are known."""
    wager = None if state.is_played else own.wager
    dealt = [] if wager is not None else _dealt_seats(own, state)
    seats = dealt if part.bet_form is not None else [*dealt, *_placed_seats(wager)]
    first = [seat for seat in seats if seat.seat in part.boxes]
    part.circles = view_box_places(part.boxes, _rules(own, state), part.bet_form, first)
    if state.is_played:
        part.circles_behind = [seat for seat in seats if seat.seat not in part.boxes]
    part.stakes = [*_dealt_stakes(first), *_placed_stakes(wager)]


def _rules(own: OwnState, state: TableState) -> Rules:
    if state.live is not None and own.round is not None:
        return state.live.state.rules
    version = own.shoe.version if own.shoe is not None else state.place.table.version
    return version.rules


def _dealt_seats(own: OwnState, state: TableState) -> list[SeatView]:
    """The player's boxes in the deal whose cards lie on the table."""
    if own.round is None or state.live is None:
        return []
    return seat_views(own.round, state.live.state.public_for(own.round.bettor_by_box))


def _dealt_stakes(seats: Iterable[SeatView]) -> Iterator[OwnStake]:
    for seat in seats:
        for number, hand in enumerate(seat.hands, 1):
            yield _stake_of_hand(seat.seat, number, hand)


def _stake_of_hand(box: int, number: int, hand: HandView) -> OwnStake:
    about = approximate_amount(hand.put)
    return OwnStake(box, number, about, hand.stake, hand.added, hand.net)


def _own_bets(wager: Wager | None) -> list[WagerBet]:
    """Bets before the bell on own boxes."""
    bets = wager.bets.all() if wager is not None else ()
    return [bet for bet in bets if bet.choices is None]


def _placed_seats(wager: Wager | None) -> Iterator[SeatView]:
    """Boxes of a bet before the bell, with their side bets."""
    for bet in _own_bets(wager):
        money = bet.wager.money
        sides = [
            SideBetView(name, str(SIDE_BETS[name]), money(bet.side_bets[name]), "", None, None, "")
            for name in SIDE_BETS
            if name in bet.side_bets
        ]
        yield SeatView(bet.box, [], sides, None, money(bet.stake), None, None)


def _placed_stakes(wager: Wager | None) -> Iterator[OwnStake]:
    """Stakes of a bet before the bell, where the first hand will lie."""
    for bet in _own_bets(wager):
        stake = bet.wager.money(bet.stake)
        yield OwnStake(bet.box, 1, approximate_amount(stake), stake, bet.wager.money(0), None)
