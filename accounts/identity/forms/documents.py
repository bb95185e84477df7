"""Forms for identity documents."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from accounts.identity.forms.fields import document_number_field
from accounts.identity.refusals import TooLarge
from accounts.identity.values.document_numbers import Number, NumberRefused
from accounts.identity.values.file_content import ENDINGS, DamagedFile
from accounts.models.identity import Upload
from accounts.values.countries import country_choices
from pages.refused import explain


class UploadForm(forms.Form):
    """A picture or PDF of a document, and its kind."""

    kind = forms.ChoiceField(
        label=_("What it shows"), choices=Upload.Kind.choices, widget=forms.RadioSelect
    )
    file = forms.FileField(
        label=_("Photograph or PDF"),
        widget=forms.ClearableFileInput(attrs={"accept": ",".join(ENDINGS)}),
        error_messages={"empty": DamagedFile.message},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = _(
            "JPEG, PNG or PDF, at most %(most)s MB. All four corners in the picture, everything readable."
        ) % {"most": settings.UPLOAD_BYTES // 1024**2}

    def clean_file(self) -> "UploadedFile[Any]":
        """Of a file that is too long only the beginning was read."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > settings.UPLOAD_BYTES:
            raise forms.ValidationError(TooLarge.message, code=TooLarge.code)
        return file


class NumberForm(forms.Form):
    """The document number of players who signed up before it was required."""

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
                explain(self, error)
        return data
