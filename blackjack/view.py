"""What everyone at the table sees of a round, in the shape of the conformance output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from blackjack import side_bets
from blackjack.actions import Turn
from blackjack.amounts import MONEY_PLACES, decimal_text
from blackjack.bets import FIRST
from blackjack.hands import BEST

if TYPE_CHECKING:
    from blackjack.bets import Seat
    from blackjack.round import Round

_Shown = dict[str, Any]
_INSURANCE_RETURNS = 3
_AMOUNTS = frozenset({"staked", "returned", "net", "stake", "added", "payout"})


def public(table: Round) -> dict[str, Any]:
    """Return the public state of a round; amounts are whole units, a card face down is only counted."""
    turn = table.turn
    return {
        "complete": table.complete,
        "next": None if turn is None else {**_turn(turn), "legal": list(table.legal_actions)},
        "cards_drawn": table.cards_drawn,
        "dealer": _dealer(table),
        "seats": [_seat(table, seat) for seat in table.seats],
    }


def _turn(turn: Turn) -> dict[str, Any]:
    """Return a turn as it is shown; that the first bettor is asked goes without saying."""
    shown: dict[str, Any] = {"seat": turn.seat, "hand": turn.hand, "phase": turn.phase}
    return shown if turn.bettor == FIRST else {**shown, "bettor": turn.bettor}


def with_decimals(shown: Any, places: int = MONEY_PLACES) -> Any:
    """Return a public state, or a part of it, with its amounts as decimal text.

    A unit is 10^-`places` of a currency: the caller says so by the stakes that it bet.
    """
    if isinstance(shown, dict):
        return {
            key: decimal_text(value, places)
            if key in _AMOUNTS and value is not None
            else with_decimals(value, places)
            for key, value in shown.items()
        }
    if isinstance(shown, list) and shown and isinstance(shown[0], dict):
        return [with_decimals(item, places) for item in shown]
    return shown


def returned(table: Round, seat: Seat) -> int | None:
    """Return all that comes back to the seat, None before the end of the round."""
    hands = [_wager(table, seat, place) for place in range(len(seat.hands))]
    money = _money(table, seat, hands, _side_bets(table, seat))
    return cast("int | None", money["returned"])


def _dealer(table: Round) -> dict[str, Any]:
    total = table.dealer_total
    return {
        "cards": [str(card) for card in table.dealer],
        "total": total.value,
        "soft": total.soft,
        "blackjack": table.dealer_blackjack,
        "bust": total.value > BEST,
    }


def _seat(table: Round, seat: Seat) -> dict[str, Any]:
    hands = [_hand(table, seat, place) for place in range(len(seat.hands))]
    side_bets = _side_bets(table, seat)
    money = _money(table, seat, hands, side_bets)
    shown = {"seat": seat.number, **money, "side_bets": side_bets, "hands": hands}
    if seat.followers:
        shown["behind"] = [
            _behind(table, seat, place, part) for place, part in enumerate(seat.parts[1:])
        ]
    return shown


def _money(table: Round, seat: Seat, hands: list[_Shown], side_bets: dict[str, _Shown]) -> _Shown:
    """Return what was put in and, at the end, what comes back for these `hands` and other bets."""
    staked, insurance = seat.staked, _insurance(table, seat)
    money = {"staked": staked, "returned": None, "net": None, "insurance": insurance}
    if not table.complete:
        return money
    paid = [*hands, *side_bets.values(), *([insurance] if insurance else [])]
    back = sum(bet["payout"] for bet in paid)
    back = 2 * staked - back if table.rules.inverted else back
    return {**money, "returned": back, "net": back - staked}


def _behind(table: Round, seat: Seat, place: int, part: Seat) -> dict[str, Any]:
    """Return what a follower has on the seat's hands, these counted from 1 in the seat."""
    numbers = [k for k, hand in enumerate(seat.hands, 1) if hand.behind[place] is not None]
    hands = [{"hand": number, **_wager(table, part, k)} for k, number in enumerate(numbers)]
    who = {"bettor": part.bettor, "choice": seat.followers[place].choice}
    return {**who, **_money(table, part, hands, {}), "hands": hands}


def _hand(table: Round, seat: Seat, place: int) -> dict[str, Any]:
    hand = seat.hands[place]
    return {
        "cards": [str(card) for card in hand.cards],
        "total": hand.total.value,
        "soft": hand.total.soft,
        **_wager(table, seat, place),
    }


def _wager(table: Round, seat: Seat, place: int) -> dict[str, Any]:
    hand = seat.hands[place]
    outcome, payout = table.result(seat, place)
    return {"stake": hand.stake, "added": hand.added, "outcome": outcome, "payout": payout}


def _insurance(table: Round, seat: Seat) -> dict[str, Any] | None:
    if not seat.insurance:
        return None
    if table.blackjack_possible and not table.complete:
        return {"stake": seat.insurance, "outcome": None, "payout": None}
    won = table.dealer_blackjack
    payout = _INSURANCE_RETURNS * seat.insurance if won else 0
    return {"stake": seat.insurance, "outcome": "win" if won else "lose", "payout": payout}


def _side_bets(table: Round, seat: Seat) -> dict[str, dict[str, Any]]:
    return {name: _side_bet(table, seat, name) for name in seat.side_bets}


def _side_bet(table: Round, seat: Seat, name: str) -> dict[str, Any]:
    stake = seat.side_bets[name]
    if name == "dealer_pair" and not table.complete:
        return {"stake": stake, "outcome": None, "payout": None}
    outcome = side_bets.outcome(name, seat.dealt, table.dealer)
    payout = 0 if outcome is None else stake + stake * table.rules.side_bets[name][outcome]
    return {"stake": stake, "outcome": outcome, "payout": payout}
