"""What is asked before a deposit, for the deposit page."""

from dataclasses import dataclass

from accounts.models.users import User
from limits.values import LimitPeriod
from limits.words import name_period
from wallet.cash.selectors.deposit_allowance import find_window_zone
from wallet.cash.selectors.deposit_terms import load_asked_terms
from wallet.player_limits.words import DisplayCurrency
from wallet.rates.refusals import NoRate


@dataclass(frozen=True, slots=True)
class AskedLines:
    """Default limits as pairs of amount and period, and the total of the notice; empty if none is due."""

    asks_limit: bool
    defaults: list[tuple[str, str]]
    notice: str

    @property
    def is_open(self) -> bool:
        """True if nothing is asked."""
        return not self.asks_limit and not self.notice


def describe_asked_terms(player: User) -> AskedLines:
    """Return what is asked of a player, in the display currency; nothing while it cannot be compared: deposits are refused."""
    try:
        asked = load_asked_terms(player)
    except NoRate:
        return AskedLines(asks_limit=False, defaults=[], notice="")
    shown = DisplayCurrency.load(player.display_currency)
    calendar = find_window_zone(player) is not None
    return AskedLines(
        asks_limit=asked.asks_limit,
        defaults=[
            (shown.format(asked.defaults[period].units), name_period(period, calendar=calendar))
            for period in LimitPeriod
            if period in asked.defaults
        ],
        notice=shown.format(asked.notice.units) if asked.notice else "",
    )
