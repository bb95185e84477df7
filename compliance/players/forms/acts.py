"""What staff write about players."""

from datetime import date, datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.identity.forms.fields import document_number_field
from accounts.identity.selectors.uploads import parse_upload_ids
from accounts.identity.services.corrections import Person
from accounts.identity.values.document_numbers import Number, NumberRefused
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
    """Why; the key makes the same form, sent twice, one act."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("For staff: it stays in the player's history, who did it and when too."),
    )


class RestrictForm(PlayerReasonForm):
    """Why, and what the player reads."""

    words = forms.CharField(
        label=_("Words to the player"),
        required=False,
        max_length=1000,
        widget=forms.Textarea({"rows": 3}),
        help_text=_(
            "Beside what the restriction means, which the message says by itself. May stay empty."
        ),
    )
    field_order: tuple[str, ...] = ("reason", "words", "key")

    @property
    def until(self) -> datetime | None:
        """When it ends by itself."""
        return None


class ExcludeForm(RestrictForm):
    """The same, perhaps with an end."""

    last_day = forms.DateField(
        label=in_zone_lazy(_("Last day of the exclusion ({zone})")),
        required=False,
        input_formats=_FORMATS,
        widget=forms.DateInput(_DAY, format=_FORMATS[0]),
        help_text=_("Empty: until it is lifted by two persons."),
    )
    field_order = ("last_day", "reason", "words", "key")

    @property
    def until(self) -> datetime | None:
        """The end of the last day; of a valid form only."""
        day: date | None = self.cleaned_data["last_day"]
        if day is None:
            return None
        return midnight(day) + timedelta(days=1)

    def clean_last_day(self) -> date | None:
        """Today or later, and within the years that a date has."""
        day: date | None = self.cleaned_data["last_day"]
        if day is None:
            return None
        today = local_day(timezone.now())
        if not today <= day <= today + timedelta(days=100 * 366):
            raise forms.ValidationError(_("The end has to lie in the future."), "past")
        return day


class VerifyForm(PlayerReasonForm):
    """What staff saw of a player's document."""

    method = forms.ChoiceField(
        label=_("How the document was seen"),
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
        help_text=_("Empty: it says no end."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)  # what waited as it was asked
    compared = forms.CharField(required=False, widget=forms.HiddenInput)  # and who stood there
    field_order = ("method", "valid_until", "reason", "seen", "compared", "key")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _("What was seen")
        self.fields["reason"].help_text = _(
            "Which document, and that name, birth date and face are the player's. Write no number of it here."
        )

    def clean_seen(self) -> frozenset[int]:
        """The numbers of the uploads that waited when the form was shown."""
        found: str = self.cleaned_data["seen"]
        return parse_upload_ids(found.split())


class _DocumentFields(forms.Form):
    """A document's country and number; `number` is both in our way of writing them."""

    document_country = forms.ChoiceField(
        label=_("Country of the document"), choices=country_choices
    )
    document_number = document_number_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["document_number"].label = _("Number of the document")
        self.fields["document_number"].help_text = ""

    def clean(self) -> dict[str, Any]:
        """The number in our way of writing it."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if {"document_country", "document_number"} <= set(data):
            try:
                data["number"] = Number.of(data["document_country"], data["document_number"])
            except NumberRefused:
                self.add_error(
                    "document_number", _("No document of this country has such a number.")
                )
        return data


class DocumentForm(_DocumentFields):
    """Whose document it is. It is sent, not asked for by an address: numbers stand in no log."""


class CorrectNumberForm(_DocumentFields, PlayerReasonForm):
    """The number as staff read it in the document."""

    field_order = ("document_country", "document_number", "reason", "key")


class CorrectPersonForm(PlayerReasonForm):
    """Who the player is, as staff read it in the document."""

    full_name = forms.CharField(label=_("Full name"), max_length=150)
    birth_date = forms.DateField(
        label=_("Birth date"),
        input_formats=_FORMATS,
        widget=forms.DateInput(_DAY, format=_FORMATS[0]),
    )
    country = forms.ChoiceField(label=_("Country"), choices=country_choices)
    field_order = ("full_name", "birth_date", "country", "reason", "key")

    @property
    def person(self) -> Person:
        """What the document says; of a valid form only."""
        data = self.cleaned_data
        return Person(data["full_name"], data["birth_date"], data["country"])


class PlayerNoteForm(IdempotentForm):
    """A note for other staff."""

    text = forms.CharField(
        label=_("Note"),
        max_length=NOTE_LENGTH,
        widget=forms.Textarea({"rows": 5}),
        help_text=_(
            "Staff who may see players read it; the player does not. It cannot be changed."
        ),
    )
