"""Forms for identity documents."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from accounts.identity.forms.fields import (
    document_kind_field,
    document_number_field,
    full_name_field,
    offer_kinds,
)
from accounts.identity.refusals import FileTooLarge
from accounts.identity.services.details import Details
from accounts.identity.values.document_numbers import DocumentNumber, NumberRefused
from accounts.identity.values.file_content import ENDINGS, DamagedFile
from accounts.models.identity import Upload
from accounts.models.users import User
from accounts.values.countries import country_choices
from accounts.values.names import NameRefused, tidy_name
from pages.refused import add_refusal_to_form


class UploadForm(forms.Form):
    """Form for a picture or PDF of a document, with its kind."""

    kind = forms.ChoiceField(
        label=_("Part of the document"), choices=Upload.Kind.choices, widget=forms.RadioSelect
    )
    file = forms.FileField(
        label=_("Photograph or PDF"),
        widget=forms.ClearableFileInput(attrs={"accept": ",".join(ENDINGS)}),
        error_messages={"empty": DamagedFile.message},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = _(
            "JPEG, PNG or PDF, up to %(most)s MB. All four corners in the picture, everything readable."
        ) % {"most": settings.UPLOAD_BYTES // 1024**2}

    def clean_file(self) -> "UploadedFile[Any]":
        """Refuse a file that is too large: the upload handler kept nothing beyond the limit."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > settings.UPLOAD_BYTES:
            raise forms.ValidationError(FileTooLarge.message, code=FileTooLarge.code)
        return file


class DetailsForm(forms.Form):
    """Form for name and document number; the name only if it is not known yet."""

    full_name = full_name_field()
    document_kind = document_kind_field()
    document_number = document_number_field()
    document_country = forms.ChoiceField(
        label=_("Country of the document"), choices=country_choices
    )

    def __init__(self, player: User, data: Any = None) -> None:
        """Drop the name field if the name is known; preselect the player's country."""
        super().__init__(data, initial={"document_country": player.country})
        offer_kinds(self, player.country)
        if player.full_name:
            del self.fields["full_name"]

    def clean_full_name(self) -> str:
        """Return the normalised name."""
        try:
            return tidy_name(self.cleaned_data["full_name"])
        except NameRefused as error:
            raise forms.ValidationError(error.message, code=error.code) from error

    def details(self) -> Details:
        """Return the entered details of a valid form."""
        data = self.cleaned_data
        return Details(data.get("full_name", ""), data["number"], data["document_kind"])

    def clean(self) -> dict[str, Any]:
        """Add the normalised document number as `number`."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if {"document_number", "document_country"} <= set(data):
            try:
                data["number"] = DocumentNumber.parse(
                    data["document_country"], data["document_number"]
                )
            except NumberRefused as error:
                add_refusal_to_form(self, error)
        return data
