"""Form for proposing to accept a build."""

from django import forms
from django.utils.translation import gettext_lazy as _


class BuildAcceptanceForm(forms.Form):
    reason = forms.CharField(
        label=_("Changes, checks and the way back"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("It is kept as the record of the release."),
    )
