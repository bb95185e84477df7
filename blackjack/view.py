"""What everyone at the table sees of a round, in the shape of the conformance output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blackjack import side_bets
from blackjack.amounts import MONEY_PLACES, decimal_text
from blackjack.hands import BEST, total_of

if TYPE_CHECKING:
    from blackjack.bets import Seat
    from blackjack.round import Round

_INSURANCE_RETURNS = 3
_AMOUNTS = frozenset({"staked", "returned", "net", "stake", "added", "payout"})


def public(table: Round) -> dict[str, Any]:
    """Return the public state of a round; amounts are whole units, a card face down is only counted."""
    turn = table.turn
    return {
        "complete": table.complete,
        "next": None if turn is None else {**turn._asdict(), "legal": list(table.legal_actions)},
        "cards_drawn": table.cards_drawn,
        "dealer": _dealer(table),
        "seats": [_seat(table, seat) for seat in table.seats],
    }


def with_decimals(shown: Any, places: int = MONEY_PLACES) -> Any:
    """Return a public state, or a part of it, with its amounts as decimal text; a unit is 10^-`places`."""
    if isinstance(shown, list):
        return [with_decimals(item, places) for item in shown]
    if not isinstance(shown, dict):
        return shown
    return {
        key: decimal_text(value, places)
        if key in _AMOUNTS and value is not None
        else with_decimals(value, places)
        for key, value in shown.items()
    }


def returned(table: Round, seat: Seat) -> int | None:
    """Return all that comes back to the seat, None before the end of the round."""
    if not table.complete:
        return None
    payouts = [table.result(seat, place).payout for place in range(len(seat.hands))]
    payouts += [bet["payout"] for bet in _side_bets(table, seat).values()]
    insurance = _insurance(table, seat)
    payouts += [insurance["payout"]] if insurance else []
    total = sum(payout or 0 for payout in payouts)
    return 2 * seat.staked - total if table.rules.inverted else total


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
    back = returned(table, seat)
    return {
        "seat": seat.number,
        "staked": seat.staked,
        "returned": back,
        "net": None if back is None else back - seat.staked,
        "insurance": _insurance(table, seat),
        "side_bets": _side_bets(table, seat),
        "hands": [_hand(table, seat, place) for place in range(len(seat.hands))],
    }


def _hand(table: Round, seat: Seat, place: int) -> dict[str, Any]:
    hand = seat.hands[place]
    total = total_of(hand.cards)
    outcome, payout = table.result(seat, place)
    return {
        "cards": [str(card) for card in hand.cards],
        "total": total.value,
        "soft": total.soft,
        "stake": hand.stake,
        "added": hand.added,
        "outcome": outcome,
        "payout": payout,
    }


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
