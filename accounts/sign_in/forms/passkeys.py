# mypy: allow-subclassing-any
# (the library whose classes these extend ships without types)
"""Passkey forms."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.webauthn import forms as webauthn_forms
from cryptography.exceptions import InvalidSignature
from django import forms
from django.utils.translation import gettext as _, gettext_lazy

LONGEST_NAME = 60


REFUSED = gettext_lazy("This passkey does not open the account.")


def _name_field(form: forms.Form) -> None:
    form.fields["name"] = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("A name you will recognize, for example “My phone”."),
    )


@contextmanager
def refuse_malformed_credentials() -> Iterator[None]:
    """Turn allauth's errors for malformed credentials into a ValidationError."""
    try:
        yield
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, InvalidSignature) as error:
        raise forms.ValidationError(REFUSED, code="incorrect_code") from error


class AddPasskeyForm(webauthn_forms.AddWebAuthnForm):
    """Form to add a named, passwordless passkey: the device verifies its user by fingerprint, face or PIN."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Hide allauth's choice between passwordless and second-factor passkeys."""
        super().__init__(*args, **kwargs)
        _name_field(self)
        self.fields["name"].required = False  # a created passkey is not refused for lack of a name
        self.fields["passwordless"] = forms.BooleanField(
            widget=forms.HiddenInput, initial=True, required=False
        )
        self.order_fields(["name", "passwordless", "credential"])

    def clean(self) -> dict[str, Any]:
        with refuse_malformed_credentials():
            found: dict[str, Any] = super().clean()
        return found


class AuthenticatePasskeyForm(webauthn_forms.AuthenticateWebAuthnForm):
    """Form for a passkey as the second factor."""

    def clean_credential(self) -> Any:
        with refuse_malformed_credentials():
            return super().clean_credential()


class LoginPasskeyForm(AuthenticatePasskeyForm, webauthn_forms.LoginWebAuthnForm):
    """Form to sign in with a discoverable passkey."""


class ReauthenticatePasskeyForm(AuthenticatePasskeyForm, webauthn_forms.ReauthenticateWebAuthnForm):
    """Form for a passkey of the signed-in user."""


class EditPasskeyForm(webauthn_forms.EditWebAuthnForm):
    """Form for the name of a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_field(self)
