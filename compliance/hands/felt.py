"""The cards of a hand on staff's pages: dealer and boxes with totals and money, of any moment of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from casino.models import Round
from casino.selectors.round_view import DealerView, SeatView, dealer_view, seat_views
from wallet.money import Money
from wallet.templatetags.money import money as written


@dataclass(frozen=True, slots=True)
class Felt:
    """What lies on the table."""

    dealer: DealerView | None
    seats: list[SeatView]


def felt_of(round_: Round, facts: Mapping[str, Any]) -> Felt:
    """From a round's public facts; of one that was cancelled before its cards are known, no dealer."""
    if not facts:
        return Felt(None, [])
    hidden = round_.version.rules.hole_card == "dealt" and bool(facts["dealer"]["cards"])
    dealer = dealer_view(facts["dealer"], hidden=hidden)
    return Felt(dealer if dealer.cards else None, seat_views(round_, facts))


def result_said(round_: Round) -> str:
    """How a finished round ended, as staff say it; nothing while it runs."""
    if round_.status == Round.Status.IN_PROGRESS:
        return ""
    if round_.status == Round.Status.CANCELLED:
        return _("Cancelled for a malfunction: the stakes are back.")
    return said(round_.money((round_.returned or 0) - round_.staked))


def said(net: Money) -> str:
    """A result in one sentence."""
    if net.units > 0:
        return _("The player wins %(amount)s.") % {"amount": written(net)}
    if net.units < 0:
        return _("The house wins %(amount)s.") % {"amount": written(-net)}
    return _("Nobody wins: the stake goes back.")
