"""Form for an amount of real money."""

from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.values.currencies import REAL_CURRENCIES
from pages.amounts import AmountField
from pages.forms import IdempotentForm
from wallet.money.values import BASE_CURRENCY, MINOR_DIGITS, Money

REAL: Final = [(code, code) for code in REAL_CURRENCIES]


class MoneyForm(IdempotentForm):
    """Amount of real money, with an idempotency key."""

    amount = AmountField(
        label=_("Amount"),
        min_value=Decimal("0.01"),
        max_digits=15,
        decimal_places=MINOR_DIGITS[BASE_CURRENCY],
    )
    currency = forms.ChoiceField(label=_("Currency"), choices=REAL, initial=BASE_CURRENCY)

    @property
    def money(self) -> Money:
        """The amount. Valid form only."""
        cleaned: dict[str, Any] = self.cleaned_data
        return Money.parse(format(cleaned["amount"], "f"), cleaned["currency"])
