"""The form of a look at an item."""

from django import forms
from django.utils.translation import gettext_lazy as _

from reports.models.standards import NOTE_LENGTH


class LookForm(forms.Form):
    """An optional note."""

    note = forms.CharField(label=_("Note"), max_length=NOTE_LENGTH, required=False)
