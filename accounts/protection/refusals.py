"""Refusals of breaks and of reality checks; nothing has changed."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class BreakTooShort(Refusal):
    """Time-out of less than a day, or self-exclusion no longer than a time-out."""

    code = "break_too_short"
    message = _("A time-out lasts at least one day, and a self-exclusion more than 30 days.")


class BreakTooLong(Refusal):
    """Time-out of more than thirty days."""

    code = "break_too_long"
    message = _("A time-out lasts up to 30 days. For longer, choose self-exclusion.")


class ExclusionTooLong(Refusal):
    """Self-exclusion with an end more than a century ahead."""

    code = "exclusion_too_long"
    message = _("The maximum is 100 years. For longer, choose no end date.")


class BreakAlreadyActive(Refusal):
    """An equal or longer break is active."""

    code = "break_already"
    message = _("You are already out of play for that long or longer. You can only extend it.")


class IntervalNotOffered(Refusal):
    """Interval that the reality check does not offer."""

    code = "interval_not_offered"
    field = "minutes"
    message = _("This choice is not available.")


class RealityCheckUnanswered(Refusal):
    """A reality check waits for its answer; a new interval would bypass it."""

    code = "check_is_due"
    field = "minutes"
    message = _("A reality check is due. Answer it at the table first, then choose how often.")
