"""Forms to close an account, and to pay out a closed one."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import IdempotentForm
from wallet.cash.forms.destination import FIELDS, DestinationForm
from wallet.cash.values.payout import Payout


class _Paid(IdempotentForm, DestinationForm):
    """The destination of a closed account's money."""

    @property
    def to(self) -> Payout | None:
        """The destination; of a valid form only. None if there is nothing to pay."""
        if "destination" not in self.cleaned_data:
            return None
        return Payout(self.cleaned_data["destination"], self.cleaned_data["provider"])


class CloseOwnForm(_Paid):
    """A player's word that the account is to be closed."""

    understood = forms.BooleanField(
        label=_("I want my account closed for good. I know that it cannot be opened again.")
    )
    field_order = (*FIELDS, "understood", "key")

    def __init__(self, *args: Any, pays: bool, **kwargs: Any) -> None:
        """`pays` is whether there is money to be paid out."""
        super().__init__(*args, **kwargs)
        if not pays:
            self.leave_out_destination()


class CloseForm(IdempotentForm):
    """The house closes an account."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        help_text=_("It stays in the account's history."),
        widget=forms.Textarea({"rows": 2}),
    )


class PayBackForm(_Paid):
    """The destination that the player told the house."""

    field_order = (*FIELDS, "key")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["holder"].help_text = _(
            "As the player told us, in the player's own name. Somebody else approves and pays it."
        )


class AllowDepositsForm(forms.Form):
    reason = forms.CharField(
        label=_("What was found"),
        max_length=500,
        help_text=_("For staff: whose cards they were, and how that is known."),
    )
