"""The player's forms to deposit and to withdraw."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from wallet.cash.forms.destination import FIELDS, DestinationForm
from wallet.money.forms import MoneyForm
from wallet.providers.services import registry


def deposit_provider_choices() -> list[tuple[str, str]]:
    """Choices of the deposit providers: name and label."""
    return [(name, registry.provider_label(name)) for name in registry.self_service_providers()]


class DepositForm(MoneyForm):
    provider = forms.ChoiceField(label=_("Payment method"), choices=deposit_provider_choices)
    field_order = ("amount", "currency", "provider", "key")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(deposit_provider_choices()) <= 1:  # nothing to choose
            del self.fields["provider"]

    @property
    def provider_name(self) -> str:
        """The chosen provider, or the only one; the demo provider if there is none. Valid form only."""
        chosen: str | None = self.cleaned_data.get("provider")
        return chosen or next(iter(registry.self_service_providers()), registry.DEMO)


class WithdrawalForm(MoneyForm, DestinationForm):
    field_order = ("amount", "currency", *FIELDS, "key")
