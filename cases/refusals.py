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
        "A withdrawal is still held, or a proposal of this case is undecided. Finish that first."
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
