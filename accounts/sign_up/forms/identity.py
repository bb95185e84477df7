"""Fields of sign-up that the profile asks for before an account exists."""

from collections.abc import Set as AbstractSet

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.identity.forms.addresses import address_fields, parse_address
from accounts.identity.forms.fields import (
    document_kind_field,
    document_number_field,
    full_name_field,
    offer_kinds,
)
from accounts.identity.values.document_numbers import DocumentNumber, NumberRefused
from accounts.sign_up.values import NewcomerIdentity
from accounts.values.countries import country_choices
from accounts.values.names import NameRefused, tidy_name
from accounts.values.phones import PhoneRefused, normalize_phone
from pages.refused import add_refusal_to_form


def add_identity_fields(form: forms.Form, asked: AbstractSet[str], residence: str) -> None:
    """Add the fields of these items to the sign-up form, in the order of their entry."""
    if "name" in asked:
        form.fields["full_name"] = full_name_field()
    if "address" in asked:
        form.fields.update(address_fields())
    if "phone" in asked:
        form.fields["phone"] = forms.CharField(
            label=_("Phone number"),
            max_length=40,
            help_text=_("With its country code."),
            widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
        )
    if "document_number" in asked:
        form.fields["document_kind"] = document_kind_field()
        form.fields["document_number"] = document_number_field()
        form.fields["document_country"] = forms.ChoiceField(
            label=_("Country of the document"), choices=country_choices
        )
        offer_kinds(form, residence)


def read_identity(form: forms.Form, asked: AbstractSet[str], country: str) -> NewcomerIdentity:
    """Return what the form holds of these items; what is invalid becomes an error of the form."""
    return NewcomerIdentity(
        full_name=_read_name(form),
        address=parse_address(form, country) if "address" in asked else None,
        phone=_read_phone(form),
        number=_read_number(form),
        kind=form.cleaned_data.get("document_kind", ""),
    )


def _read_name(form: forms.Form) -> str:
    try:
        typed = form.cleaned_data.get("full_name", "")
        return tidy_name(typed) if typed else ""
    except NameRefused as error:
        form.add_error("full_name", forms.ValidationError(error.message, code=error.code))
        return ""


def _read_phone(form: forms.Form) -> str:
    try:
        typed = form.cleaned_data.get("phone", "")
        return normalize_phone(typed) if typed else ""
    except PhoneRefused as error:
        add_refusal_to_form(form, error)
        return ""


def _read_number(form: forms.Form) -> DocumentNumber | None:
    data = form.cleaned_data
    if not {"document_number", "document_country"} <= data.keys():
        return None
    try:
        return DocumentNumber.parse(data["document_country"], data["document_number"])
    except NumberRefused as error:
        add_refusal_to_form(form, error)
        return None
