"""Form to propose a payment of taxes."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from approvals.models import REASON_LENGTH
from wallet.taxes.models import REFERENCE_LENGTH
from wallet.taxes.services import TaxReturn


class TaxPaymentForm(forms.Form):
    """A currency, the last day whose taxes are paid, and the authority's reference."""

    currency = forms.ChoiceField(label=_("Currency"))
    until = forms.DateField(
        label=_("Taxes up to the end of"), widget=forms.DateInput({"type": "date"})
    )
    reference = forms.CharField(
        label=_("Reference of the authority"),
        max_length=REFERENCE_LENGTH,
        help_text=_("The number of the tax return or of the receipt."),
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=REASON_LENGTH, widget=forms.Textarea({"rows": 2})
    )

    def __init__(self, currencies: Iterable[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["currency"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(code, code) for code in currencies]

    @property
    def has_currencies(self) -> bool:
        field = self.fields["currency"]
        return isinstance(field, forms.ChoiceField) and bool(field.choices)

    @property
    def tax_return(self) -> TaxReturn:
        cleaned = self.cleaned_data
        return TaxReturn(cleaned["currency"], cleaned["until"], cleaned["reference"])
