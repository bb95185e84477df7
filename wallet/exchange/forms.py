"""Form of an exchange."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from pages.amounts import AmountField
from wallet.money.values import SCALE_DIGITS, Money
from wallet.money.words import format_money
from wallet.rates.selectors import rates


class ExchangeForm(forms.Form):
    """Amount of one currency, and the currency to receive."""

    given = forms.ChoiceField(label=gettext_lazy("You give"))
    amount = AmountField(
        label=gettext_lazy("Amount"),
        max_digits=18,
        decimal_places=SCALE_DIGITS,
    )
    received = forms.ChoiceField(
        label=gettext_lazy("You get"), choices=[(code, code) for code in rates.REAL]
    )

    def __init__(self, held: list[Money], *args: Any, **kwargs: Any) -> None:
        """`held` are the balances that can be given."""
        super().__init__(*args, **kwargs)
        self.fields["given"] = forms.ChoiceField(
            label=gettext_lazy("You give"),
            choices=[
                (money.currency, f"{money.currency} ({format_money(money)})") for money in held
            ],
        )
        given = held[0].currency if held else ""
        self.fields["received"].initial = next(code for code in rates.REAL if code != given)

    @property
    def money(self) -> Money:
        """The amount given. Valid form only."""
        cleaned: dict[str, Any] = self.cleaned_data
        return Money.parse(format(cleaned["amount"], "f"), cleaned["given"])
