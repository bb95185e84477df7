"""Player's money, session and buttons, as shown on both table pages."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.protection.values import format_duration
from casino.protection.words.session_plan import SessionLine
from casino.table_page.words.actions import ActionView
from wallet.money.values import PLAY_MONEY, Money


class PlayerStrip:
    """Base of the private table's page and of a player's own part of a live table."""

    __slots__ = ()

    balance: Money
    session_started: datetime
    actions: Sequence[ActionView]
    session_plan: SessionLine | None
    plan_code: str  # code of the refusal by the plan of the session, or ""
    barred_code: str  # code of the bar against this player's bets, whatever the table says

    @property
    def may_play(self) -> bool:
        """True if the player is not barred from betting, whatever the table says."""
        return not self.barred_code

    @property
    def owes_play_money(self) -> bool:
        """True if a table that lends play money has made the balance negative."""
        return self.balance.currency == PLAY_MONEY and self.balance.units < 0

    @property
    def session_clock(self) -> str:
        """Duration of the session; scripts let it run on."""
        return format_duration(max(timezone.now() - self.session_started, timedelta()))

    @property
    def has_risky(self) -> bool:
        """True if an action is risky: its button is apart from the others."""
        return any(action.risky for action in self.actions)
