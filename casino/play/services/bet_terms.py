"""Terms of the next bet, and the refusal if none is possible."""

from dataclasses import dataclass
from decimal import Decimal

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.restrictions.selectors.active_restrictions import EXCLUDED
from blackjack.rules import Rules
from casino.limits.services.lowering import LoweredLimits, lower_limits
from casino.limits.services.session_plan import find_plan_refusal
from casino.limits.values.bet_limits import (
    BetLimits,
    are_limits_contradictory,
    compute_bet_limits,
    compute_shown_limits,
)
from casino.play.selectors.currencies import find_latest_quote
from casino.play.services.offers import Funds
from casino.play.services.switches import find_switch_or_hours_refusal
from casino.refusals import BetRefused
from casino.values.play_money import formula_limit
from journal.refusals import Refusal
from wallet.money.values import Money
from wallet.rates.refusals import NoRate, RatePending, StaleRate
from wallet.rates.selectors.rates import usable_rate


def load_offered_limits(funds: Funds) -> tuple[BetLimits, Decimal | None, Refusal | None]:
    """Return the limits in the funds' currency, its rate, and the refusal if it takes no bets now.

    The rate is None for play money, and without a usable rate.
    """
    table, currency = funds.table, funds.balance.currency
    if table.is_play_money:
        limits, most = (
            compute_bet_limits(table, found=funds.bounds),
            formula_limit(table, funds.balance),
        )
        return (limits if most is None else limits.within(most)), None, None
    try:
        quote = usable_rate(currency)
    except (NoRate, RatePending, StaleRate) as error:
        return (
            compute_shown_limits(table, find_latest_quote(currency), funds.bounds),
            None,
            error,
        )
    return compute_shown_limits(table, quote, funds.bounds), quote.rate, None


def lower_own_limits(
    funds: Funds, limits: BetLimits, rate: Decimal | None, rules: Rules
) -> LoweredLimits | None:
    """Return the limits of the next bet as lowered by the player's own; None without a rate."""
    if rate is None:
        return None
    return lower_limits(funds.allowance, limits, rules.boxes_per_player, rate)


def is_out_of_play(funds: Funds) -> bool:
    """Return whether a time-out or an exclusion bars the player; chips and stakes are not shown then."""
    return funds.barred is not None and funds.player.state in EXCLUDED


@dataclass(frozen=True, slots=True)
class NextBetTerms:
    """Terms of a player's next bet: the table's limits, and those limits lowered by the player's own.

    `barred` is why no bet is taken; `is_offered` is False if stakes and chips are not even shown. `plan_code`: of the
    refusal by the plan of the session, if that is why.
    """

    limits: BetLimits
    own: LoweredLimits | None
    barred: Refusal | None
    is_offered: bool
    plan_code: str = ""

    @property
    def shown_limits(self) -> BetLimits:
        """The limits of a bet that the player may place."""
        return self.own.limits if self.own else self.limits

    @property
    def most(self) -> Money | None:
        """Most of all bets together, if the player's own limits allow less than the table."""
        return self.own.most if self.own else None


def load_next_bet_terms(funds: Funds, rules: Rules) -> NextBetTerms:
    """Return the terms of the next bet in the currency of these funds."""
    limits, rate, closed = load_offered_limits(funds)
    own = lower_own_limits(funds, limits, rate, rules)
    off = find_switch_or_hours_refusal(funds.player, funds.table, funds.player_money)
    planned = find_plan_refusal(funds.plan, timezone.now())
    barred = _find_bar(funds, (off, planned), closed, limits, own)
    return NextBetTerms(
        limits=limits,
        own=own,
        barred=barred,
        plan_code=planned.code if planned is not None and barred is planned else "",
        is_offered=off is None and planned is None and not is_out_of_play(funds),
    )


def _find_bar(
    funds: Funds,
    stops: tuple[Refusal | None, Refusal | None],
    closed: Refusal | None,
    limits: BetLimits,
    own: LoweredLimits | None,
) -> Refusal | None:
    off, planned = stops
    if off is not None:
        return off
    if funds.barred:
        return funds.barred.refusal
    if planned is not None:
        return planned
    if closed is None and are_limits_contradictory(limits):
        text = _("Your limits are below this table's minimum bet.")
        return BetRefused(text, code="limit_reached")
    return own.refusal if own is not None and own.refusal is not None else closed
