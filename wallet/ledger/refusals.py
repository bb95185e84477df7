"""Refusals of the ledger, and program faults."""

from http import HTTPStatus
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class UnknownPlayer(Refusal):
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
    """No such transfer, or a reversal."""

    code = "not_reversible"
    message = _("This movement cannot be corrected.")


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
    """The ledger refused a request that only a program fault makes: an alarm without a message for users."""

    transfer_key: UUID | None = None  # of several transfers in one call: the one refused


class StakesDiffer(LedgerFault):
    """The round does not hold the amount to return: settled already, or never staked."""


class WithdrawalDiffers(LedgerFault):
    """The withdrawal does not hold this: ended already, another's, or its number was used."""


class ReceivableDiffers(LedgerFault):
    """The round is not owed this: nothing, another amount, or it is owed something already."""


class RefusedTransfer(LedgerFault):
    """A request that no movement of the wallet makes; a fault of the program."""
