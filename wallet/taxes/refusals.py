"""Refusals of payments of taxes."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class NoTaxOwed(Refusal):
    """Nothing withheld in the currency up to that day is left to pay."""

    code = "no_tax_owed"
    message = _("No tax is owed in this currency up to that day.")


class TaxDayOpen(Refusal):
    """The gaming day is not over: more tax may be withheld on it."""

    code = "tax_day_open"
    message = _("The day is not over. Choose an earlier one.")


class TaxPaymentWaits(Refusal):
    """Another payment in the currency waits for its decision."""

    code = "tax_payment_waits"
    message = _("A payment in this currency already waits for a decision.")


class TaxOwedChanged(Refusal):
    """What is owed is no longer what was proposed."""

    code = "tax_owed_changed"
    message = _("The tax owed has changed. Refuse this payment and propose it again.")
