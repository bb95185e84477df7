"""Limits of the next bet as lowered by the player's own limits."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext_lazy

from casino.limits.services.allowance import Allowance
from casino.limits.values.bet_limits import BetLimits, are_limits_contradictory
from journal.refusals import Refusal
from limits.refusals import LimitReached
from limits.values import LimitLeft
from wallet.money.values import Money
from wallet.money.words import format_money


@dataclass(frozen=True, slots=True)
class LoweredLimits:
    """Limits of the bet form when the player's own allow less than the table.

    `most`: of all bets together; `left`: the limit that leaves it. `refusal` is set if no bet is possible.
    """

    limits: BetLimits
    most: Money
    left: LimitLeft
    refusal: Refusal | None


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
    if are_limits_contradictory(within):
        return LoweredLimits(limits, most, least, _refuse(least, most, limits))
    return LoweredLimits(within, most, least, None)


def _refuse(least: LimitLeft, most: Money, limits: BetLimits) -> LimitReached:
    words = _TOO_LITTLE[least.limit.by_house] % {
        "kind": least.limit.kind.label,
        "period": least.limit.period.label,
        "left": format_money(most.whole),
        "least": format_money(max(limits.min_bet, limits.min_player or limits.min_bet)),
    }
    return LimitReached(least.limit, words)
