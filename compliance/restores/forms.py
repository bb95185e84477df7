"""Form for proposing the release of a restored installation."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ReleaseForm(forms.Form):
    reason = forms.CharField(
        label=_("Checks made"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "The ledger, the seals, the chain of events, and each payment in the list. It is stored with the event."
        ),
    )
