"""Form fields of names and documents."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.identity.selectors.document_kinds import accepted_kinds
from accounts.identity.values.number_formats import MOST_TYPED
from accounts.models.identity import DocumentKind


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


def full_name_field() -> forms.CharField:
    """Return a form field for the name as in the document."""
    return forms.CharField(
        label=_("Full name"),
        max_length=150,
        help_text=_("Exactly as on your ID. We only pay out to this name."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


def document_kind_field() -> forms.ChoiceField:
    """Return a form field for the kind of a document; `offer_kinds` limits its choices."""
    return forms.ChoiceField(label=_("Kind of document"), choices=DocumentKind.choices)


def offer_kinds(form: forms.Form, country: str) -> None:
    """Offer only the kinds that the profile accepts of players who live in this country."""
    field = form.fields["document_kind"]
    field.choices = [(kind.value, kind.label) for kind in accepted_kinds(country)]  # type: ignore[attr-defined]  # a ChoiceField
