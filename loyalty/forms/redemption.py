"""Forms to redeem points."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.amounts import AmountField
from pages.forms import IdempotentForm
from wallet.money.values import Money


class RedeemForm(IdempotentForm):
    """Whole points and a currency that is held, and the key that makes sending it twice harmless."""

    points = AmountField(label=_("Points"), max_digits=12, decimal_places=0)
    currency = forms.ChoiceField(label=_("Into"))

    def __init__(self, held: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["currency"] = forms.ChoiceField(
            label=_("Into"), choices=[(code, code) for code in held]
        )

    @property
    def asked(self) -> int:
        """Number of points; of a valid form only."""
        return int(self.cleaned_data["points"])

    @property
    def into(self) -> str:
        """The code of the currency; of a valid form only."""
        return str(self.cleaned_data["currency"])


class ConfirmForm(RedeemForm):
    """The confirmation, with the units that the page showed."""

    shown = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    @property
    def money(self) -> Money:
        """The amount shown; of a valid form only."""
        return Money(self.cleaned_data["shown"], self.into)
