"""Refusals by the ledger, and program faults."""

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
    """There is no partition for the current month: the task that creates them has not run for months."""

    code = "ledger_unprepared"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = _("No money can be moved now. Nothing was changed.")


class AlreadyReversed(Refusal):
    """The transfer was reversed already."""

    code = "already_reversed"
    message = _("This movement was corrected already.")


class NotReversible(Refusal):
    """There is no such transfer, or it is a reversal."""

    code = "not_reversible"
    message = _("This movement cannot be corrected.")


class PlayMoney(Refusal):
    """Play money is not paid in or out."""

    code = "play_money"
    field = "amount"
    message = _("Play money cannot be paid in or out.")


class BalanceMoved(Refusal):
    """The balance changed between reading and moving it."""

    code = "balance_moved"
    message = _("The balance changed meanwhile. Nothing was moved; try again.")


class LedgerFault(Exception):
    """Refusal by the ledger that only a program fault causes: an alarm, without a message for users."""

    transfer_key: UUID | None = None  # of several transfers in one call, the refused one


class StakesDiffer(LedgerFault):
    """The round does not hold this amount: it was settled already, or never staked."""


class WithdrawalDiffers(LedgerFault):
    """The withdrawal does not hold this amount: it has ended, is of another player, or its id was used before."""


class ReceivableDiffers(LedgerFault):
    """Less is owed than is paid, or the debt has another currency or cause."""


class RefusedTransfer(LedgerFault):
    """Malformed transfer, which no movement of the wallet makes; a program fault."""
