"""Refusals of deposits and withdrawals."""

from datetime import datetime
from http import HTTPStatus

from django.utils.translation import gettext, gettext_lazy as _

from journal.refusals import Refusal
from limits.refusals import LimitReached
from limits.values import CashLimitKind, CurrencyLimit, LimitScope
from pages.moments import moment_text
from wallet.money.values import Money, round_down_to_coin
from wallet.money.words import format_money


class FactorNeeded(Refusal):
    """A new destination needs a second factor."""

    code = "factor_needed"
    field = "holder"
    message = _("Another destination needs your second factor: use it first, and send this again.")


class ProofNeeded(Refusal):
    """An irreversible act needs recent proof of identity."""

    code = "proof_needed"
    field = "holder"
    message = _(
        "Confirm with your second factor, or with your password if you have none. Then send this again."
    )


class _CashLimitReached(LimitReached):
    """A limit of the house on deposits or withdrawals is exceeded."""

    field = "amount"

    def __init__(self, kind: CashLimitKind, limit: Money, message: str) -> None:
        value = CurrencyLimit(LimitScope.HOUSE, kind, limit.units, limit.currency)
        super().__init__(value, message, code=self.code)


class BelowMinimum(_CashLimitReached):
    """Less than the smallest amount of this currency."""

    code = "below_least"

    def __init__(self, kind: CashLimitKind, least: Money) -> None:
        words = _("The smallest amount is %(amount)s.")
        super().__init__(kind, least, words % {"amount": format_money(least)})


class AboveMaximum(_CashLimitReached):
    """More than the largest amount of this currency."""

    code = "above_most"

    def __init__(self, kind: CashLimitKind, most: Money) -> None:
        words = _("The largest amount is %(amount)s.")
        super().__init__(kind, most, words % {"amount": format_money(round_down_to_coin(most))})


class AboveDailyLimit(_CashLimitReached):
    """More than is left of the 24-hour limit."""

    code = "above_day"

    def __init__(self, kind: CashLimitKind, limit: Money, left: Money) -> None:
        words = _(
            "You can move up to %(amount)s more in this 24-hour period. Choose a smaller amount, or wait."
        )
        super().__init__(kind, limit, words % {"amount": format_money(round_down_to_coin(left))})


class DepositsBlocked(Refusal):
    """Too many deposits failed in a short time; `until` is the end of the block, None: until a staff review."""

    code = "deposits_blocked"
    message = _("Too many of your deposits were refused. Write to us to deposit again.")

    def __init__(self, until: datetime | None) -> None:
        if until is None:
            super().__init__()
        else:
            words = _("Too many of your deposits were refused. You can deposit again from %(at)s.")
            super().__init__(words % {"at": moment_text(until, gettext("j M Y, H:i"))})


class DepositLimitNeeded(Refusal):
    """The profile asks for a deposit limit before the first deposit, and the player has given no answer."""

    code = "deposit_limit_needed"

    def __init__(self, *, by_staff: bool = False) -> None:
        of_player = _("Before your first deposit, set a deposit limit or accept the default.")
        of_staff = _(
            "Before the first deposit the player sets a deposit limit, or accepts the default, on the deposit page."
        )
        super().__init__(of_staff if by_staff else of_player)


class DepositNoticeDue(Refusal):
    """The player's deposits passed the profile's total, and the notice about it is not acknowledged."""

    code = "deposit_notice_due"

    def __init__(self, *, by_staff: bool = False) -> None:
        of_player = _("Before another deposit, read the notice about your deposits and confirm it.")
        of_staff = _(
            "Before another deposit the player confirms the notice about the total of deposits, on the deposit page."
        )
        super().__init__(of_staff if by_staff else of_player)


class JointLimitsUnanswered(Refusal):
    """The provider of joint limits gave no valid answer."""

    code = "joint_limits_unanswered"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = _(
        "We can't check your joint limit with other operators at the moment, so deposits are closed. Please try again later."
    )


class JointLimitsNotConfigured(Refusal):
    """The profile asks for joint limits, and this installation has no provider of them."""

    code = "joint_limits_not_configured"
    status = HTTPStatus.SERVICE_UNAVAILABLE

    def __init__(self, *, by_staff: bool) -> None:
        of_staff = _(
            "The profile asks for joint limits over all operators, and no provider of them is set. Deposits stay closed until an administrator sets one."
        )
        super().__init__(of_staff if by_staff else JointLimitsUnanswered.message)


class DepositAnswerNotAsked(Refusal):
    """An answer to what is not asked of this player."""

    code = "deposit_answer_not_asked"
    message = _("Nothing has to be answered before a deposit.")


