"""Refusals about exchange rates and their rules."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class NoRate(Refusal):
    """The currency has no exchange rate, so amounts in it cannot be valued."""

    code = "no_rate"
    message = _("There is no exchange rate for this currency, so it takes no bets now.")


class StaleRate(Refusal):
    """The currency's rate is older than its maximum age: no new bet or exchange in it."""

    code = "stale_rate"
    message = _(
        "The exchange rate of this currency is too old, so it takes no new bets or exchanges now."
    )


class RatePending(Refusal):
    """A new rate of the currency, or a recall of its rate, is pending: no new bet or exchange meanwhile."""

    code = "rate_waits"
    message = _(
        "The exchange rate of this currency is being checked, so it takes no new bets or"
        " exchanges for the moment."
    )


class RateRefused(Refusal):
    """The rate cannot be entered."""

    code = "rate_refused"
    message = _("This is not a rate that can be entered.")


class RateInFuture(RateRefused):
    """The time of the rate is in the future."""

    code = "rate_in_future"
    message = _("A rate cannot be of a time to come.")


class RateOutdated(RateRefused):
    """There is an approved rate of the same or a later time."""

    code = "rate_outdated"
    message = _("There is a rate of the same time or later already.")


class NotInEffect(Refusal):
    """The rate is not in effect; only the rate in effect can be recalled."""

    code = "not_in_effect"
    status = HTTPStatus.CONFLICT
    message = _("This rate is not in effect, or not any more. Nothing was changed.")


class RecallPending(Refusal):
    """A recall of this rate is pending already."""

    code = "recall_asked"
    status = HTTPStatus.CONFLICT
    message = _("Somebody has asked for this already; it waits for another person.")


class RateFileRefused(Refusal):
    """The whole file, or its confirmation, is refused; nothing was stored."""

    code = "import_refused"
    field = "file"
