"""Forms of staff acts on players."""

from datetime import date, datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.identity.forms.fields import (
    document_kind_field,
    document_number_field,
    offer_kinds,
)
from accounts.identity.selectors.uploads import parse_upload_ids
from accounts.identity.services.corrections import PersonData
from accounts.identity.values.document_numbers import DocumentNumber, NumberRefused
from accounts.models.notes import NOTE_LENGTH
from accounts.models.users import VerificationMethod
from accounts.values.countries import country_choices
from pages.forms import IdempotentForm
from pages.moments import in_zone_lazy, local_day, midnight

_DAY: Final = {"type": "date"}
_FORMATS: Final = ["%Y-%m-%d"]


def _any(*choices: tuple[str, Any]) -> list[tuple[str, Any]]:
    return [("", _("any")), *choices]


class PlayerReasonForm(IdempotentForm):
    """Form for the reason of an act; the idempotency key makes a repeated submission one act."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea({"rows": 3}),
        help_text=_(
            "For staff only. It stays in the player's history with your name and the time."
        ),
    )


class RestrictForm(PlayerReasonForm):
    """Form for a restriction: reason for staff, and text for the player."""

    words = forms.CharField(
        label=_("Message to the player"),
        required=False,
        max_length=1000,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Added to the standard message about this restriction. Optional."),
    )
    field_order: tuple[str, ...] = ("reason", "words", "key")

    @property
    def until(self) -> datetime | None:
        """End of the restriction; None: until it is lifted."""
        return None


class ExcludeForm(RestrictForm):
    """Form for an exclusion with an optional last day."""

    last_day = forms.DateField(
        label=in_zone_lazy(_("Last day of the exclusion ({zone})")),
        required=False,
        input_formats=_FORMATS,
        widget=forms.DateInput(_DAY, format=_FORMATS[0]),
        help_text=_("Leave it empty for no end date: two people can lift it later."),
    )
    field_order = ("last_day", "reason", "words", "key")

    @property
    def until(self) -> datetime | None:
        """End of the last day; requires a valid form."""
        day: date | None = self.cleaned_data["last_day"]
        if day is None:
            return None
        return midnight(day) + timedelta(days=1)

    def clean_last_day(self) -> date | None:
        """Accept today or later, at most a hundred years ahead. Raises ValidationError."""
        day: date | None = self.cleaned_data["last_day"]
        if day is None:
            return None
        today = local_day(timezone.now())
        if not today <= day <= today + timedelta(days=100 * 366):
            raise forms.ValidationError(_("The end must be in the future."), "past")
        return day


class VerifyForm(PlayerReasonForm):
    """Form for the verification of a player's document."""

    method = forms.ChoiceField(
        label=_("Verification method"),
        choices=[
            (one.value, one.label)
            for one in (
                VerificationMethod.STAFF,
                VerificationMethod.VIDEO,
                VerificationMethod.COPY,
            )
        ],
    )
    valid_until = forms.DateField(
        label=_("The document is valid until"),
        required=False,
        input_formats=_FORMATS,
        widget=forms.DateInput(_DAY, format=_FORMATS[0]),
        help_text=_("Leave it empty if the document has no expiry date."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)  # waiting uploads shown
    compared = forms.CharField(required=False, widget=forms.HiddenInput)  # person digest
    field_order = ("method", "valid_until", "reason", "seen", "compared", "key")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _("Document and comparison")
        self.fields["reason"].help_text = _(
            "Name the document and confirm that name, birth date and face are the player's. Don't write its number here."
        )

    def clean_seen(self) -> frozenset[int]:
        """Parse the ids of the uploads that were waiting when the form was shown."""
        found: str = self.cleaned_data["seen"]
        return parse_upload_ids(found.split())


def _countries() -> list[tuple[str, str]]:
    return [("", str(_("Choose the country"))), *country_choices()]


class _DocumentFields(forms.Form):
    """Country and number of a document; `cleaned_data["number"]` is both, normalised."""

    document_country = forms.ChoiceField(label=_("Country of the document"), choices=_countries)
    document_number = document_number_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["document_number"].label = _("Number of the document")
        self.fields["document_number"].help_text = ""

    def clean(self) -> dict[str, Any]:
        """Normalise the number for its country; an invalid one is a form error."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if {"document_country", "document_number"} <= set(data):
            try:
                data["number"] = DocumentNumber.parse(
                    data["document_country"], data["document_number"]
                )
            except NumberRefused:
                self.add_error(
                    "document_number", _("No document of this country has such a number.")
                )
        return data


class DocumentForm(_DocumentFields):
    """Form to find a player by document number. Sent by POST, so that no number is logged with a URL."""


class CorrectNumberForm(_DocumentFields, PlayerReasonForm):
    """Form to correct a document's number and kind."""

    document_kind = document_kind_field()
    field_order = ("document_kind", "document_country", "document_number", "reason", "key")

    def __init__(self, country: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_kinds(self, country)


class CorrectPersonForm(PlayerReasonForm):
    """Form to correct a player's name, birth date and country."""

    full_name = forms.CharField(label=_("Full name"), max_length=150)
    birth_date = forms.DateField(
        label=_("Birth date"),
        input_formats=_FORMATS,
        widget=forms.DateInput(_DAY, format=_FORMATS[0]),
    )
    country = forms.ChoiceField(label=_("Country"), choices=country_choices)
    field_order = ("full_name", "birth_date", "country", "reason", "key")

    @property
    def person(self) -> PersonData:
        """The entered person; requires a valid form."""
        data = self.cleaned_data
        return PersonData(data["full_name"], data["birth_date"], data["country"])


class PlayerNoteForm(IdempotentForm):
    """Form for a note to other staff."""

    text = forms.CharField(
        label=_("Note"),
        max_length=NOTE_LENGTH,
        widget=forms.Textarea({"rows": 5}),
        help_text=_(
            "Staff who may see players can read it; the player can't. It cannot be changed."
        ),
    )
