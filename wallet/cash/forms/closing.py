"""Forms to close an account, and to pay out a closed one."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import IdempotentForm
from wallet.cash.forms.destination import FIELDS, DestinationForm
from wallet.cash.values.payout import Payout


class _Paid(IdempotentForm, DestinationForm):
    @property
    def payout(self) -> Payout | None:
        """Destination and provider of the payout; None if the form has no destination fields. Valid form only."""
        if "destination" not in self.cleaned_data:
            return None
        return Payout(self.cleaned_data["destination"], self.cleaned_data["provider"])


class CloseOwnAccountForm(_Paid):
    """Form for players to close their own account for good."""

    understood = forms.BooleanField(
        label=_("I want my account closed for good. I know that it cannot be opened again.")
    )
    field_order = (*FIELDS, "understood", "key")

    def __init__(self, *args: Any, pays: bool, **kwargs: Any) -> None:
        """`pays`: there is money to pay out, and the form asks for a destination."""
        super().__init__(*args, **kwargs)
        if not pays:
            self.leave_out_destination()


class CloseAccountForm(IdempotentForm):
    """Form for staff to close an account."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        help_text=_("It stays in the account's history."),
        widget=forms.Textarea({"rows": 2}),
    )


class ClosedAccountPayoutForm(_Paid):
    """Form for staff to pay out a closed account to a destination that the player gave."""

    field_order = (*FIELDS, "key")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["holder"].help_text = _(
            "As the player told us, in the player's own name. Somebody else approves and pays it."
        )


class AllowDepositsForm(forms.Form):
    reason = forms.CharField(
        label=_("Findings"),
        max_length=500,
        help_text=_("For staff: whose cards they were, and how that is known."),
    )
