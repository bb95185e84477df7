# mypy: allow-subclassing-any
# (the library whose classes these extend ships without types)
"""Forms that change the password or the email address of the signed-in user."""

from typing import Any

from allauth.account import forms as account_forms
from django.utils.translation import gettext_lazy as _

from accounts.sign_in.forms.labels import label_new_password


class ChangePasswordForm(account_forms.ChangePasswordForm):
    """Form for the current password and a new one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")
        label_new_password(self)


class AddEmailForm(account_forms.AddEmailForm):
    """Form for a new email address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New email address")
