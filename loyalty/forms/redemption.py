"""Forms to redeem points."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.amounts import AmountField
from pages.forms import IdempotentForm
from wallet.money.values import Money


class RedeemForm(IdempotentForm):
    """Whole points, a currency that the player holds, and an idempotency key."""

    points = AmountField(label=_("Points"), max_digits=12, decimal_places=0)
    currency = forms.ChoiceField(label=_("Into"))

    def __init__(self, held: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["currency"] = forms.ChoiceField(
            label=_("Into"), choices=[(code, code) for code in held]
        )

    @property
    def asked(self) -> int:
        """Number of points. Requires a valid form."""
        return int(self.cleaned_data["points"])

    @property
    def into(self) -> str:
        """Currency code. Requires a valid form."""
        return str(self.cleaned_data["currency"])


class ConfirmForm(RedeemForm):
    """Confirmation with the amount that the page showed, in units."""

    shown = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    @property
    def money(self) -> Money:
        """The amount shown. Requires a valid form."""
        return Money(self.cleaned_data["shown"], self.into)
