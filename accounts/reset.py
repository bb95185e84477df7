# mypy: allow-subclassing-any
# (allauth, whose classes these extend, ships without types)
"""A new password by a link. The link always works; whoever has a second factor shows it before the new password counts."""

import json
from typing import Any

from allauth.account import forms as account_forms
from allauth.account import views as account_views
from allauth.account.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm
from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext as _

from accounts import network, slowing
from accounts.factors import has_factor, has_passkey
from accounts.passkeys import AuthenticatePasskeyForm
from accounts.recovery import services as recovery
from accounts.views import RefusedFormView
from internals.allauth_flows import begin_authentication
from journal.models import Kind
from journal.services.recording import record


class NewPasswordForm(account_forms.ResetPasswordKeyForm):
    """The password twice, and of whoever has a second factor a code or a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ask for a factor where there is one."""
        super().__init__(*args, **kwargs)
        if self.user is not None and has_factor(self.user):
            self.fields["code"] = forms.CharField(
                label=_("Code of your authenticator app, or a recovery code"),
                required=not has_passkey(self.user),
                max_length=20,
                widget=forms.TextInput({"autocomplete": "one-time-code"}),
            )
            self.fields["credential"] = forms.JSONField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Look at the factor last: a recovery code counts once, and is not wasted on a password that is refused."""
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


class PasswordResetFromKeyView(RefusedFormView, account_views.PasswordResetFromKeyView):
    """Set a new password with the link."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Let the browser offer a passkey, where the person has one."""
        found: dict[str, Any] = super().get_context_data(**kwargs)
        if self.reset_user is not None and has_passkey(self.reset_user):
            found["js_data"] = {"request_options": begin_authentication(self.reset_user)}
        return found

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Whoever has set a password by a link may sign in with it, at once, whatever has failed before."""
        response: HttpResponse = super().form_valid(form)
        network.succeeded(self.request)
        slowing.forget(self.reset_user.email)
        if "code" in form.fields:
            recovery.shown(self.reset_user.pk)
        return response

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """A factor that does not fit is a failed sign-in."""
        if form.has_error("code", "factor") and (
            form.data.get("code") or form.data.get("credential")
        ):
            data = {"ip": get_adapter().get_client_ip(self.request), "part": "code"}
            record(Kind.LOGIN_FAILED, subject=f"user {self.reset_user.pk}", data=data)
            network.failed(self.request)
        return super().form_invalid(form)
