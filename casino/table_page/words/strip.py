"""What both table pages show of a player's money, session and buttons."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.protection.values import format_duration
from casino.table_page.words.actions import ActionView
from wallet.money.values import PLAY_MONEY, Money


class PlayerStrip:
    """Base of the private table's page and of a player's own part of a live table."""

    __slots__ = ()

    balance: Money
    session_started: datetime
    actions: Sequence[ActionView]
    barred_code: str  # why there is no next bet of this player, whatever the table says

    @property
    def may_play(self) -> bool:
        """Whether nothing bars this player from betting again, whatever the table says."""
        return not self.barred_code

    @property
    def owes_play_money(self) -> bool:
        """Whether a table that lends play money has made the balance negative."""
        return self.balance.currency == PLAY_MONEY and self.balance.units < 0

    @property
    def session_clock(self) -> str:
        """The session's duration; scripts let it run on."""
        return format_duration(max(timezone.now() - self.session_started, timedelta()))

    @property
    def has_risky(self) -> bool:
        """Whether any action lies apart from the others."""
        return any(action.risky for action in self.actions)
