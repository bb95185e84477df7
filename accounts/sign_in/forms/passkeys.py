# mypy: allow-subclassing-any
# (the library whose classes these extend ships without types)
"""Forms of passkeys."""

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
def only_refused() -> Iterator[None]:
    """Turn the library's errors for malformed credentials into a refusal."""
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
        """Check the browser's answer to the challenge."""
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
    """A discoverable passkey."""


class ReauthenticatePasskeyForm(AuthenticatePasskeyForm, webauthn_forms.ReauthenticateWebAuthnForm):
    """A passkey of the signed-in user."""


class EditPasskeyForm(webauthn_forms.EditWebAuthnForm):
    """The name of a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Name the field in the reader's language."""
        super().__init__(*args, **kwargs)
        _name_field(self)
