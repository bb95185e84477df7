"""Form fields of a payment destination."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from accounts.models.users import User
from accounts.values.countries import country_choices
from wallet.cash.values.bank_details import BadBankDetails, parse_bank_details
from wallet.providers.services import registry

FIELDS: Final = ("provider", "pay_to", "bank_country", "bank", "number", "holder")
_PARTS: Final = {"country": "bank_country"}


def payout_provider_choices() -> list[tuple[str, str]]:
    """Choices of the payout providers, the desk first: name and label."""
    return [(name, registry.provider_label(name)) for name in registry.payout_providers()]


def initial_destination(player: User) -> dict[str, str]:
    """Initial values: country of residence and verified name."""
    return {"bank_country": player.country, "holder": player.full_name}


class DestinationForm(forms.Form):
    """Form with a payment destination; when valid, `cleaned_data["destination"]` is `BankDetails`."""

    provider = forms.ChoiceField(label=_("Payment method"), choices=payout_provider_choices)
    pay_to = forms.ChoiceField(
        label=_("Pay to"),
        choices=[("bank", _("A bank account")), ("desk", _("Our desk, where you collect it"))],
        initial="bank",
    )
    bank_country = forms.ChoiceField(
        label=_("Country of the account"),
        required=False,
        choices=lambda: [("", _("Choose…")), *country_choices()],
    )
    bank = forms.CharField(
        label=pgettext_lazy("institution", "Bank"),
        required=False,
        max_length=100,
        help_text=_("Not needed with an IBAN."),
    )
    number = forms.CharField(
        label=_("IBAN or account number"),
        required=False,
        max_length=60,
        help_text=_(
            "The IBAN where the country has one, as in the Dominican Republic and in Spain."
        ),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )
    holder = forms.CharField(
        label=_("Account holder"),
        max_length=100,
        help_text=_("Your own name, as in your document. We pay no other person."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(ways := payout_provider_choices()) == 1:  # nothing to choose
            self.fields["provider"].widget = forms.HiddenInput()
            self.fields["provider"].initial = ways[0][0]

    def leave_out_destination(self) -> None:
        """Remove the destination fields, for forms that pay nothing."""
        for name in FIELDS:
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """Add `destination` if all parts are valid."""
        cleaned = super().clean() or self.cleaned_data
        if {"pay_to", "holder"} <= cleaned.keys():
            try:
                cleaned["destination"] = parse_bank_details(
                    cleaned["holder"],
                    country=cleaned.get("bank_country", ""),
                    bank=cleaned.get("bank", ""),
                    number=cleaned.get("number", ""),
                    at_desk=cleaned["pay_to"] == "desk",
                )
            except BadBankDetails as error:
                self.add_error(_PARTS.get(error.part, error.part), str(error.message))
        return cleaned
