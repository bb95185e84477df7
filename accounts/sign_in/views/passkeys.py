# mypy: allow-subclassing-any
# (allauth, whose classes these extend, ships without types)
"""Passkeys: adding, naming, removing, and signing in. The ceremonies are allauth's; a failed one is an event."""

from allauth.account.adapter import get_adapter
from allauth.mfa.webauthn import views as webauthn_views
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models.users import User
from accounts.sign_in.forms.passkeys import REFUSED
from accounts.sign_in.services import network_failures
from accounts.sign_in.views.pages import RefusedFormView
from journal.models import EventKind
from journal.services.recording import record


def record_passkey_failure(request: HttpRequest, user: User | None) -> None:
    """Record an invalid passkey as a failed sign-in, and count it for the network."""
    ip, subject = get_adapter().get_client_ip(request), f"user {user.pk}" if user else "nobody"
    record(EventKind.LOGIN_FAILED, subject=subject, data={"part": "passkey"}, personal={"ip": ip})
    network_failures.count_failure(ip)


class AddPasskeyView(RefusedFormView, webauthn_views.AddWebAuthnView):
    """Add a passkey."""


class EditPasskeyView(RefusedFormView, webauthn_views.EditWebAuthnView):
    """Rename a passkey."""


class PasskeyLoginView(webauthn_views.LoginWebAuthnView):
    """Sign in with a passkey alone: user verification on the device makes it two factors."""

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """Record the failure; the message is the same for every cause."""
        del form
        record_passkey_failure(self.request, None)
        messages.error(self.request, REFUSED)
        return redirect("account_login")


class PasskeyReauthenticateView(webauthn_views.ReauthenticateWebAuthnView):
    """Use a passkey again before an important action."""

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """Record the failure and show the page again."""
        record_passkey_failure(self.request, self.request.user)
        form.errors.pop("credential", None)
        form.add_error(None, REFUSED)
        response: HttpResponse = self.render_to_response(self.get_context_data(form=form))
        response.status_code = 422
        return response
