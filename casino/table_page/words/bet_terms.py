"""Terms of the next bet, and the reason why none is possible."""

from decimal import Decimal

from django.utils.translation import gettext as _

from accounts.restrictions.selectors.active_restrictions import EXCLUDED
from blackjack.rules import Rules
from casino.limits.values.bet_limits import (
    BetLimits,
    are_limits_contradictory,
    compute_bet_limits,
    compute_shown_limits,
)
from casino.limits.words import LoweredLimits, lower_limits
from casino.play.services.offers import Funds
from casino.table_page.selectors.currencies import find_latest_quote
from casino.values.play_money import formula_limit
from journal.refusals import Refusal
from wallet.rates.refusals import NoRate, RatePending, StaleRate
from wallet.rates.selectors.rates import usable_rate


def load_offered_limits(funds: Funds, currency: str) -> tuple[BetLimits, Decimal | None, str]:
    """Return the limits in a currency, its rate, and the reason why it takes no bets now ("" if it does).

    The rate is None for play money, and without a usable rate.
    """
    table = funds.table
    if table.is_play_money:
        limits, most = (
            compute_bet_limits(table, found=funds.bounds),
            formula_limit(table, funds.balance),
        )
        return (limits if most is None else limits.within(most)), None, ""
    try:
        quote = usable_rate(currency)
    except (NoRate, RatePending, StaleRate) as error:
        return (
            compute_shown_limits(table, find_latest_quote(currency), funds.bounds),
            None,
            str(error.message),
        )
    return compute_shown_limits(table, quote, funds.bounds), quote.rate, ""


def lower_own_limits(
    funds: Funds, limits: BetLimits | None, rate: Decimal | None, rules: Rules
) -> LoweredLimits | None:
    """Return the limits of the next bet as lowered by the player's own; None without limits or a rate."""
    if limits is None or rate is None:
        return None
    return lower_limits(funds.allowance, limits, rules.boxes_per_player, rate)


def is_out_of_play(funds: Funds) -> bool:
    """Return whether a time-out or an exclusion bars the player; chips and stakes are not shown then."""
    return funds.barred is not None and funds.player.state in EXCLUDED


def find_bar_reason(
    funds: Funds,
    off: Refusal | None,
    closed: str,
    limits: BetLimits | None,
    own: LoweredLimits | None,
) -> str | None:
    """Return the reason why no bet is taken from this player now, or None."""
    if off is not None:
        return str(off.message)
    if funds.barred:
        return str(funds.barred.message)
    if not closed and limits and are_limits_contradictory(limits):
        return _("Your limits are below this table's minimum bet.")
    if own is not None and own.no_bet:
        return own.words
    return closed or None
