"""Refusals of exchanges."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class QuoteExpired(Refusal):
    """The offer has expired or is invalid, or a rate or the spread has changed."""

    code = "quote_expired"
    status = HTTPStatus.CONFLICT
    message = _("This offer is over. Nothing was exchanged.")


class DebtUnpaid(Refusal):
    """The player owes the house; nothing can be exchanged until the debt is paid."""

    code = "debt_unpaid"
    message = _(
        "You owe money for a voided round or a reversed deposit. You can exchange again when it is paid."
    )
