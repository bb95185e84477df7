"""Refusals of changes of the gaming day."""

from journal.refusals import Refusal


class GamingDayRefused(Refusal):
    """The change is not possible; the message is for the person who runs the command."""

    code = "gaming_day_refused"
