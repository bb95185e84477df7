"""The checks of stakes and side bets against the limits in force. Each raises the refusal that the player reads, which names the limit and whose it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from django.utils.translation import gettext as _, gettext_lazy

from casino.limits.values.bet_limits import CurrencyScale
from casino.refusals import BetRefused
from casino.values.boxes import BoxBet, side_field, stake_field
from internals.texts import LazyText
from limits.refusals import LimitReached
from limits.values import EffectiveLimit, Scope
from tables.models import Table
from tables.selectors.limits import Bounds
from wallet.money.values import Money
from wallet.money.words import format_money


@dataclass(frozen=True, slots=True)
class BetRange:
    """The bounds of a kind of bet, and how they are said; `codes` are the refusals' for too little and too much."""

    least: EffectiveLimit | None
    most: EffectiveLimit | None
    called_least: LazyText
    called_most: LazyText
    codes: tuple[str, str] = ("bet_below_minimum", "bet_above_maximum")

    def check(self, amount: Money, scales: Sequence[CurrencyScale], where: str = "") -> None:
        """Raise `LimitReached` where an amount is outside at every one of these rates; the first is the present one."""
        worth = [scale.worth(amount) for scale in scales]
        if self.least is not None and max(worth) < self.least.amount:
            limit = scales[0].inwards(self.least.amount, ROUND_CEILING)
            told = limit_sentence(self.called_least, limit, self.least.scope)
            raise LimitReached(self.least, told, code=self.codes[0], field=where)
        if self.most is not None and min(worth) > self.most.amount:
            limit = scales[0].inwards(self.most.amount, ROUND_FLOOR)
            told = limit_sentence(self.called_most, limit, self.most.scope)
            raise LimitReached(self.most, told, code=self.codes[1], field=where)


def limit_sentence(words: LazyText, limit: Money, scope: Scope) -> str:
    """A limit in a sentence that names its owner, unless it is the table's."""
    return name_owner(words % {"limit": format_money(limit)}, scope)


def name_owner(told: str, scope: Scope) -> str:
    """The sentence with the limit's owner, unless it is the table's."""
    if scope is Scope.HOUSE:
        return _("%(limit)s That is a limit of the house.") % {"limit": told}
    if scope is Scope.PLAYER:
        return _("%(limit)s That is a limit of your own account.") % {"limit": told}
    return told


def _stakes(found: Bounds) -> BetRange:
    return BetRange(
        found.min_bet,
        found.max_bet,
        gettext_lazy("The minimum bet at this table is %(limit)s."),
        gettext_lazy("The maximum bet at this table is %(limit)s."),
    )


def _side_bets(found: Bounds, step: int) -> BetRange:
    return BetRange(
        found.min_side or EffectiveLimit(Scope.TABLE, "min_side", step),
        found.max_side,
        gettext_lazy("The minimum side bet at this table is %(limit)s."),
        gettext_lazy("The maximum side bet at this table is %(limit)s."),
    )


def _together(found: Bounds) -> BetRange:
    return BetRange(
        found.min_player,
        found.max_player,
        gettext_lazy("At this table your stakes together are at least %(limit)s."),
        gettext_lazy("At this table your stakes together are at most %(limit)s."),
        ("player_minimum", "player_maximum"),
    )


_ROUND = gettext_lazy("The most staked in one round at this table is %(limit)s.")


def check_bets(table: Table, found: Bounds, boxes: list[BoxBet], rates: Sequence[Decimal]) -> None:
    """First stakes and side bets within minimum, maximum and step; all stakes within those of a player and a round.

    `rates` are the present rate and those of the last minute: a bet at a limit that was shown
    then is taken. The refusal names the present limit, in the stake's currency, and the field.
    """
    scales = [CurrencyScale.of(table, boxes[0].stake.currency, rate) for rate in rates]
    stakes, side_bets = _stakes(found), _side_bets(found, table.step)
    for box in boxes:
        stakes.check(box.stake, scales, stake_field(box.seat))
        check_step(box.stake, scales, stake_field(box.seat))
        for name, stake in box.side_bets.items():
            side_bets.check(stake, scales, side_field(box.seat, name))
            check_step(stake, scales, side_field(box.seat, name))
    total = sum((box.stake for box in boxes[1:]), boxes[0].stake)
    _together(found).check(total, scales)
    BetRange(None, found.max_round, _ROUND, _ROUND, ("", "round_limit")).check(total, scales)


def check_step(stake: Money, scales: Sequence[CurrencyScale], where: str) -> None:
    """Raise `BetRefused` where an amount is a multiple of the step at none of these rates."""
    if all(stake.units % scale.step for scale in scales):
        step = format_money(Money(scales[0].step, stake.currency))
        raise BetRefused(
            _("The stake must be a multiple of %(step)s.") % {"step": step},
            code="bet_step",
            field=where,
        )


def check_round_total(scale: CurrencyScale, limit: EffectiveLimit, total: Money) -> None:
    """All stakes of the round with splits and doubles; insurance and side bets have no part in it.

    The refusal names the limit in the round's currency.
    """
    if scale.worth(total) > limit.amount:
        told = limit_sentence(_ROUND, scale.inwards(limit.amount, ROUND_FLOOR), limit.scope)
        raise LimitReached(limit, told, code="round_limit")
