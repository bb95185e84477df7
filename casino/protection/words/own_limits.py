"""Content of a player's limits page: in force, used, pending. At most seven queries."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy

from accounts.models.users import User
from casino.protection.selectors.own_limits import LimitPosition, load_limit_positions
from journal.refusals import Refusal
from limits.selectors.in_force import PendingLimit
from limits.values import LimitKind, LimitPeriod, WindowLimit
from limits.words import name_period
from wallet.cash.selectors.deposit_allowance import find_window_zone
from wallet.money.values import BASE_CURRENCY, Money
from wallet.money.words import format_money
from wallet.player_limits.words import DisplayCurrency

_MINUTE: Final = 60
NO_LIMIT: Final = gettext_lazy("no limit")
_IN_USD: Final = DisplayCurrency(BASE_CURRENCY, Decimal(1))
TITLES: Final = {
    LimitKind.DEPOSIT: gettext_lazy("Deposits"),
    LimitKind.LOSS: gettext_lazy("Losses"),
    LimitKind.WAGER: gettext_lazy("Stakes"),
    LimitKind.TIME: gettext_lazy("Time of play"),
}
_EXPLANATIONS: Final = {
    LimitKind.DEPOSIT: gettext_lazy("Everything you deposit. Withdrawals don't reduce it."),
    LimitKind.LOSS: gettext_lazy(
        "What you bet minus what you get back. Open bets and hands in play count as lost."
    ),
    LimitKind.WAGER: gettext_lazy(
        "Everything you bet, with splits, doubles and insurance, whether you win or lose."
    ),
    LimitKind.TIME: gettext_lazy("How long you are signed in."),
}


@dataclass(frozen=True, slots=True)
class LimitAmount:
    """A limit as text: exact, and approximate in the reader's currency (empty if that is USD or for a time)."""

    exact: str
    about: str = ""

    def __str__(self) -> str:
        return f"{self.exact} ({self.about})" if self.about else self.exact


@dataclass(frozen=True, slots=True)
class LimitLine:
    """One limit: the player's own (`limit`), the house's (`house`) and the profile's (`default`).

    `used` is an absolute amount; `won` if it is negative. `percent` is the used share of the stricter limit.
    `waits` is the pending change, `asked` its amount.
    """

    kind: LimitKind
    period: LimitPeriod
    limit: LimitAmount | None
    house: LimitAmount | None
    default: LimitAmount | None
    name: str
    used: LimitAmount | None
    won: bool
    percent: int
    waits: PendingLimit | None
    asked: LimitAmount | None


@dataclass(frozen=True, slots=True)
class LimitSection:
    """All limits of a kind."""

    kind: LimitKind
    title: str
    explanation: str
    lines: list[LimitLine]


def build_limit_sections(player: User, shown: DisplayCurrency, now: datetime) -> list[LimitSection]:
    """Return all limits by kind: deposits, losses, stakes, then time."""
    page = _Page(shown, calendar=find_window_zone(player) is not None)
    positions = load_limit_positions(player, now)
    return [
        LimitSection(
            kind,
            str(TITLES[kind]),
            str(_EXPLANATIONS[kind]),
            [page.line(one) for one in positions if one.kind == kind],
        )
        for kind in LimitKind
    ]


class _Page:
    """Lines of all positions, in the reader's currency."""

    def __init__(self, shown: DisplayCurrency, *, calendar: bool) -> None:
        self._shown, self._calendar = shown, calendar

    def line(self, one: LimitPosition) -> LimitLine:
        return LimitLine(
            kind=one.kind,
            period=one.period,
            limit=self._amount(one.kind, one.own),
            house=self._amount(one.kind, one.house),
            default=self._amount(one.kind, one.default),
            name=name_period(one.period, calendar=self._calendar and one.kind == LimitKind.DEPOSIT),
            used=self._amount(one.kind, None if one.used is None else abs(one.used)),
            won=one.used is not None and one.used < 0,
            percent=one.percent,
            waits=one.pending,
            asked=self._amount(one.kind, one.pending.limit.amount) if one.pending else None,
        )

    def _amount(self, kind: LimitKind, value: int | None) -> LimitAmount | None:
        return None if value is None else format_limit_amount(kind, value, self._shown)


def format_limit_amount(kind: str, value: int, shown: DisplayCurrency) -> LimitAmount:
    """Format a limit: dollars and approximately how much in a currency, or hours and minutes."""
    if kind == LimitKind.TIME:
        return LimitAmount(format_hours(value))
    exact = format_money(Money(value, BASE_CURRENCY).whole)
    return LimitAmount(exact, "" if shown.is_base else shown.format(value))


def limit_line(limit: WindowLimit) -> str:
    """Describe a limit in one line, for staff. Example: `Stakes, 24 hours: 100.00 USD`."""
    line = f"{format_limit_name(limit.kind, limit.period)}: {format_limit_value(limit.kind, limit.amount)}"
    return _("%(limit)s (by the house)") % {"limit": line} if limit.by_house else line


def format_limit_name(kind: str, period: str) -> str:
    """Return the name of a limit: kind and period."""
    return f"{TITLES[LimitKind(kind)]}, {LimitPeriod(period).label}"


def format_limit_value(kind: str, amount: int | None) -> str:
    """Return the amount of a limit, in dollars or hours and minutes."""
    return str(NO_LIMIT) if amount is None else format_limit_amount(kind, amount, _IN_USD).exact


def event_limit_text(text: str) -> str:
    """Describe a limit from an event's text; other text is returned unchanged."""
    number, _blank, unit = text.partition(" ")
    if text == "none":
        return str(NO_LIMIT)
    if unit == "s" and number.isdecimal():
        return format_hours(int(number))
    try:
        return format_money(Money.parse(number, unit))
    except Refusal:
        return text


def format_hours(seconds: int) -> str:
    """Format a time in hours and minutes, rounded down."""
    hours, minutes = divmod(seconds // _MINUTE, _MINUTE)
    return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}
