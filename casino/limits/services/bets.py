"""Checks of stakes and side bets against the limits in force.

Each raises the refusal that the player reads, which names the limit and its owner.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from django.utils.translation import gettext as _, gettext_lazy

from casino.limits.values.bet_limits import CurrencyScale
from casino.refusals import BetRefused
from casino.values.boxes import BoxBet, side_field, stake_field
from internals.texts import LazyText
from limits.refusals import LimitReached
from limits.values import EffectiveLimit, LimitScope
from tables.models import Table
from tables.selectors.limits import Bounds
from wallet.money.values import Money
from wallet.money.words import format_money


@dataclass(frozen=True, slots=True)
class BetRange:
    """Bounds of a kind of bet and their sentences; `codes` are the refusal codes for too little and too much."""

    least: EffectiveLimit | None
    most: EffectiveLimit | None
    called_least: LazyText
    called_most: LazyText
    codes: tuple[str, str] = ("bet_below_minimum", "bet_above_maximum")

    def check(self, amount: Money, scales: Sequence[CurrencyScale], where: str = "") -> None:
        """Raise `LimitReached` if an amount is out of bounds at all these rates; the first is the present one."""
        worth = [scale.to_table_units(amount) for scale in scales]
        if self.least is not None and max(worth) < self.least.amount:
            limit = scales[0].round_inwards(self.least.amount, ROUND_CEILING)
            told = limit_sentence(self.called_least, limit, self.least.scope)
            raise LimitReached(self.least, told, code=self.codes[0], field=where)
        if self.most is not None and min(worth) > self.most.amount:
            limit = scales[0].round_inwards(self.most.amount, ROUND_FLOOR)
            told = limit_sentence(self.called_most, limit, self.most.scope)
            raise LimitReached(self.most, told, code=_code(self.most, self.codes[1]), field=where)


def limit_sentence(words: LazyText, limit: Money, scope: LimitScope) -> str:
    """Format a limit as a sentence that names its owner, unless that is the table."""
    return append_limit_owner(words % {"limit": format_money(limit)}, scope)


def append_limit_owner(sentence: str, scope: LimitScope) -> str:
    """Add the limit's owner to a sentence, unless it is the table."""
    if scope is LimitScope.HOUSE:
        return _("%(limit)s That is a limit of the house.") % {"limit": sentence}
    if scope is LimitScope.PLAYER:
        return _("%(limit)s That is a limit of your own account.") % {"limit": sentence}
    if scope is LimitScope.JURISDICTION:
        return _("%(limit)s That is a limit of your jurisdiction.") % {"limit": sentence}
    return sentence


def _stakes(found: Bounds) -> BetRange:
    return BetRange(
        found.min_bet,
        found.max_bet,
        gettext_lazy("The minimum bet at this table is %(limit)s."),
        gettext_lazy("The maximum bet at this table is %(limit)s."),
    )


def _side_bets(found: Bounds, step: int) -> BetRange:
    return BetRange(
        found.min_side or EffectiveLimit(LimitScope.TABLE, "min_side", step),
        found.max_side,
        gettext_lazy("The minimum side bet at this table is %(limit)s."),
        gettext_lazy("The maximum side bet at this table is %(limit)s."),
    )


def _together(found: Bounds) -> BetRange:
    return BetRange(
        found.min_player,
        found.max_player,
        gettext_lazy("The minimum for all your bets together at this table is %(limit)s."),
        gettext_lazy("The maximum for all your bets together at this table is %(limit)s."),
        ("player_minimum", "player_maximum"),
    )


_ROUND = gettext_lazy("The maximum staked in one round at this table is %(limit)s.")


def check_bets(table: Table, found: Bounds, boxes: list[BoxBet], rates: Sequence[Decimal]) -> None:
    """Check each stake and side bet against minimum, maximum and step, and all stakes together against their limits.

    `rates` are the present rate and those of the last minute, so a limit that was shown then is still
    accepted. Raises `LimitReached`, which names the present limit in the stake's currency and the field, or
    `BetRefused` for the step.
    """
    scales = [CurrencyScale.for_currency(table, boxes[0].stake.currency, rate) for rate in rates]
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
    """Raise `BetRefused` if an amount is not a multiple of the step at any of these rates."""
    if all(stake.units % scale.step for scale in scales):
        step = format_money(Money(scales[0].step, stake.currency))
        raise BetRefused(
            _("The stake must be a multiple of %(step)s.") % {"step": step},
            code="bet_step",
            field=where,
        )


def check_round_total(scale: CurrencyScale, limit: EffectiveLimit, total: Money) -> None:
    """Raise `LimitReached` if all stakes of the round, with splits and doubles, exceed the limit.

    Insurance and side bets do not count. The refusal names the limit in the round's currency.
    """
    if scale.to_table_units(total) > limit.amount:
        told = limit_sentence(_ROUND, scale.round_inwards(limit.amount, ROUND_FLOOR), limit.scope)
        raise LimitReached(limit, told, code=_code(limit, "round_limit"))


def _code(limit: EffectiveLimit, code: str) -> str:
    """Return the code of a refusal: of the jurisdiction's limit, the field of the profile that sets it."""
    if limit.scope is not LimitScope.JURISDICTION:
        return code
    return "max_stake_round" if limit.kind == "max_round" else "max_stake_box"
