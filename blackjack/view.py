"""Public view of a deal, in the shape of the conformance output."""

from collections.abc import Mapping
from typing import Any, cast

from blackjack import keys, side_bets
from blackjack.actions import Turn
from blackjack.amounts import MONEY_PLACES, decimal_text
from blackjack.bets import FIRST, Box
from blackjack.hands import BEST
from blackjack.state import DealState

_Shown = dict[str, Any]
_INSURANCE_RETURNS = 3
AMOUNTS = frozenset({"staked", "returned", "net", "stake", "added", "payout"})


def public(deal: DealState) -> dict[str, Any]:
    """Return the public state of a deal; amounts are whole units, and a face-down card is only counted."""
    return _public_state(deal, [_box(deal, box) for box in deal.boxes])


def public_for(deal: DealState, bettors: Mapping[int, int]) -> dict[str, Any]:
    """Return the public state with one player's boxes only; `bettors` maps each box to the player's number on it."""
    own = [box for box in deal.boxes if box.number in bettors]
    return _public_state(deal, [_part(deal, box, bettors[box.number]) for box in own])


def _public_state(deal: DealState, boxes: list[dict[str, Any]]) -> dict[str, Any]:
    turn = deal.turn
    return {
        "complete": deal.complete,
        "next": None if turn is None else {**_turn(turn), "legal": list(deal.legal_actions)},
        "cards_drawn": deal.cards_drawn,
        "dealer": _dealer(deal),
        keys.BOXES: boxes,
    }


def _turn(turn: Turn) -> dict[str, Any]:
    """Return a turn as JSON, with `bettor` for followers only."""
    shown: dict[str, Any] = {keys.BOX: turn.box, "hand": turn.hand, "phase": turn.phase}
    return shown if turn.bettor == FIRST else {**shown, "bettor": turn.bettor}


def with_decimals(shown: Any, places: int = MONEY_PLACES) -> Any:
    """Return a public state, or a part of one, with its amounts as decimal text.

    A unit is 10^-`places` of a currency, as the caller chose for the stakes.
    """
    if isinstance(shown, dict):
        return {
            key: decimal_text(value, places)
            if key in AMOUNTS and value is not None
            else with_decimals(value, places)
            for key, value in shown.items()
        }
    if isinstance(shown, list) and shown and isinstance(shown[0], dict):
        return [with_decimals(item, places) for item in shown]
    return shown


def total_returned(deal: DealState, box: Box) -> int | None:
    """Return the total money returned to the box, None before the end of the deal."""
    hands = [_wager(deal, box, place) for place in range(len(box.hands))]
    money = _money(deal, box, hands, _side_bets(deal, box))
    return cast("int | None", money["returned"])


def _dealer(deal: DealState) -> dict[str, Any]:
    total = deal.dealer_total
    return {
        "cards": [str(card) for card in deal.dealer],
        "total": total.value,
        "soft": total.soft,
        "blackjack": deal.dealer_blackjack,
        "bust": total.value > BEST,
    }


def _part(deal: DealState, box: Box, bettor: int) -> dict[str, Any]:
    """Return a box as one of its bettors sees it; a follower's hands include their cards."""
    if bettor == FIRST:
        return _first(deal, box)
    part = box.part(bettor)
    behind = _behind(deal, box, bettor - FIRST - 1, part)
    hands = [{**_hand(deal, part, place), **hand} for place, hand in enumerate(behind["hands"])]
    return {keys.BOX: box.number, **behind, "side_bets": {}, "hands": hands}


def _first(deal: DealState, box: Box) -> dict[str, Any]:
    hands = [_hand(deal, box, place) for place in range(len(box.hands))]
    side_bets = _side_bets(deal, box)
    money = _money(deal, box, hands, side_bets)
    return {keys.BOX: box.number, **money, "side_bets": side_bets, "hands": hands}


def _box(deal: DealState, box: Box) -> dict[str, Any]:
    shown = _first(deal, box)
    if box.followers:
        shown["behind"] = [
            _behind(deal, box, place, part) for place, part in enumerate(box.parts[1:])
        ]
    return shown


def _money(deal: DealState, box: Box, hands: list[_Shown], side_bets: dict[str, _Shown]) -> _Shown:
    """Return the money staked and, at the end, the money returned for these `hands` and other bets."""
    staked, insurance = box.staked, _insurance(deal, box)
    money = {"staked": staked, "returned": None, "net": None, "insurance": insurance}
    if not deal.complete:
        return money
    paid = [*hands, *side_bets.values(), *([insurance] if insurance else [])]
    back = sum(bet["payout"] for bet in paid)
    back = 2 * staked - back if deal.rules.inverted else back
    return {**money, "returned": back, "net": back - staked}


def _behind(deal: DealState, box: Box, place: int, part: Box) -> dict[str, Any]:
    """Return a follower's wagers on the box's hands, which are numbered from 1 in the box."""
    numbers = [k for k, hand in enumerate(box.hands, 1) if hand.behind[place] is not None]
    hands = [{"hand": number, **_wager(deal, part, k)} for k, number in enumerate(numbers)]
    who = {"bettor": part.bettor, **box.followers[place].choices.document()}
    return {**who, **_money(deal, part, hands, {}), "hands": hands}


def _hand(deal: DealState, box: Box, place: int) -> dict[str, Any]:
    hand = box.hands[place]
    return {
        "cards": [str(card) for card in hand.cards],
        "total": hand.total.value,
        "soft": hand.total.soft,
        **_wager(deal, box, place),
    }


def _wager(deal: DealState, box: Box, place: int) -> dict[str, Any]:
    hand = box.hands[place]
    outcome, payout = deal.result(box, place)
    return {"stake": hand.stake, "added": hand.added, "outcome": outcome, "payout": payout}


def _insurance(deal: DealState, box: Box) -> dict[str, Any] | None:
    if not box.insurance:
        return None
    if deal.blackjack_possible and not deal.complete:
        return {"stake": box.insurance, "outcome": None, "payout": None}
    won = deal.dealer_blackjack
    payout = _INSURANCE_RETURNS * box.insurance if won else 0
    return {"stake": box.insurance, "outcome": "win" if won else "lose", "payout": payout}


def _side_bets(deal: DealState, box: Box) -> dict[str, dict[str, Any]]:
    return {name: _side_bet(deal, box, name) for name in box.side_bets}


def _side_bet(deal: DealState, box: Box, name: str) -> dict[str, Any]:
    stake = box.side_bets[name]
    if name == "dealer_pair" and not deal.complete:
        return {"stake": stake, "outcome": None, "payout": None}
    outcome = side_bets.best_outcome(name, box.dealt, deal.dealer)
    payout = 0 if outcome is None else stake + stake * deal.rules.side_bets[name][outcome]
    return {"stake": stake, "outcome": outcome, "payout": payout}
