"""Limits of the next bet as lowered by the player's own limits, and their explanation."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext_lazy

from casino.limits.services.allowance import Allowance
from casino.limits.values.bet_limits import BetLimits, are_limits_contradictory
from wallet.money.values import Money
from wallet.money.words import format_money


@dataclass(frozen=True, slots=True)
class LoweredLimits:
    """Limits of the bet form when the player's own allow less than the table; `words` explain why."""

    limits: BetLimits
    most: Money
    code: str
    words: str
    no_bet: bool


_LEAVES: Final = {
    False: gettext_lazy("Your limit for %(kind)s in %(period)s leaves %(left)s."),
    True: gettext_lazy(
        "The limit the house set for you for %(kind)s in %(period)s leaves %(left)s."
    ),
}


_TOO_LITTLE: Final = {
    False: gettext_lazy(
        "Your limit for %(kind)s in %(period)s leaves %(left)s; the minimum bet here is %(least)s."
    ),
    True: gettext_lazy(
        "The limit the house set for you for %(kind)s in %(period)s leaves %(left)s; the minimum bet here is %(least)s."
    ),
}


def lower_limits(
    allowance: Allowance, limits: BetLimits, boxes: int, rate: Decimal
) -> LoweredLimits | None:
    """Lower the limits of the next bet by the player's own; None if these allow enough."""
    least, most = allowance.least, allowance.most(limits.max_bet.currency, rate)
    taken = min(limits.max_bet * boxes, limits.max_round, limits.max_player or limits.max_round)
    if least is None or most is None or most >= taken:
        return None
    within = limits.within(most)
    no_bet = are_limits_contradictory(within)
    words = (_TOO_LITTLE if no_bet else _LEAVES)[least.limit.by_house] % {
        "kind": least.limit.kind.label,
        "period": least.limit.period.label,
        "left": format_money(most.whole),
        "least": format_money(max(limits.min_bet, limits.min_player or limits.min_bet)),
    }
    return LoweredLimits(limits if no_bet else within, most, least.limit.code, words, no_bet)
