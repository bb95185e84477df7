# mypy: allow-subclassing-any
# (the library whose classes these extend ships without types)
"""Forms for setting a new password by a link."""

import json
from typing import Any

from allauth.account import forms as account_forms
from allauth.account.forms import ResetPasswordForm as AllauthResetPasswordForm
from allauth.mfa.base.forms import AuthenticateForm
from django import forms
from django.utils.translation import gettext as _

from accounts.factors.selectors import has_factor, has_passkey
from accounts.models.users import User
from accounts.sign_in.forms.labels import label_new_password
from accounts.sign_in.forms.passkeys import AuthenticatePasskeyForm


class ResetPasswordForm(AllauthResetPasswordForm):
    """Form that sends a reset link; staff without a password use their invitation, which expires after three days."""

    users: list[User]

    def clean_email(self) -> str:
        """Drop staff without a password from the recipients; the response stays the same."""
        email = str(super().clean_email())
        self.users = [one for one in self.users if not one.is_staff or one.has_usable_password()]
        return email


class NewPasswordForm(account_forms.ResetPasswordKeyForm):
    """Form for the new password, typed twice, and a code or passkey if the account has a second factor."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Add the fields of the second factor if the account has one."""
        super().__init__(*args, **kwargs)
        label_new_password(self)
        if self.user is not None and has_factor(self.user):
            self.fields["code"] = forms.CharField(
                label=_("Code of your authenticator app, or a recovery code"),
                required=not has_passkey(self.user),
                max_length=20,
                widget=forms.TextInput({"autocomplete": "one-time-code"}),
            )
            self.fields["credential"] = forms.JSONField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Check the factor last, so that a refused password does not use up a recovery code."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "code" in self.fields and not self.errors:
            shown = self._factor()
            if not shown.is_valid():
                [told] = [errors[0] for errors in shown.errors.values()][:1]
                self.add_error("code", forms.ValidationError(told, code="factor"))
        return data

    def _factor(self) -> forms.Form:
        if credential := self.cleaned_data.get("credential"):
            shown: forms.Form = AuthenticatePasskeyForm(
                user=self.user, data={"credential": json.dumps(credential)}
            )
            return shown
        return AuthenticateForm(user=self.user, data={"code": self.cleaned_data["code"]})  # type: ignore[no-any-return]  # allauth has no types
