"""The form to compare a provider's statement with our payments."""

from datetime import datetime, time
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from wallet.providers.services import registry


def statement_provider_choices() -> list[tuple[str, str]]:
    """Choices of the providers with statements: name and label."""
    return [
        (name, str(one.label))
        for name, one in registry.load_providers().items()
        if one.has_statements
    ]


class ProviderStatementForm(forms.Form):
    """A provider, with a statement file or the day since which its statement is fetched."""

    provider = forms.ChoiceField(label=_("Provider"), choices=statement_provider_choices)
    file = forms.FileField(
        label=_("Statement"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}),
    )
    since = forms.DateField(
        label=_("Fetch the statement since"),
        help_text=_("Without a file, the provider is asked for it."),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
    )

    @property
    def has_providers(self) -> bool:
        return bool(statement_provider_choices())

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not given.get("file") and not given.get("since") and not self.errors:
            raise forms.ValidationError(_("Choose a file, or the day since which to fetch."))
        return given

    def clean_since(self) -> datetime | None:
        day = self.cleaned_data["since"]
        return timezone.make_aware(datetime.combine(day, time.min)) if day else None
