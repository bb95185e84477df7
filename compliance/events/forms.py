"""What staff say of an alarm."""

from django import forms
from django.utils.translation import gettext_lazy as _


class SeenForm(forms.Form):
    """A word is obligatory."""

    word = forms.CharField(
        label=_("What you found and what was done"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Say what you found and what was done.")},
    )
