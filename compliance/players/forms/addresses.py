"""Forms of staff about a player's residential address."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.identity.forms.addresses import ResidenceForm
from compliance.players.forms.acts import PlayerReasonForm


class CorrectAddressForm(ResidenceForm, PlayerReasonForm):
    """Form to correct an address."""

    field_order = ("street", "city", "region", "postal_code", "reason", "key")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields(self.field_order)


class VerifyAddressForm(PlayerReasonForm):
    """Form for the proof of an address; `seen` is the number of the version on the page."""

    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _("Proof and comparison")
