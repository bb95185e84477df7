"""Refusals of restrictions and state changes, and reasons why an action is not open to a player."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext, gettext_lazy as _

from accounts.values.reasons import OwnReason
from internals.texts import Text
from journal.refusals import NotAllowed, Refusal
from pages.moments import moment_text


class StateChangeRefusedError(Refusal):
    """Same or unknown state, closed account, missing reason, or a state weaker than an active restriction."""

    code = "state_change_refused"
    message = _("This state change is not possible.")


class NotRestrictable(Refusal):
    """Staff account, closed account, or a kind that staff cannot impose."""

    code = "not_restrictable"
    message = _("This account cannot be restricted.")


class RestrictedAlready(Refusal):
    """An equal or longer restriction is active."""

    code = "restricted_already"
    message = _("This restriction is already in force for that long or longer.")


class EndNotPossible(Refusal):
    """End in the past, or an end for a kind that only ends by lifting."""

    code = "end_not_possible"
    message = _("The end must be in the future.")


class NotLiftable(Refusal):
    """Self-exclusion, or inactive restriction."""

    code = "not_liftable"
    message = _("This restriction can't be lifted: the player set it, or it is over.")


@dataclass(frozen=True)
class IneligibilityReason:
    """Reason why an action is not allowed: a stable code and a message for the player."""

    code: str
    message: Text

    @property
    def refusal(self) -> NotAllowed:
        """Exception for a service to raise."""
        return NotAllowed(self.message, code=self.code)


LOCKED: Final = IneligibilityReason("locked", _("Your account is locked. Please contact us."))
SUSPENDED: Final = IneligibilityReason(
    "suspended", _("Your account is suspended. Please contact us.")
)
SELF_EXCLUDED: Final = IneligibilityReason(
    "self_excluded", _("You have excluded yourself from play. Withdrawals stay open.")
)
OPERATOR_EXCLUDED: Final = IneligibilityReason(
    "operator_excluded", _("Your account is excluded from play. Please contact us.")
)
CLOSED: Final = IneligibilityReason("closed", _("Your account is closed."))
GUEST: Final = IneligibilityReason("guest", _("Open an account to play for real money."))
STAFF: Final = IneligibilityReason("staff", _("Staff accounts cannot play."))
EMAIL_NOT_CONFIRMED: Final = IneligibilityReason(
    "email_not_confirmed", _("Confirm your email address before you play for real money.")
)
PENDING: Final = IneligibilityReason(
    "pending", _("Your account is under review. You can play once it is done.")
)
UNVERIFIED_PLAY: Final = IneligibilityReason(
    "not_verified",
    _("Verify your age and identity to play for real money."),
)
UNVERIFIED_PAYOUT: Final = IneligibilityReason(
    "not_verified",
    _("Verify your age and identity first: we pay out only after that."),
)
DOCUMENT_EXPIRED: Final = IneligibilityReason(
    "document_expired",
    _(
        "Your identity document has expired. Send us a valid one before you play for real money. Withdrawals stay open."
    ),
)
POLICIES_DUE: Final = IneligibilityReason(
    "policies_due",
    _(
        "Our terms or policies have changed. Read and accept them before you play for real money. Withdrawals stay open."
    ),
)
UNDER_AGE: Final = IneligibilityReason("under_age", _("You are not old enough to play."))


def build_break_reason(reason: str, until: datetime) -> IneligibilityReason:
    """Return the reason for a player's own break with an end: a time-out or a self-exclusion."""
    words = {"at": moment_text(until, gettext("j M Y, H:i"))}
    if reason == OwnReason.TIME_OUT.value:
        message = gettext("You are taking a time-out until %(at)s. Withdrawals stay open.")
    else:
        message = gettext(
            "You have excluded yourself from play until %(at)s. Withdrawals stay open."
        )
    return IneligibilityReason("self_excluded", message % words)
