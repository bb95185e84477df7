"""Why something about an account is refused: a stable code, and a sentence for who asked. Nothing has changed then."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class AccountError(Exception):
    """Refused: nothing changed. `code` is stable, `message` is for the person."""

    code: str = "account_error"
    message: "str | _StrPromise" = ""


class EmailTakenError(AccountError):
    """Another account has this address; never shown as such to the person signing up."""

    code = "email_taken"
    message = _("This address cannot be used.")


class ConsentMissingError(AccountError):
    """Somebody signs up without agreeing to everything that is asked."""

    code = "consent_missing"
    message = _("You need to agree to every point to open an account.")


class StateChangeRefusedError(AccountError):
    """The state is the same, is closed for good, or no reason is given."""

    code = "state_change_refused"
    message = _("This change of state is not possible.")


class VerificationRefusedError(AccountError):
    """Already verified, or nothing is said of what was seen."""

    code = "verification_refused"
    message = _("This account is verified already, or no reason was given.")


class DocumentExpiredError(AccountError):
    """A document that is valid no more proves nothing."""

    code = "document_expired"
    message = _("This document is valid no more.")


class StillInDoubt(AccountError):
    """Nobody is verified who may have another account."""

    code = "still_in_doubt"
    message = _(
        "This may be a second account of its person: whether it is has to be decided first."
    )


class NumberMissing(AccountError):
    """Nobody is verified of whose document the number is not known."""

    code = "number_missing"
    message = _("The number of the document is not known yet: it has to be entered first.")


class PreferenceRefusedError(AccountError):
    """A preference outside its list."""

    code = "preference_refused"
    message = _("This choice is not available.")


class NotRestrictable(AccountError):
    """Staff, or an account that is closed for good."""

    code = "not_restrictable"
    message = _("This account cannot be restricted.")


class RestrictedAlready(AccountError):
    """The same counts already, for as long or longer."""

    code = "restricted_already"
    message = _("This restriction counts already, for at least as long.")


class EndNotPossible(AccountError):
    """An end in the past, or of what ends by lifting only."""

    code = "end_not_possible"
    message = _("The end has to lie in the future.")


class ReasonMissing(AccountError):
    """Nothing is said of why."""

    code = "reason_missing"
    message = _("A reason is needed.")


class NotLiftable(AccountError):
    """A self-exclusion, or what counts no more."""

    code = "not_liftable"
    message = _("This restriction is not lifted: it is the player's own, or it counts no more.")


class AnotherPersonNeeded(AccountError):
    """Who imposed or proposed it decides."""

    code = "another_person_needed"
    message = _("Another person decides this: you imposed it or proposed its end.")


class GoneOn(AccountError):
    """Somebody was quicker, or the page is old."""

    code = "gone_on"
    message = _("This has gone on in the meantime. Look at how it stands now.")


class LimitUnchanged(AccountError):
    """The limit that counts already, or was asked for already; or the end of one that is not there."""

    code = "limit_unchanged"
    message = _("That is how it is already: nothing has changed.")


class LimitNotDue(AccountError):
    """The time to think is not over."""

    code = "limit_not_due"
    message = _("A looser limit can be confirmed 24 hours after you asked for it.")


class LimitNotSettable(AccountError):
    """Staff, a closed account, or less than nothing."""

    code = "limit_not_settable"
    message = _("This limit cannot be set.")


class LimitDuringBreak(AccountError):
    """Looser, while its player is out of play by a time-out or an exclusion."""

    code = "limit_during_break"
    message = _(
        "While you are out of play no limit becomes looser. Ask for it, or confirm it, when you are back."
    )


class BreakTooShort(AccountError):
    """A time-out of less than a day, or an exclusion that is no longer than a time-out."""

    code = "break_too_short"
    message = _("A time-out lasts at least one day, and a self-exclusion more than 30 days.")


class BreakTooLong(AccountError):
    """A time-out of more than thirty days."""

    code = "break_too_long"
    message = _("A time-out lasts at most 30 days. For longer there is self-exclusion.")


class ExclusionTooLong(AccountError):
    """A self-exclusion with an end of more than a century."""

    code = "exclusion_too_long"
    message = _("An end can lie at most 100 years ahead. For longer choose one without an end.")


class BreakAlready(AccountError):
    """The player is out of play for as long, or longer."""

    code = "break_already"
    message = _("You are out of play for at least that long. You can only make it longer.")


class IntervalNotOffered(AccountError):
    """Not one of the intervals of the reality check."""

    code = "interval_not_offered"
    message = _("This choice is not available.")


class CheckIsDue(AccountError):
    """A reality check waits for its answer: another interval would be one without reading it."""

    code = "check_is_due"
    message = _("A reality check is due. Answer it at the table first, then choose how often.")
