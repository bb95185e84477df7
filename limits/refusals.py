"""Why a limit is not set; nothing has changed then."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal
from limits.values import EffectiveLimit


class LimitReached(Refusal):
    """More than a limit leaves, or less than its minimum; `limit` says whose it is, of what, and within which period."""

    code = "limit_reached"

    def __init__(
        self, limit: EffectiveLimit, message: str, *, code: str = "", field: str = ""
    ) -> None:
        super().__init__(message, code=code or limit.code, field=field)
        self.limit = limit


class LimitUnchanged(Refusal):
    """The limit that counts already, or was asked for already; or the end of one that is not there."""

    code = "limit_unchanged"
    message = _("That is how it is already: nothing has changed.")


class LimitNotDue(Refusal):
    """The time to think is not over."""

    code = "limit_not_due"
    message = _("A looser limit can be confirmed 24 hours after you asked for it.")


class LimitNotSettable(Refusal):
    """Staff, a closed account, or less than nothing."""

    code = "limit_not_settable"
    message = _("This limit cannot be set.")


class LimitDuringBreak(Refusal):
    """Looser, while its player is out of play by a time-out or an exclusion."""

    code = "limit_during_break"
    message = _(
        "While you are out of play no limit becomes looser. Ask for it, or confirm it, when you are back."
    )
