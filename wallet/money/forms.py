"""An amount as people write it, and the form that moves it once."""

from decimal import Decimal
from typing import Any, Final
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.values.currencies import REAL_CURRENCIES
from pages.amounts import AmountField
from wallet.money.values import BASE_CURRENCY, MINOR_DIGITS, Money

REAL: Final = [(code, code) for code in REAL_CURRENCIES]


class MoneyForm(forms.Form):
    """An amount of real money and the key that makes sending it twice harmless."""

    amount = AmountField(
        label=_("Amount"),
        min_value=Decimal("0.01"),
        max_digits=15,
        decimal_places=MINOR_DIGITS[BASE_CURRENCY],
    )
    currency = forms.ChoiceField(label=_("Currency"), choices=REAL, initial=BASE_CURRENCY)
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    @property
    def money(self) -> Money:
        """The amount asked for; of a valid form only."""
        cleaned: dict[str, Any] = self.cleaned_data
        return Money.parse(format(cleaned["amount"], "f"), cleaned["currency"])

    @property
    def idempotency_key(self) -> UUID:
        """The key of this form; of a valid form only."""
        key: UUID = self.cleaned_data["key"]
        return key
