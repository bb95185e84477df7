from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from wallet.cash.models import MAY_BE_HELD, Deposit, DepositState, Withdrawal
from wallet.money.values import BASE_CURRENCY, Money
from wallet.providers.services import registry


@dataclass(frozen=True, slots=True)
class DeskLine:
    """One deposit or withdrawal in a list."""

    one: Deposit | Withdrawal
    money: Money
    worth: Money
    charged_back: bool = False

    @property
    def state(self) -> str:
        """How far it is, in the words of the desk."""
        at_desk = isinstance(self.one, Deposit) and self.one.provider == registry.MANUAL
        if at_desk and self.one.state == DepositState.REQUESTED:
            return str(_("Waiting for a second person"))
        if self.charged_back:
            return str(_("Charged back, not decided"))
        return self.one.get_state_display()

    @property
    def is_withdrawal(self) -> bool:
        """Whether money leaves by it."""
        return isinstance(self.one, Withdrawal)

    @property
    def may_be_held(self) -> bool:
        """Whether it is a withdrawal that can be held now."""
        return isinstance(self.one, Withdrawal) and self.one.state in MAY_BE_HELD


def desk_line(one: Deposit | Withdrawal, *, charged_back: bool = False) -> DeskLine:
    """Return a deposit or withdrawal with its amounts as money."""
    money, worth = Money(one.units, one.currency_id), Money(one.amount_usd, BASE_CURRENCY)
    return DeskLine(one, money, worth, charged_back)
