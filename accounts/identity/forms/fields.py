"""Form fields for document numbers."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.identity.values.number_formats import MOST_TYPED


def document_number_field() -> forms.CharField:
    """Return a form field for the document number, in any spelling."""
    return forms.CharField(
        label=_("Number of your identity document"),
        max_length=MOST_TYPED,
        help_text=_("Identity card or passport: each person has one account."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
