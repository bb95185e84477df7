"""Form to load a signed list."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models.gate import ListLoad


class LoadListForm(forms.Form):
    """A list, uploaded or as it was delivered to this installation."""

    kind = forms.ChoiceField(label=_("List"), choices=ListLoad.Kind)
    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("Without a file, the one that was delivered to this installation is loaded."),
    )
