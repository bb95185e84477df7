"""Refusals of breaks and of reality checks; nothing has changed."""

from django.utils.translation import gettext_lazy as _, ngettext

from journal.refusals import Refusal


class BreakTooShort(Refusal):
    """A break that is shorter than the profile allows."""

    code = "break_too_short"


class TimeOutTooShort(BreakTooShort):
    def __init__(self, days: int) -> None:
        words = ngettext(
            "A time-out lasts at least %(n)s day.", "A time-out lasts at least %(n)s days.", days
        )
        super().__init__(words % {"n": days})


class ExclusionTooShort(BreakTooShort):
    def __init__(self, months: int) -> None:
        words = ngettext(
            "A self-exclusion lasts at least %(n)s month, and more than 30 days.",
            "A self-exclusion lasts at least %(n)s months.",
            months,
        )
        super().__init__(words % {"n": months})


class BreakTooLong(Refusal):
    """Time-out of more days than the profile allows."""

    code = "break_too_long"

    def __init__(self, days: int) -> None:
        words = ngettext(
            "A time-out lasts up to %(n)s day. For longer, choose self-exclusion.",
            "A time-out lasts up to %(n)s days. For longer, choose self-exclusion.",
            days,
        )
        super().__init__(words % {"n": days})


class ExclusionTooLong(Refusal):
    """Self-exclusion with an end more than a century ahead."""

    code = "exclusion_too_long"
    message = _("The maximum is 100 years. For longer, choose no end date.")


class BreakAlreadyActive(Refusal):
    """An equal or longer break is active."""

    code = "break_already"
    message = _("You are already out of play for that long or longer. You can only extend it.")


class ReturnNotPossible(Refusal):
    """The player has no self-exclusion that ends by asking, or not yet."""

    code = "return_not_possible"
    message = _("You can't come back before the end of your self-exclusion.")


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
