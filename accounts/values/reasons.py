"""Reasons in histories: people's as written, the site's own stored as codes and translated."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from journal.refusals import ReasonMissing


class OwnReason(models.TextChoices):
    """Reasons given by the site itself."""

    CONFIRMED = "email address confirmed", _("email address confirmed")
    ASKED_TO_CLOSE = "closed at the player's own request", _("closed at the player's own request")
    DUST = (
        "the remainder of a closed account is rounded up to the smallest coin",
        _("the remainder of a closed account is rounded up to the smallest coin"),
    )
    PLAY_MONEY_BACK = (
        "the play money of a closed account goes back to the house",
        _("the play money of a closed account goes back to the house"),
    )
    DEBT_OF_ROUND = "amount owed for a voided round", _("amount owed for a voided round")
    DEBT_OF_DEPOSIT = "amount owed for a reversed deposit", _("amount owed for a reversed deposit")
    DEBT_EXCHANGED = (
        "exchanged without a spread to pay an amount owed",
        _("exchanged without a spread to pay an amount owed"),
    )
    CHARGED_BACK = "a deposit was charged back", _("a deposit was charged back")
    FRAUD_VOID = (
        "a round was voided for suspected fraud",
        _("a round was voided for suspected fraud"),
    )
    CASE_REVIEW = "under review by compliance", _("under review by compliance")
    HELD_ANEW = (
        "a withdrawal was held after the decision",
        _("a withdrawal was held after the decision"),
    )
    FLAGGED_ANEW = "new flags after the decision", _("new flags after the decision")
    RESTRICTION_OVER = "the case ended its restriction", _("the case ended its restriction")
    FOUNDED = "the house begins with these rules", _("the house begins with these rules")
    COMPUTED = "its mathematics are ready", _("its mathematics are ready")
    INITIAL = "initial value", _("initial value")  # written by wallet/sql/rates.sql
    UNUSUAL = (
        "its rules have unusual returns that nobody accepted",
        _("its rules have unusual returns that nobody accepted"),
    )
    PROFILE = (
        "the profile in force does not allow its rules",
        _("the profile in force does not allow its rules"),
    )
    REGISTER = "listed in the exclusion register", _("listed in the exclusion register")
    REGISTER_OVER = (
        "no longer listed in the exclusion register",
        _("no longer listed in the exclusion register"),
    )
    TERM_OVER = "its time is over", _("its time is over")
    TIME_OUT = "time-out at the player's request", _("time-out at the player's request")
    SELF_EXCLUSION = (
        "self-exclusion at the player's request",
        _("self-exclusion at the player's request"),
    )


def translate_reason(reason: str) -> str:
    """Return a stored reason in the reader's language; a person's text is returned unchanged."""
    return str(OwnReason(reason).label) if reason in OwnReason.values else reason


def require_reason(reason: str, field: str = "reason") -> str:
    """Return the reason without surrounding blanks. Raises ReasonMissing for the form field `field` if it is empty."""
    if not (text := reason.strip()):
        raise ReasonMissing(field=field)
    return text
