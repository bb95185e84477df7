"""Refusals of a player's own limits; nothing has changed."""

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class LimitWithoutRate(Refusal):
    """An amount in a currency that has no exchange rate now."""

    code = "limit_without_rate"
    field = "amount"

    def __init__(self, currency: str) -> None:
        words = _("%(currency)s has no exchange rate now. Enter the limit in USD.")
        super().__init__(words % {"currency": currency})


class LimitBelowCent(Refusal):
    """Limits are stored in cents, so a smaller amount would be a limit of zero."""

    code = "limit_below_cent"
    field = "amount"
    message = _("Enter an amount that is worth at least one US cent.")


class LimitAmountMissing(Refusal):
    """A limit on money without an amount, or on time without seconds."""

    code = "limit_amount_missing"
    field = "amount"
    message = _("Send an amount for a limit on money, and seconds for a limit on time.")
