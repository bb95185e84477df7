"""Refusals of work on cases."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class CaseOpenAlready(Refusal):
    code = "case_open_already"
    status = HTTPStatus.CONFLICT
    message = _("The player has an open case of this kind already. Work on that one.")


class CaseLocked(Refusal):
    code = "case_locked"
    status = HTTPStatus.CONFLICT
    message = _(
        "Somebody else is working on this case. Ask them to hand it over, or wait 15 minutes."
    )


class CaseEscalated(Refusal):
    """A case that waits for the compliance manager."""

    code = "case_escalated"
    status = HTTPStatus.CONFLICT
    message = _("This case waits for the compliance manager, who takes it or assigns it.")


class NoCaseWaiting(Refusal):
    code = "no_case_waiting"
    status = HTTPStatus.CONFLICT
    message = _("No case is waiting for you.")


class CaseStepNotPossible(Refusal):
    code = "case_step_not_possible"
    status = HTTPStatus.CONFLICT
    message = _("The status of the case does not allow this. Nothing was changed.")


class DecideFirst(Refusal):
    """Holds, releases or voids are still undecided."""

    code = "decide_first"
    status = HTTPStatus.CONFLICT
    message = _(
        "A withdrawal is still held, a proposal of this case is undecided, or a cleared case still restricts its player. Finish that first."
    )


class NotOwnCase(Refusal):
    """The case is about the acting user."""

    code = "not_own_case"
    status = HTTPStatus.FORBIDDEN
    message = _("This case concerns you: somebody else works on it.")


class CountingIsLegal(Refusal):
    """A void proposed in a case about counting alone."""

    code = "counting_is_legal"
    message = _(
        "Counting cards in one's head is legal play: it never leads to a void. Propose a limit or an earlier cut instead."
    )


class RoundsNotFlagged(Refusal):
    """A void for a reason of play of rounds that are behind no flag, or behind flags of counting."""

    code = "rounds_not_flagged"
    field = "reason"
    message = _(
        "For this reason each round must be behind a flag of the case that still stands and is not of counting. Nothing was changed."
    )


class RoundsOfOthers(Refusal):
    code = "rounds_of_others"
    message = _("Some of these rounds are not of the players of this case. Nothing was proposed.")


class NothingToHold(Refusal):
    code = "nothing_to_hold"
    status = HTTPStatus.CONFLICT
    message = _("The player has no withdrawal that can be held.")


class HoldEnded(Refusal):
    code = "hold_ended"
    status = HTTPStatus.CONFLICT
    message = _("This withdrawal is not held any more.")


class HoldReleaseProposed(Refusal):
    code = "hold_release_proposed"
    status = HTTPStatus.CONFLICT
    message = _("Its release is proposed already and waits for another person.")


class CaseNotConfirmed(Refusal):
    """A withdrawal to be refused in a case that is not decided as confirmed."""

    code = "case_not_confirmed"
    status = HTTPStatus.CONFLICT
    message = _(
        "Only a case decided as confirmed refuses a withdrawal. Decide it first, or release the withdrawal."
    )


class JudgementPending(Refusal):
    """Signals have not judged what happened up to the request of a withdrawal."""

    code = "judgement_pending"
    status = HTTPStatus.CONFLICT
    message = _(
        "The player's activity up to this request is still being checked. It takes about a minute: try again then."
    )


class JudgementStopped(Refusal):
    """No worker judges players, so that no withdrawal can be approved."""

    code = "judgement_stopped"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = _(
        "Players are not being checked: the worker that does it is not running, and an alarm is raised. Withdrawals can be approved and paid again when it runs."
    )


class RestrictionEnded(Refusal):
    code = "restriction_ended"
    status = HTTPStatus.CONFLICT
    message = _("This restriction is not in force any more.")


class RestrictionUndecided(Refusal):
    """The limits of a restriction, or those that end it, wait for another person."""

    code = "restriction_undecided"
    status = HTTPStatus.CONFLICT
    message = _("Limits of this player wait for approval. Have another person decide them first.")


class RestrictedAlreadySo(Refusal):
    code = "restricted_already_so"
    status = HTTPStatus.CONFLICT
    message = _("The player is restricted in this way already.")


class NotInCase(Refusal):
    code = "not_in_case"
    field = "player"
    message = _("Choose a player of this case.")


class DiaryInPast(Refusal):
    code = "diary_in_past"
    field = "diary_at"
    message = _("Choose a date in the future, up to 90 days ahead.")


class ContactInFuture(Refusal):
    code = "contact_in_future"
    field = "happened_at"
    message = _("The contact cannot be in the future.")


class LinkToItself(Refusal):
    code = "link_to_itself"
    field = "number"
    message = _("Choose another case that you may see.")


class UnknownAssignee(Refusal):
    code = "unknown_assignee"
    field = "assignee"
    message = _("This person may not work on the case.")


class TextTooLong(Refusal):
    code = "text_too_long"
    field = "text"
    message = _("The text is too long.")
