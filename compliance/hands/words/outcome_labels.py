"""Outcomes of hands, for staff."""

from django.utils.translation import gettext as _

from casino.models import Round
from wallet.money.values import Money
from wallet.money.words import format_money


def result_label(round_: Round) -> str:
    """Return the result of a finished round in words; "" while it runs."""
    if round_.status == Round.Status.IN_PROGRESS:
        return ""
    if round_.status == Round.Status.CANCELLED:
        return _("Cancelled for a malfunction: the stakes were returned.")
    return net_label(round_.money((round_.returned or 0) - round_.staked))


def net_label(net: Money) -> str:
    """Return the net result of a player in one sentence."""
    if net.units > 0:
        return _("The player wins %(amount)s.") % {"amount": format_money(net)}
    if net.units < 0:
        return _("The player loses %(amount)s.") % {"amount": format_money(-net)}
    return _("Push: the bet goes back.")
