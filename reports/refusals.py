"""Refusals of a change of the gaming day."""

from journal.refusals import Refusal


class GamingDayRefused(Refusal):
    """Message for the person who runs the command."""

    code = "gaming_day_refused"
