"""States and steps of deposits and withdrawals, and texts of refusals."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

CHARGED_BACK: Final = "charged back"
"""Outcome of a callback that reports that the money of a credited deposit is gone."""
GONE: Final = "gone"
"""Outcome of a callback that reports, before a deposit was credited, that its money came and is gone."""


class DepositState(models.TextChoices):
    REQUESTED = "requested", _("Requested")
    PENDING = "pending", _("On its way")
    CREDITED = "credited", _("Credited")
    FAILED = "failed", _("Not paid")
    REFUSED = "refused", _("Refused")
    EXPIRED = "expired", _("Expired")
    REVERSED = "reversed", _("Reversed")
    RETURNED = "returned", _("Returned to its payer")


class DepositReturnReason(models.TextChoices):
    """Reasons to return a payment that a provider received instead of crediting it."""

    EXCLUDED = (
        "excluded",
        _("Paid during an exclusion from play: the money goes back to where it came from."),
    )
    OWN_LIMIT = (
        "own_limit",
        _("Above the player's limit: the money goes back to where it came from."),
    )


class DepositRefusal(models.TextChoices):
    """Reasons of refused deposits for the player; staff's own reason is separate."""

    NOT_RECEIVED = "not_received", _("The money was not received.")
    AMOUNT = "amount", _("The amount received is not the one recorded.")
    MISTAKE = "mistake", _("It was recorded by mistake.")
    NOT_ALLOWED = (
        "not_allowed",
        _("Your account or a limit does not allow it. The money is returned."),
    )
    REVIEW = (
        "review",
        _("It did not pass our review. The money is returned; write to us with questions."),
    )


class WithdrawalRefusal(models.TextChoices):
    """Reasons of refused withdrawals for the player; staff's own reason is separate."""

    DESTINATION = (
        "destination",
        _("We could not confirm the account to pay to. Request it again with other details."),
    )
    HOLDER = (
        "holder",
        _("The account to pay to is not in your name. Request it again to an account of yours."),
    )
    IDENTITY = (
        "identity",
        _("We need to verify your identity again. Send a valid document, then request it again."),
    )
    NOT_PAID = "not_paid", _("The payment could not be made. Request it again in another way.")
    ASKED = "asked", _("It was refused at your request.")
    REVERSED = "reversed", _("A deposit of yours was reversed, and this money pays for it.")
    REVIEW = "review", _("It did not pass our review. Write to us with questions.")


class WithdrawalState(models.TextChoices):
    """State of a withdrawal; its money is held until it is paid or refused."""

    REQUESTED = "requested", _("Waiting for approval")
    SECOND = "second", _("Waiting for a second approval")
    APPROVED = "approved", _("Approved, waiting for payment")
    HELD = "held", _("Under review")
    SENT = "sent", _("Being paid out")
    DOUBTED = "doubted", _("Being paid out, under review")
    BOUNCED = "bounced", _("The payment failed, under review")
    PAID = "paid", _("Paid")
    REFUSED = "refused", _("Refused")


DEPOSIT_MOVES: Final = {
    "": ("requested",),
    "requested": ("pending", "credited", "failed", "refused", "expired"),
    "pending": ("credited", "failed", "refused"),
    # the provider received the money after all: credit it or return it
    "failed": ("credited", "refused"),
    # by two people: from the balance, then held withdrawals, the rest as a debt
    "credited": ("reversed",),
    # the provider has returned the money
    "refused": ("returned",),
    "reversed": ("returned",),
    # a late callback still counts
    "expired": ("pending", "credited", "failed", "refused"),
}
WITHDRAWAL_MOVES: Final = {
    "": ("requested",),
    "requested": ("second", "approved", "held", "refused"),
    "second": ("approved", "held", "refused"),
    "approved": ("sent", "paid", "held", "refused"),
    # back to where it came from; paid if the provider reports payment after all
    "held": ("requested", "bounced", "paid", "refused"),
    "sent": (
        "paid",
        "bounced",
        "doubted",
    ),  # the money may have left already: the provider reports the result
    "doubted": (
        "paid",
        "bounced",
        "sent",
    ),  # the provider is silent: two people may declare a bounce
    "bounced": ("paid", "held", "refused"),
}
MAY_BE_HELD: Final = (
    WithdrawalState.REQUESTED,
    WithdrawalState.SECOND,
    WithdrawalState.APPROVED,
    WithdrawalState.BOUNCED,
)
OPEN_WITHDRAWALS: Final = (
    "requested",
    "second",
    "approved",
    "held",
    "sent",
    "doubted",
    "bounced",
)
