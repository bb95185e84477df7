"""Labels of statement movements."""

from django.utils.translation import gettext as _

from wallet.cash.values.statement_lines import StatementLine
from wallet.money.words import format_amount


def movement_label(line: StatementLine) -> str:
    """Return the label of a movement; for a payout the net result of the round, since the payout includes the stake."""
    if line.staked is None:
        return line.label
    net = line.amount - line.staked
    if net.units > 0:
        words = {"won": format_amount(net), "payout": format_amount(line.amount)}
        return _("Won %(won)s (payout %(payout)s with the bet)") % words
    if net.units < 0:
        words = {"lost": format_amount(-net), "returned": format_amount(line.amount)}
        return _("Lost %(lost)s (%(returned)s returned)") % words
    return _("Push: bet returned")
