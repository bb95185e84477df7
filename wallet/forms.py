"""The deposit form of the bank page."""

from decimal import Decimal
from typing import Any, Final
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from wallet.money import BASE_CURRENCY, MINOR_DIGITS, Money

LARGEST_DEPOSIT: Final = Decimal(10_000)


class DepositForm(forms.Form):
    """An amount in USD and the key that makes sending it twice harmless."""

    amount = forms.DecimalField(
        label=_("Amount"),
        min_value=Decimal("0.01"),
        max_value=LARGEST_DEPOSIT,
        max_digits=12,
        decimal_places=MINOR_DIGITS[BASE_CURRENCY],
        localize=True,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    currency = forms.ChoiceField(label=_("Currency"), choices=[(BASE_CURRENCY, BASE_CURRENCY)])
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    @property
    def money(self) -> Money:
        """What is paid in; of a valid form only."""
        cleaned: dict[str, Any] = self.cleaned_data
        return Money.parse(format(cleaned["amount"], "f"), cleaned["currency"])

    @property
    def idempotency_key(self) -> UUID:
        """The key of this form; of a valid form only."""
        key: UUID = self.cleaned_data["key"]
        return key
