"""What a player is offered: the rules' legal actions, each with the reason why funds or limits forbid it now, if they do.

Buttons, keys and the service that plays an action all ask `offers`; nobody derives legality again.
"""

from dataclasses import dataclass

from accounts.models import User
from accounts.selectors import Refusal as Barred
from accounts.selectors import may_play_real_money
from blackjack.round import Round as Play
from casino.errors import FundsRefused, NotAllowed, Refusal
from casino.limits import check_round_total
from casino.models import Round
from wallet.money import Money, amount_usd
from wallet.selectors import balance

# The round's maximum is about hands; insurance is outside it.
COUNTED = frozenset({"double", "split"})


@dataclass(frozen=True, slots=True)
class Offer:
    """One legal action: `cost` is the new money it takes; `refusal` says why it cannot be had now."""

    verb: str
    cost: Money
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class Means:
    """What a player can put into a running round now: a balance, unless something bars all new money."""

    balance: Money
    barred: Barred | None


def means_of(player: User, currency: str) -> Means:
    """Two queries. Whoever is excluded or suspended in mid-hand finishes it, but without new money."""
    return Means(balance(player.pk, currency), may_play_real_money(player))


def offers(play: Play, round_: Round, means: Means) -> list[Offer]:
    """All legal actions of the turn, in the library's order."""
    return [_offer(play, verb, round_, means) for verb in play.legal_actions]


def _offer(play: Play, verb: str, round_: Round, means: Means) -> Offer:
    cost = round_.money(play.cost(verb))
    try:
        verify(play, verb, cost, round_, means)
    except Refusal as refusal:
        return Offer(verb, cost, refusal)
    return Offer(verb, cost, None)


def verify(play: Play, verb: str, cost: Money, round_: Round, means: Means) -> None:
    """Raise the refusal that keeps this player from this legal action."""
    if cost.units and means.barred is not None:
        raise NotAllowed(means.barred.message, means.barred.code)
    if cost > means.balance:
        raise FundsRefused
    if verb in COUNTED:
        on_hands = round_.money(
            sum(hand.stake + hand.added for seat in play.seats for hand in seat.hands)
        )
        check_round_total(round_.sitting.table, amount_usd(on_hands + cost, round_.tasa_cambio))
