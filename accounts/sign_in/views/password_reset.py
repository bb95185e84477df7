# mypy: allow-subclassing-any
# (allauth, whose classes these extend, ships without types)
"""Password reset by a link. The link always works; a connected second factor is required for the new password."""

from typing import Any

from allauth.account import views as account_views
from allauth.account.adapter import get_adapter
from django import forms
from django.http import HttpResponse

from accounts.factors.selectors import has_passkey
from accounts.recovery import services as recovery
from accounts.sign_in.services import account_failures, locks, network_failures
from accounts.sign_in.views.pages import RefusedFormView
from internals.allauth_flows import begin_authentication
from journal.models import EventKind
from journal.services.recording import record


class PasswordResetFromKeyView(RefusedFormView, account_views.PasswordResetFromKeyView):
    """Set a new password by a link."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add passkey options if the user has a passkey."""
        found: dict[str, Any] = super().get_context_data(**kwargs)
        if self.reset_user is not None and has_passkey(self.reset_user):
            found["js_data"] = {"request_options": begin_authentication(self.reset_user)}
        return found

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Reset the failure counters, so that sign-in works at once, and end a factor reset if a factor was used."""
        response: HttpResponse = super().form_valid(form)
        network_failures.reset_count(get_adapter().get_client_ip(self.request))
        account_failures.reset_count(self.reset_user.email)
        locks.unlock(self.reset_user.email)
        if "code" in form.fields:
            recovery.end_resets_by_factor(self.reset_user.pk)
        return response

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """Record a wrong factor as a failed sign-in, and count it for the network."""
        if form.has_error("code", "factor") and (
            form.data.get("code") or form.data.get("credential")
        ):
            ip, subject = get_adapter().get_client_ip(self.request), f"user {self.reset_user.pk}"
            data, personal = {"part": "code"}, {"ip": ip}
            record(EventKind.LOGIN_FAILED, subject=subject, data=data, personal=personal)
            network_failures.count_failure(ip)
        return super().form_invalid(form)
