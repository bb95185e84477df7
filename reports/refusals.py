"""What changing the gaming day refuses."""

from journal.refusals import Refusal


class GamingDayRefused(Refusal):
    """The gaming day is not changed; the message, for whoever runs the command, says why."""

    code = "gaming_day_refused"
