"""What a player is offered: the rules' legal actions, each with the reason why funds or limits forbid it now, if they do.

Buttons, keys and the service that plays an action all ask `offers`; nobody derives legality again.
"""

from dataclasses import dataclass

from blackjack.round import Round as Play
from casino.errors import FundsRefused, Refusal
from casino.limits import check_round_total
from casino.models import Round
from wallet.money import Money, amount_usd

COUNTED = frozenset(
    {"double", "split"}
)  # the round's maximum is about hands; insurance is outside it


@dataclass(frozen=True, slots=True)
class Offer:
    """One legal action: `cost` is the new money it takes; `refusal` says why it cannot be had now."""

    verb: str
    cost: Money
    refusal: Refusal | None


def offers(play: Play, round_: Round, balance: Money) -> list[Offer]:
    """All legal actions of the turn, in the library's order."""
    return [_offer(play, verb, round_, balance) for verb in play.legal_actions]


def _offer(play: Play, verb: str, round_: Round, balance: Money) -> Offer:
    cost = round_.money(play.cost(verb))
    try:
        verify(play, verb, cost, round_, balance)
    except Refusal as refusal:
        return Offer(verb, cost, refusal)
    return Offer(verb, cost, None)


def verify(play: Play, verb: str, cost: Money, round_: Round, balance: Money) -> None:
    """Raise the refusal that keeps this player from this legal action."""
    if cost > balance:
        raise FundsRefused
    if verb in COUNTED:
        on_hands = round_.money(
            sum(hand.stake + hand.added for seat in play.seats for hand in seat.hands)
        )
        check_round_total(round_.sitting.table, amount_usd(on_hands + cost, round_.tasa_cambio))
