"""Refusals of limits; nothing has changed when one is raised."""

from datetime import datetime

from django.utils.translation import gettext, gettext_lazy as _, ngettext

from journal.refusals import Refusal
from limits.values import EffectiveLimit
from pages.moments import moment_text


class LimitReached(Refusal):
    """A maximum would be exceeded or a minimum not reached; `limit` is the limit concerned."""

    code = "limit_reached"

    def __init__(
        self, limit: EffectiveLimit, message: str, *, code: str = "", field: str = ""
    ) -> None:
        super().__init__(message, code=code or limit.code, field=field)
        self.limit = limit


class LimitUnchanged(Refusal):
    """The limit is already in force or pending, or there is none to end."""

    code = "limit_unchanged"
    message = _("It is already like that. Nothing has changed.")


class LimitNotDue(Refusal):
    """The waiting time before a looser limit can be confirmed is not over."""

    code = "limit_not_due"

    def __init__(self, due: datetime) -> None:
        words = gettext("You can confirm this limit from %(at)s on.")
        super().__init__(words % {"at": moment_text(due, gettext("j M Y, H:i"))})


class LimitRaisedLately(Refusal):
    """A looser deposit limit was confirmed less than the profile's months ago."""

    code = "limit_raised_lately"

    def __init__(self, months: int, again: datetime) -> None:
        words = ngettext(
            "You can raise or remove deposit limits once a month: from %(at)s on.",
            "You can raise or remove deposit limits once in %(n)s months: from %(at)s on.",
            months,
        )
        super().__init__(
            words % {"n": months, "at": moment_text(again, gettext("j M Y, H:i"))}, field="amount"
        )


class LimitNotSettable(Refusal):
    """The account is staff's or closed, or the amount is negative or, for time, not shorter than the period."""

    code = "limit_not_settable"
    message = _("This limit cannot be set.")


class LimitDuringBreak(Refusal):
    """A looser limit was requested or confirmed during a time-out or self-exclusion."""

    code = "limit_during_break"
    message = _(
        "You cannot raise or remove limits while you are out of play. Do it when you are back."
    )


class SessionPlanMissing(Refusal):
    """The profile asks for a plan before each session of play, and this session has none."""

    code = "session_plan_missing"
    message = _("Before you play for real money, plan your session: its time and its loss.")


class SessionOver(Refusal):
    """The time or the loss that the player planned for the session is reached."""

    code = "session_over"
    message = _(
        "Your session is over: you have reached the time or the loss that you planned. To go on, plan a new session."
    )


class SessionLocked(Refusal):
    """The session is over, and the lock-out that the player chose for afterwards runs."""

    code = "session_locked"

    def __init__(self, until: datetime) -> None:
        words = gettext("Your session is over. You chose not to play again before %(at)s.")
        super().__init__(words % {"at": moment_text(until, gettext("j M Y, H:i"))})
        self.until = until


class SessionPlanFixed(Refusal):
    """A plan was sent while the session that it would change runs."""

    code = "session_plan_fixed"
    message = _("You have planned this session. A plan can't be changed during its session.")


class SessionPlanNotAsked(Refusal):
    """A plan was sent by a player of whom none is asked."""

    code = "session_plan_not_asked"
    message = _("No plan is needed before a session.")


class SessionPlanNotPossible(Refusal):
    """A time, a loss or a lock-out out of bounds."""

    code = "session_plan_not_possible"
    message = _(
        "A session has a time of up to 24 hours, a loss above zero and a lock-out of up to 30 days."
    )
