"""What staff say of an alarm, and which part of the chain they take."""

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


class ChainForm(forms.Form):
    """The first file has everything; later ones begin where the last ended."""

    after = forms.IntegerField(
        label=_("After link"),
        required=False,
        min_value=0,
        max_value=2**62,
        help_text=_(
            "Empty for all of it; the last number of an earlier file for what has come since."
        ),
    )
