"""Why something about an account is refused: a stable code, and a sentence for who asked. Nothing has changed then."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class EmailTakenError(Refusal):
    """Another account has this address; never shown as such to the person signing up."""

    code = "email_taken"
    message = _("This address cannot be used.")


class ConsentMissingError(Refusal):
    """Somebody signs up without agreeing to everything that is asked."""

    code = "consent_missing"
    message = _("You need to agree to every point to open an account.")


class StateChangeRefusedError(Refusal):
    """The state is the same, is closed for good, or no reason is given."""

    code = "state_change_refused"
    message = _("This change of state is not possible.")


class VerificationRefusedError(Refusal):
    """Already verified, or nothing is said of what was seen."""

    code = "verification_refused"
    message = _("This account is verified already, or no reason was given.")


class DocumentExpiredError(Refusal):
    """A document that is valid no more proves nothing."""

    code = "document_expired"
    message = _("This document is valid no more.")


class StillInDoubt(Refusal):
    """Nobody is verified who may have another account."""

    code = "still_in_doubt"
    message = _(
        "This may be a second account of its person: whether it is has to be decided first."
    )


class NumberMissing(Refusal):
    """Nobody is verified of whose document the number is not known."""

    code = "number_missing"
    message = _("The number of the document is not known yet: it has to be entered first.")


class PreferenceRefusedError(Refusal):
    """A preference outside its list."""

    code = "preference_refused"
    message = _("This choice is not available.")


class NotRestrictable(Refusal):
    """Staff, or an account that is closed for good."""

    code = "not_restrictable"
    message = _("This account cannot be restricted.")


class RestrictedAlready(Refusal):
    """The same counts already, for as long or longer."""

    code = "restricted_already"
    message = _("This restriction counts already, for at least as long.")


class EndNotPossible(Refusal):
    """An end in the past, or of what ends by lifting only."""

    code = "end_not_possible"
    message = _("The end has to lie in the future.")


class NotLiftable(Refusal):
    """A self-exclusion, or what counts no more."""

    code = "not_liftable"
    message = _("This restriction is not lifted: it is the player's own, or it counts no more.")


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


class BreakTooShort(Refusal):
    """A time-out of less than a day, or an exclusion that is no longer than a time-out."""

    code = "break_too_short"
    message = _("A time-out lasts at least one day, and a self-exclusion more than 30 days.")


class BreakTooLong(Refusal):
    """A time-out of more than thirty days."""

    code = "break_too_long"
    message = _("A time-out lasts at most 30 days. For longer there is self-exclusion.")


class ExclusionTooLong(Refusal):
    """A self-exclusion with an end of more than a century."""

    code = "exclusion_too_long"
    message = _("An end can lie at most 100 years ahead. For longer choose one without an end.")


class BreakAlready(Refusal):
    """The player is out of play for as long, or longer."""

    code = "break_already"
    message = _("You are out of play for at least that long. You can only make it longer.")


class IntervalNotOffered(Refusal):
    """Not one of the intervals of the reality check."""

    code = "interval_not_offered"
    field = "minutes"
    message = _("This choice is not available.")


class CheckIsDue(Refusal):
    """A reality check waits for its answer: another interval would be one without reading it."""

    code = "check_is_due"
    field = "minutes"
    message = _("A reality check is due. Answer it at the table first, then choose how often.")
