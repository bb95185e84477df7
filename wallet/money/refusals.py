"""Refusals of amounts and currencies."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class InvalidAmount(Refusal):
    """Not an amount, or not allowed for this movement."""

    code = "invalid_amount"
    field = "amount"
    message = _("This is not a valid amount.")


class TooManyDecimals(InvalidAmount):
    """More than four decimals."""

    code = "too_many_decimals"
    message = _("An amount has up to four decimals.")


class AmountOutOfRange(Refusal):
    code = "amount_out_of_range"
    field = "amount"
    message = _("This amount is too large.")


class UnknownCurrency(Refusal):
    code = "unknown_currency"
    field = "amount"
    message = _("This currency is not known here.")
