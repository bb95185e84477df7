"""What a player enters about the document."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.countries import country_choices
from accounts.identity.fields import document_number_field
from accounts.identity.numbering import Number, NumberRefused


class NumberForm(forms.Form):
    """The number of somebody who signed up before it was asked for."""

    document_number = document_number_field()
    document_country = forms.ChoiceField(
        label=_("Country of the document"), choices=country_choices
    )

    def clean(self) -> dict[str, Any]:
        """The number in our way of writing it."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if {"document_number", "document_country"} <= set(data):
            try:
                data["number"] = Number.of(data["document_country"], data["document_number"])
            except NumberRefused as error:
                self.refuse(error)
        return data

    def refuse(self, error: NumberRefused) -> None:
        """Say it at the field: of a number that another account has, the same as of none."""
        self.add_error("document_number", forms.ValidationError(error.message, code=error.code))
