"""Refusals of limits; nothing has changed when one is raised."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal
from limits.values import EffectiveLimit


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
    """The 24 hours before a looser limit can be confirmed are not over."""

    code = "limit_not_due"
    message = _("A looser limit can be confirmed 24 hours after you asked for it.")


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
