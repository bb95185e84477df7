"""Labels in place of the library's, which are in title case."""

from django import forms
from django.utils.translation import gettext_lazy as _


def label_new_password(form: forms.Form) -> None:
    """Label the two fields of a new password."""
    form.fields["password1"].label = _("New password")
    form.fields["password2"].label = _("New password (again)")
