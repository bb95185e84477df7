"""What deposits and withdrawals refuse, each a sentence for whoever asked."""

from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pages.moments import moment_text
from wallet.errors import WalletError
from wallet.money import Money
from wallet.templatetags.money import money as shown


class NotAllowed(WalletError):
    """This person may not pay in, or be paid out; the sentence is that of the account's state."""

    code = "not_allowed"

    def __init__(self, code: str, message: str | Promise) -> None:
        super().__init__(code)
        self.message = message


class FactorNeeded(WalletError):
    """Another destination than before, and no second factor that counts was shown for it."""

    code = "factor_needed"
    message: str | Promise = _(
        "Another destination takes your second step: show it first, and send this again."
    )

    def __init__(self, refusal: str = "") -> None:
        super().__init__()
        if refusal:
            self.message = refusal


class ProofNeeded(WalletError):
    """Something that cannot be taken back, and nobody proved just now to be the player."""

    code = "proof_needed"
    message: str | Promise = _(
        "This takes your second step, or your password where you have none: give it first, and send this again."
    )


class BelowLeast(WalletError):
    """Less than the smallest amount of this currency."""

    code = "below_least"

    def __init__(self, least: Money) -> None:
        super().__init__()
        self.message = _("The smallest amount is %(amount)s.") % {"amount": shown(least)}


class AboveMost(WalletError):
    """More than the largest amount of this currency."""

    code = "above_most"

    def __init__(self, most: Money) -> None:
        super().__init__()
        self.message = _("The largest amount is %(amount)s.") % {"amount": shown(most)}


class AboveDay(WalletError):
    """More than may still be moved within 24 hours."""

    code = "above_day"

    def __init__(self, left: Money) -> None:
        super().__init__()
        self.message = _(
            "Within 24 hours you may still move the worth of %(amount)s. Choose less, or wait."
        ) % {"amount": shown(left)}


class AboveOwn(WalletError):
    """More than a limit of the player's own leaves; the sentence is for whoever asked."""

    code = "own_deposit_limit"

    def __init__(self, message: str) -> None:
        super().__init__()
        self.message = message


class AboveHouse(AboveOwn):
    """The same of a limit that the house set for the player."""

    code = "house_deposit_limit"


class DepositsBlocked(WalletError):
    """Too many deposits were refused in a short time; `until` is when it ends, None: when staff have looked."""

    code = "deposits_blocked"

    def __init__(self, until: datetime | None) -> None:
        super().__init__()
        if until is None:
            self.message = _(
                "Too many of your deposits were refused. Write to us to deposit again."
            )
        else:
            at = {"at": moment_text(until, gettext("j M Y, H:i"))}
            self.message = (
                _("Too many of your deposits were refused. You can deposit again from %(at)s.") % at
            )


class NothingBlocked(WalletError):
    """No refused deposits block new ones."""

    code = "nothing_blocked"
    message = _("The deposits of this player are not blocked.")


class NotWholeMinorUnits(WalletError):
    """Finer than what can be handed over."""

    code = "not_minor_units"
    message = _("Cash is paid in whole cents; what is finer stays in your account.")


class NoCashRate(WalletError):
    """The currency has no rate, so nothing in it can be compared with a limit."""

    code = "no_cash_rate"
    message = _("There is no exchange rate for this currency, so it is not paid in or out now.")


class WithdrawalsClosed(WalletError):
    """The ledger's check failed, or none passed lately: no money leaves until one passes."""

    code = "withdrawals_closed"
    message = _("Withdrawals are closed for the moment. Your money stays in your account.")


class DebtFirst(WalletError):
    """What the player owes is paid first, and what is left does not cover the withdrawal."""

    code = "debt_first"

    def __init__(self, left: Money, *, disputed: bool) -> None:
        super().__init__()
        words = (
            _("You owe money, and a dispute about it is open. You can withdraw %(amount)s.")
            if disputed
            else _("What you owe is paid first. You can withdraw %(amount)s.")
        )
        self.message = words % {"amount": shown(left)}


class NotClosable(WalletError):
    """Something stands in the way of closing an account; the sentence says what."""

    code = "not_closable"

    def __init__(self, message: str | Promise) -> None:
        super().__init__()
        self.message = message


class NothingToPay(WalletError):
    """A closed account has no money that could be paid out."""

    code = "nothing_to_pay"
    message = _("This account has nothing to be paid out.")


class StepTaken(WalletError):
    """Somebody else went on with this deposit or withdrawal since the page was shown."""

    code = "step_taken"
    message = _("Somebody has gone on with this meanwhile. Nothing was changed.")


class StepNotPossible(WalletError):
    """From its present state there is no such step."""

    code = "step_not_possible"
    message = _("This is not possible in its present state. Nothing was changed.")


class SecondPersonNeeded(WalletError):
    """Whoever recorded or approved first cannot be the second person."""

    code = "second_person_needed"
    message = _("Above the limit another person has to approve.")


class PlanChanged(WalletError):
    """What a reversal takes is not what its approver was shown."""

    code = "plan_changed"
    message = _(
        "Where the money comes from has changed since the page was shown. Look at it again. Nothing was changed."
    )


class PlayerShort(WalletError):
    """A correction would take more than the player has."""

    code = "player_short"
    message = _("The player's balance does not cover it. Nothing was changed.")


class ToldNeeded(WalletError):
    """A refusal that does not say what its player is told."""

    code = "told_needed"
    message = _("Choose what the player is told.")


class DestinationNeeded(WalletError):
    """Money is to be paid out and nobody said where."""

    code = "destination_needed"
    message = _("Say where we pay it.")


class DestinationUnreadable(WalletError):
    """Where a withdrawal is paid cannot be decrypted here."""

    code = "destination_unreadable"
    message = _(
        "The bank details cannot be read: their key is missing. Tell an administrator. Nothing was changed."
    )


class ReasonNeeded(WalletError):
    """A step that needs its reason has none."""

    code = "reason_needed"
    message = _("Give a reason.")
