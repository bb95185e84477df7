"""What the wallet refuses, and the faults of the program that the ledger refuses."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class InvalidAmount(Refusal):
    """Not an amount, or one that such a movement cannot have."""

    code = "invalid_amount"
    field = "amount"
    message = _("This is not a valid amount.")


class TooManyDecimals(InvalidAmount):
    """Finer than any account counts."""

    code = "too_many_decimals"
    message = _("An amount has at most four decimals.")


class AmountOutOfRange(Refusal):
    """An amount or balance beyond what an account can count."""

    code = "amount_out_of_range"
    field = "amount"
    message = _("This amount is too large.")


class UnknownCurrency(Refusal):
    """A currency that the house does not have."""

    code = "unknown_currency"
    field = "amount"
    message = _("This currency is not known here.")


class UnknownPlayer(Refusal):
    """A movement for a player who does not exist."""

    code = "unknown_player"
    field = "player"
    message = _("This player does not exist.")


class InsufficientFunds(Refusal):
    """The player's balance does not cover the movement."""

    code = "insufficient_funds"
    field = "amount"
    message = _("Your balance does not cover this amount.")


class LedgerUnprepared(Refusal):
    """No partition for the present month: the daily task has not run for months."""

    code = "ledger_unprepared"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = _("No money can be moved now. Nothing was changed.")


class AlreadyReversed(Refusal):
    """A transfer is reversed once."""

    code = "already_reversed"
    message = _("This movement was corrected already.")


class NotReversible(Refusal):
    """No such transfer, or one that is a reversal itself."""

    code = "not_reversible"
    message = _("This movement cannot be corrected.")


class NoRate(Refusal):
    """The currency has no exchange rate: no bet in it can be valued."""

    code = "no_rate"
    message = _("There is no exchange rate for this currency, so it takes no bets now.")


class StaleRate(Refusal):
    """The currency's rate is older than its limit: no new bet or exchange in it."""

    code = "stale_rate"
    message = _(
        "The exchange rate of this currency is too old, so it takes no new bets or exchanges now."
    )


class RateWaits(Refusal):
    """A new rate of the currency waits for a second person: no new bet or exchange meanwhile."""

    code = "rate_waits"
    message = _(
        "The exchange rate of this currency is being checked, so it takes no new bets or"
        " exchanges for the moment."
    )


class RateRefused(Refusal):
    """A rate that cannot be entered as it is."""

    code = "rate_refused"
    message = _("This is not a rate that can be entered.")


class RateInFuture(RateRefused):
    """A rate from a time that has not come."""

    code = "rate_in_future"
    message = _("A rate cannot be of a time to come.")


class RateOutdated(RateRefused):
    """There is an approved rate of the same time or later."""

    code = "rate_outdated"
    message = _("There is a rate of the same time or later already.")


class RateOvertaken(Refusal):
    """An older proposal than the one in force is refused, not approved; nothing was changed."""

    code = "rate_overtaken"
    status = HTTPStatus.CONFLICT
    message = _("A later proposal is in force already. This one can only be refused.")


class NotInEffect(Refusal):
    """Only the rate in effect is taken out of it; nothing was changed."""

    code = "not_in_effect"
    status = HTTPStatus.CONFLICT
    message = _("This rate is not in effect, or not any more. Nothing was changed.")


class RecallAsked(Refusal):
    """It waits already to be taken out of effect; nothing was changed."""

    code = "recall_asked"
    status = HTTPStatus.CONFLICT
    message = _("Somebody has asked for this already; it waits for another person.")


class QuoteExpired(Refusal):
    """The exchange that was shown holds no longer: its time is over or a rate has changed."""

    code = "quote_expired"
    status = HTTPStatus.CONFLICT
    message = _("This offer is over. Nothing was exchanged.")


class DebtUnpaid(Refusal):
    """The player owes the house: nothing is exchanged until that is paid."""

    code = "debt_unpaid"
    message = _(
        "You owe money for a voided round or a reversed deposit. You can exchange again when it is paid."
    )


class ProviderUnavailable(Refusal):
    """A payment provider that is unknown or switched off."""

    code = "provider_unavailable"
    message = _("This way of paying is not available.")


class PlayMoney(Refusal):
    """Play money is not paid in or out."""

    code = "play_money"
    field = "amount"
    message = _("Play money cannot be paid in or out.")


class BalanceMoved(Refusal):
    """The balance that was read is not the one that was moved."""

    code = "balance_moved"
    message = _("The balance changed meanwhile. Nothing was moved; try again.")


class LedgerFault(Exception):
    """The ledger refuses what only a fault of the program asks for: an alarm, and no sentence for anybody."""


class StakesDiffer(LedgerFault):
    """The round does not hold what it should give back: settled already, or never staked."""


class WithdrawalDiffers(LedgerFault):
    """The withdrawal does not hold this: ended already, another's, or its number was used."""


class ReceivableDiffers(LedgerFault):
    """The round is not owed this: nothing, another amount, or it is owed something already."""


class RefusedTransfer(LedgerFault):
    """A request that no movement of the wallet makes; a fault of the program."""