class DepositsNotBlocked(Refusal):
    """No failed deposits block new ones."""

    code = "nothing_blocked"
    message = _("The deposits of this player are not blocked.")


class NotWholeMinorUnits(Refusal):
    """Not a whole number of the currency's minor units."""

    code = "not_minor_units"
    field = "amount"
    message = _("Cash is paid in whole cents; the rest stays in your account.")


class NoCashRate(Refusal):
    """The currency has no rate, so nothing in it can be compared with a limit."""

    code = "no_cash_rate"
    field = "amount"
    message = _("There is no exchange rate for this currency, so it is not paid in or out now.")


class WithdrawalsClosed(Refusal):
    """The ledger check failed or is overdue; no money leaves until one passes."""

    code = "withdrawals_closed"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = _("Withdrawals are closed for the moment. Your money stays in your account.")


class DebtsNotCovered(Refusal):
    """Debts are paid first, and the rest does not cover the withdrawal."""

    code = "debt_first"
    field = "amount"

    def __init__(self, left: Money, *, disputed: bool) -> None:
        words = (
            _(
                "You owe money and have disputed it. Until that is decided you can withdraw %(amount)s."
            )
            if disputed
            else _("What you owe is paid first. You can withdraw %(amount)s.")
        )
        super().__init__(words % {"amount": format_money(left)})


class ReturnsFirst(Refusal):
    """Money goes back to the payment methods of the deposits before it is paid otherwise."""

    code = "closed_loop"
    field = "provider"

    def __init__(self, method: str, amount: Money) -> None:
        words = _(
            "What you deposited goes back the way it came. First withdraw %(amount)s by this payment method: %(method)s."
        )
        super().__init__(words % {"amount": format_money(amount), "method": method})


class NotClosable(Refusal):
    """The account cannot be closed; the message says why."""

    code = "not_closable"


class AlreadyClosed(NotClosable):
    code = "account_closed_already"
    message = _("This account is closed already.")


class StaffAccountNotClosable(NotClosable):
    code = "staff_not_closed"
    message = _("Staff accounts are not closed here.")


class RoundOpen(NotClosable):
    """Money of the account is in play."""

    code = "closing_round_open"
    message = _("A round is still open: it has to end first.")


class DepositUnderWay(NotClosable):
    """Money may still come in."""

    code = "closing_deposit_under_way"
    message = _("A deposit is still on its way.")


class WithdrawalUnderWay(NotClosable):
    """Money is still to be paid or given back."""

    code = "closing_withdrawal_under_way"
    message = _("A withdrawal has not ended yet: it has to be paid or refused first.")


class DebtDisputed(NotClosable):
    """The player's dispute about a debt is undecided."""

    code = "closing_debt_disputed"
    message = _("You owe money and have disputed it. That has to be decided first.")


class NoRateToPay(NotClosable):
    """A balance cannot be compared with the limits because its currency has no rate."""

    code = "closing_without_rate"

    def __init__(self, currency: str) -> None:
        super().__init__(f"{currency}: {NoCashRate.message}")


class NothingToPay(Refusal):
    """The closed account has no money to pay out."""

    code = "nothing_to_pay"
    message = _("This account has nothing to be paid out.")


class HeldInCase(Refusal):
    """Compliance reviews the withdrawal; two people release it there."""

    code = "held_in_case"
    status = HTTPStatus.CONFLICT
    message = _("Compliance is reviewing this withdrawal. Two people release it there.")


class StepNotPossible(Refusal):
    """The current state does not allow this step."""

    code = "step_not_possible"
    message = _("This is not possible in its present state. Nothing was changed.")


class PlanChanged(Refusal):
    """The reversal plan differs from what the approver saw."""

    code = "plan_changed"
    status = HTTPStatus.CONFLICT
    message = _(
        "The origin of the money has changed since the page was shown. Check it again. Nothing was changed."
    )


class BalanceTooLow(Refusal):
    """The correction takes more than the player's balance."""

    code = "player_short"
    field = "amount"
    message = _("The player's balance does not cover it. Nothing was changed.")


class PlayerTextNeeded(Refusal):
    """A refusal needs a text for the player."""

    code = "told_needed"
    field = "told_player"
    message = _("Choose a message for the player.")


class DestinationNeeded(Refusal):
    code = "destination_needed"
    field = "holder"
    message = _("Choose where we pay it.")


class DestinationUnreadable(Refusal):
    """The destination cannot be decrypted."""

    code = "destination_unreadable"
    message = _(
        "The bank details cannot be read: their key is missing. Tell an administrator. Nothing was changed."
    )
