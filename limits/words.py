"""Limits in words."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from limits.values import LimitLeft, LimitPeriod

_CALENDAR: Final = {
    LimitPeriod.DAY: _("a calendar day"),
    LimitPeriod.WEEK: _("a calendar week"),
    LimitPeriod.MONTH: _("a calendar month"),
}


def name_period(period: LimitPeriod, *, calendar: bool) -> str:
    """Return the name of a window: "24 hours", or "a calendar day"."""
    return str(_CALENDAR[period] if calendar else period.label)


def name_window(left: LimitLeft) -> str:
    """Return the name of the window of what is left of a limit."""
    period = left.limit.period
    if isinstance(period, LimitPeriod):
        return name_period(period, calendar=left.calendar)
    return str(period.label)
