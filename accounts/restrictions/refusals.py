"""Refusals of restrictions and state changes, and reasons why an action is not open to a player."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext, gettext_lazy as _

from accounts.gate.values.facts import GateCode
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
    """Self-exclusion, exclusion by the register, or inactive restriction."""

    code = "not_liftable"
    message = _(
        "This restriction can't be lifted: the player or the exclusion register set it, or it is over."
    )


class LiftingNotDue(Refusal):
    """The wait after an indefinite self-exclusion is not over."""

    code = "lifting_not_due"

    def __init__(self, due: datetime) -> None:
        words = gettext("This self-exclusion can be lifted from %(at)s on.")
        super().__init__(words % {"at": moment_text(due, gettext("j M Y, H:i"))})


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
ADDRESS_MISSING: Final = IneligibilityReason(
    "address_missing",
    _("Enter your residential address before you deposit, play for real money or withdraw."),
)
POLICIES_DUE: Final = IneligibilityReason(
    "policies_due",
    _(
        "Our terms or policies have changed. Read and accept them before you play for real money. Withdrawals stay open."
    ),
)
GATE: Final[Mapping[GateCode, IneligibilityReason]] = {
    code: IneligibilityReason(code.value, message)
    for code, message in {
        GateCode.LISTED: _(
            "You are on the exclusion register. You can't deposit or play for real money; withdrawals stay open."
        ),
        GateCode.REGISTER_OLD: _(
            "We can't check the exclusion register at the moment, so real money is closed. Please try again later."
        ),
        GateCode.REGISTER_UNCHECKED: _(
            "We have not checked you against the exclusion register yet. Enter the number of your document, or try again in a minute."
        ),
        GateCode.REGISTER_UNANSWERED: _(
            "The exclusion register does not answer at the moment, so real money is closed. Please try again later."
        ),
        GateCode.COUNTRY: _(
            "Real-money play is not offered where you are now. Withdrawals stay open."
        ),
        GateCode.COUNTRY_UNKNOWN: _(
            "We can't tell which country you are in. Turn off any VPN or proxy, and load this page again."
        ),
        GateCode.LOCATION_UNANSWERED: _(
            "We could not check where you are, so real money is closed. Load this page again, or try later."
        ),
        GateCode.SANCTIONS_MATCH: _(
            "We have to review your account before you can use real money. We will contact you."
        ),
        GateCode.SANCTIONS_OLD: _(
            "A check that the law asks for is not possible at the moment, so real money is closed. Please try again later."
        ),
        GateCode.SANCTIONS_UNANSWERED: _(
            "A check that the law asks for got no answer, so real money is closed. Please try again later."
        ),
    }.items()
}
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
