"""Explanation of limits of the next bet that the player's own limits lower."""

from typing import Final

from django.utils.translation import gettext_lazy

from casino.limits.services.lowering import LoweredLimits
from wallet.money.words import format_money

_LEAVES: Final = {
    False: gettext_lazy("Your limit for %(kind)s in %(period)s leaves %(left)s."),
    True: gettext_lazy(
        "The limit the house set for you for %(kind)s in %(period)s leaves %(left)s."
    ),
}


def explain_lowered_limits(lowered: LoweredLimits | None) -> str:
    """Return why the form offers less than the table; "" if it does not, or offers no bet."""
    if lowered is None or lowered.refusal is not None:
        return ""
    limit = lowered.left.limit
    return _LEAVES[limit.by_house] % {
        "kind": limit.kind.label,
        "period": limit.period.label,
        "left": format_money(lowered.most.whole),
    }
