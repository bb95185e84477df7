"""Why a break of a player is refused; nothing has changed then."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class BreakTooShort(Refusal):
    """A time-out of less than a day, or an exclusion that is no longer than a time-out."""

    code = "break_too_short"
    message = _("A time-out lasts at least one day, and a self-exclusion more than 30 days.")


class BreakTooLong(Refusal):
    """A time-out of more than thirty days."""

    code = "break_too_long"
    message = _("A time-out lasts up to 30 days. For longer, choose self-exclusion.")


class ExclusionTooLong(Refusal):
    """A self-exclusion with an end of more than a century."""

    code = "exclusion_too_long"
    message = _("The end may be up to 100 years ahead. For longer, choose no end.")


class BreakAlready(Refusal):
    """The player is out of play for as long, or longer."""

    code = "break_already"
    message = _("You are already out of play for that long or longer. You can only extend it.")


class IntervalNotOffered(Refusal):
    """Not one of the intervals of the reality check."""

    code = "interval_not_offered"
    field = "minutes"
    message = _("This choice is not available.")


class CheckIsDue(Refusal):
    """A reality check waits for its answer: another interval would be one without reading it."""

    code = "check_is_due"
    field = "minutes"
    message = _("A reality check is due. Answer it at the table first, then choose how often.")
