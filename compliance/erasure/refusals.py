"""Refusals of erasures: what must be over before a person's data ends."""

from datetime import date
from http import HTTPStatus

from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy

from journal.refusals import Refusal


class ErasureAccountOpen(Refusal):
    """Only people with closed accounts are erased: no staff, no guests."""

    code = "erasure_account_open"
    status = HTTPStatus.CONFLICT
    message = gettext_lazy("The account is open. Close it first.")


class ErasureMoneyLeft(Refusal):
    """A balance, an amount owed, or a payment that is not over."""

    code = "erasure_money_left"
    status = HTTPStatus.CONFLICT
    message = gettext_lazy(
        "Money is left: a balance, an amount owed, or a payment that is not over."
    )


class ErasureCaseOpen(Refusal):
    """An open case of fraud, money laundering or protection, a held withdrawal or an undecided void."""

    code = "erasure_case_open"
    status = HTTPStatus.CONFLICT
    message = gettext_lazy("A case or a hold about this player is open.")


class ErasureDisputeOpen(Refusal):
    """A dispute that is not closed, the request for erasure included."""

    code = "erasure_dispute_open"
    status = HTTPStatus.CONFLICT
    message = gettext_lazy("A dispute of this player is not closed.")


class ErasureTooEarly(Refusal):
    """The profile keeps records that name the person."""

    code = "erasure_too_early"
    status = HTTPStatus.CONFLICT

    def __init__(self, until: date) -> None:
        day = {"day": date_format(until, _("j M Y"))}
        super().__init__(_("The law has the records of this person kept until %(day)s.") % day)


class ErasureNotAsked(Refusal):
    """No request for erasure of this player was closed as erased."""

    code = "erasure_not_asked"
    status = HTTPStatus.CONFLICT
    message = gettext_lazy(
        "The player has not asked for it, or the request was not closed as erased."
    )


class ErasureProposed(Refusal):
    code = "erasure_proposed"
    status = HTTPStatus.CONFLICT
    message = gettext_lazy("It has been proposed already.")


class AlreadyErased(Refusal):
    code = "already_erased"
    status = HTTPStatus.CONFLICT
    message = gettext_lazy("This person has been erased.")
