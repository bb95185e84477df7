"""What the wallet refuses: each error has a stable `code` and a sentence for the player."""

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class WalletError(Exception):
    """A refusal that changed nothing; `message` is the sentence to show."""

    code: ClassVar[str]
    message: str | Promise

    def __str__(self) -> str:
        """The message in the active language, then what raised it."""
        detail = super().__str__()
        return f"{self.message} ({detail})" if detail else str(self.message)


class InvalidAmount(WalletError):
    """Not an amount, or one that such a movement cannot have."""

    code = "invalid_amount"
    message = _("This is not a valid amount.")


class TooManyDecimals(InvalidAmount):
    """Finer than any account counts."""

    code = "too_many_decimals"
    message = _("An amount has at most four decimals.")


class AmountOutOfRange(WalletError):
    """An amount or balance beyond what an account can count."""

    code = "amount_out_of_range"
    message = _("This amount is too large.")


class UnknownCurrency(WalletError):
    """A currency that the house does not have."""

    code = "unknown_currency"
    message = _("This currency is not known here.")


class UnknownPlayer(WalletError):
    """A movement for a player who does not exist."""

    code = "unknown_player"
    message = _("This player does not exist.")


class InsufficientFunds(WalletError):
    """The player's balance does not cover the movement."""

    code = "insufficient_funds"
    message = _("Your balance does not cover this amount.")


class KeyConflict(WalletError):
    """The idempotency key belongs to another request."""

    code = "conflict"
    message = _("This was already sent with other content. Nothing was changed.")


class StakesDiffer(WalletError):
    """The round does not hold what it should give back: settled already, or never staked."""

    code = "stakes_differ"
    message = _("The round does not hold these stakes.")


class WithdrawalDiffers(WalletError):
    """The withdrawal does not hold this: ended already, another's, or its number was used."""

    code = "withdrawal_differs"
    message = _("The withdrawal does not hold this amount.")


class ReceivableDiffers(WalletError):
    """The round is not owed this: nothing, another amount, or it is owed something already."""

    code = "receivable_differs"
    message = _("This is not what the player owes for the round.")


class LedgerUnprepared(WalletError):
    """No partition for the present month: the daily task has not run for months."""

    code = "ledger_unprepared"
    message = _("No money can be moved now. Nothing was changed.")


class AlreadyReversed(WalletError):
    """A transfer is reversed once."""

    code = "already_reversed"
    message = _("This movement was corrected already.")


class NotReversible(WalletError):
    """No such transfer, or one that is a reversal itself."""

    code = "not_reversible"
    message = _("This movement cannot be corrected.")


class RefusedTransfer(WalletError):
    """A request that no movement of the wallet makes; a fault of the program."""

    code = "refused_transfer"
    message = _("The ledger refused this movement. Nothing was changed.")


class NoRate(WalletError):
    """The currency has no exchange rate: no bet in it can be valued."""

    code = "no_rate"
    message = _("There is no exchange rate for this currency, so it takes no bets now.")


class StaleRate(WalletError):
    """The currency's rate is older than its limit: no new bet or exchange in it."""

    code = "stale_rate"
    message = _(
        "The exchange rate of this currency is too old, so it takes no new bets or exchanges now."
    )


class RateWaits(WalletError):
    """A new rate of the currency waits for a second person: no new bet or exchange meanwhile."""

    code = "rate_waits"
    message = _(
        "The exchange rate of this currency is being checked, so it takes no new bets or"
        " exchanges for the moment."
    )


class RateRefused(WalletError):
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


class DecisionRefused(WalletError):
    """A rate that cannot be decided like this; nothing was changed."""

    code = "decision_refused"
    message = _("This rate cannot be decided like this. Perhaps somebody has decided it already.")


class Overtaken(DecisionRefused):
    """An older proposal than the one in force is refused, not approved; nothing was changed."""

    code = "overtaken"
    message = _("A later proposal is in force already. This one can only be refused.")


class NotInEffect(DecisionRefused):
    """Only the rate in effect is taken out of it; nothing was changed."""

    code = "not_in_effect"
    message = _("This rate is not in effect, or not any more. Nothing was changed.")


class RecallAsked(DecisionRefused):
    """It waits already to be taken out of effect; nothing was changed."""

    code = "recall_asked"
    message = _("Somebody has asked for this already; it waits for another person.")


class SamePerson(DecisionRefused):
    """Who entered a rate does not approve it."""

    code = "same_person"
    message = _("Another person than the one who entered the rate has to decide it.")


class QuoteExpired(WalletError):
    """The exchange that was shown holds no longer: its time is over or a rate has changed."""

    code = "quote_expired"
    message = _("This offer is over. Nothing was exchanged.")


class DebtUnpaid(WalletError):
    """The player owes the house: nothing is exchanged until that is paid."""

    code = "debt_unpaid"
    message = _(
        "You owe money for a voided round or a reversed deposit. You can exchange again when it is paid."
    )


class ProviderUnavailable(WalletError):
    """A payment provider that is unknown or switched off."""

    code = "provider_unavailable"
    message = _("This way of paying is not available.")


class PlayMoney(WalletError):
    """Play money is not paid in or out."""

    code = "play_money"
    message = _("Play money cannot be paid in or out.")


class BalanceMoved(WalletError):
    """The balance that was read is not the one that was moved."""

    code = "balance_moved"
    message = _("The balance changed meanwhile. Nothing was moved; try again.")
