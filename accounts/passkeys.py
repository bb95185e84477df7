# mypy: allow-subclassing-any
# (allauth, whose classes these extend, ships without types)
"""Passkeys: adding, naming, removing them, and signing in with one. The ceremonies are allauth's; a failed one is an event."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.webauthn import forms as webauthn_forms
from allauth.mfa.webauthn import views as webauthn_views
from cryptography.exceptions import InvalidSignature
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import network
from accounts.models import User
from accounts.views import RefusedFormView
from journal.models import Kind
from journal.services.recording import record

LONGEST_NAME = 60
REFUSED = gettext_lazy("This passkey does not open the account.")


def note_failure(request: HttpRequest, user: User | None) -> None:
    """A passkey that does not fit is a failed sign-in, as a wrong code is."""
    data = {"ip": get_adapter().get_client_ip(request), "part": "passkey"}
    record(Kind.LOGIN_FAILED, subject=f"user {user.pk}" if user else "nobody", data=data)
    network.failed(request)


def _name_field(form: forms.Form) -> None:
    form.fields["name"] = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("By which you know it again: «my phone», say."),
    )


@contextmanager
def only_refused() -> Iterator[None]:
    """Have a credential that no browser makes refused as one that does not fit: the library stumbles over some of them."""
    try:
        yield
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, InvalidSignature) as error:
        raise forms.ValidationError(REFUSED, code="incorrect_code") from error


class AddPasskeyForm(webauthn_forms.AddWebAuthnForm):
    """A passkey with a name; always one that opens the account by itself, so its device asks for finger, face or PIN."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Leave the choice between two sorts out: most people know one."""
        super().__init__(*args, **kwargs)
        _name_field(self)
        self.fields["name"].required = False  # a passkey that was made is not refused for its name
        self.fields["passwordless"] = forms.BooleanField(
            widget=forms.HiddenInput, initial=True, required=False
        )
        self.order_fields(["name", "passwordless", "credential"])

    def clean(self) -> dict[str, Any]:
        """What the browser has made of the page's challenge."""
        with only_refused():
            found: dict[str, Any] = super().clean()
        return found


class AuthenticatePasskeyForm(webauthn_forms.AuthenticateWebAuthnForm):
    """A passkey as the second step."""

    def clean_credential(self) -> Any:
        """The passkey that was shown, of this person."""
        with only_refused():
            return super().clean_credential()


class LoginPasskeyForm(AuthenticatePasskeyForm, webauthn_forms.LoginWebAuthnForm):
    """A passkey that says whose it is."""


class ReauthenticatePasskeyForm(AuthenticatePasskeyForm, webauthn_forms.ReauthenticateWebAuthnForm):
    """A passkey again, of who is signed in."""


class EditPasskeyForm(webauthn_forms.EditWebAuthnForm):
    """The name of a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Name the field in the reader's language."""
        super().__init__(*args, **kwargs)
        _name_field(self)


class AddPasskeyView(RefusedFormView, webauthn_views.AddWebAuthnView):
    """Make a passkey."""


class EditPasskeyView(RefusedFormView, webauthn_views.EditWebAuthnView):
    """Name a passkey."""


class PasskeyLoginView(webauthn_views.LoginWebAuthnView):
    """Sign in with a passkey alone: its device has asked for finger, face or PIN, which makes two factors of it."""

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """Say the same whatever was wrong, and note it."""
        del form
        note_failure(self.request, None)
        messages.error(self.request, REFUSED)
        return redirect("account_login")


class PasskeyReauthenticateView(webauthn_views.ReauthenticateWebAuthnView):
    """Show a passkey again before something important."""

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """Ask once more, on the same page."""
        note_failure(self.request, self.request.user)
        form.errors.pop("credential", None)
        form.add_error(None, REFUSED)
        response: HttpResponse = self.render_to_response(self.get_context_data(form=form))
        response.status_code = 422
        return response
