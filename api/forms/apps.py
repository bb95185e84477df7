# mypy: allow-subclassing-any
# (allauth, whose form this extends, ships without types)
"""Forms of registered apps: of staff, and of the player who connects one."""

from collections.abc import Sequence
from typing import Any, Final

from allauth.idp.oidc.forms import AuthorizationForm
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from accounts.staff.forms import StaffReasonForm
from api.services.apps import AppRequest
from api.values.app_scopes import AppScope
from api.values.redirect_uris import parse_redirect_uri

_MOST_URIS: Final = 10
_PUBLIC, _CONFIDENTIAL = "public", "confidential"
_KINDS: Final = [
    (_PUBLIC, _("without a secret: in a browser, on a phone, on a computer")),
    (_CONFIDENTIAL, _("with a secret: on a server of its maker")),
]


class NewAppForm(forms.Form):
    """Form for a new app."""

    name = forms.CharField(
        label=_("Name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    maker = forms.CharField(
        label=_("Maker"),
        max_length=100,
        help_text=_("The person or company that answers for the app. Players see it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    website = forms.URLField(label=_("Website"), max_length=200, assume_scheme="https")
    kind = forms.ChoiceField(label=_("Kind"), choices=_KINDS, initial=_PUBLIC)
    redirect_uris = forms.CharField(
        label=_("Redirect addresses"),
        max_length=3000,
        help_text=_(
            "One a line, compared exactly: https://…, http://127.0.0.1:…, or a scheme of the app such as com.example.app:/done."
        ),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("Scopes that it may ask for"),
        choices=AppScope.choices,
        widget=forms.CheckboxSelectMultiple,
    )

    def clean_redirect_uris(self) -> tuple[str, ...]:
        """Return the addresses."""
        lines = self.cleaned_data["redirect_uris"].split()
        if len(lines) > _MOST_URIS:
            raise ValidationError(_("Enter up to 10 addresses."))
        try:
            return tuple(dict.fromkeys(parse_redirect_uri(line) for line in lines))
        except ValueError:
            raise ValidationError(
                _("Enter complete addresses without a fragment, one a line.")
            ) from None

    @property
    def asked(self) -> AppRequest:
        """The entered app; valid forms only."""
        given = self.cleaned_data
        return AppRequest(
            name=given["name"],
            maker=given["maker"],
            website=given["website"],
            redirect_uris=given["redirect_uris"],
            scopes=frozenset(AppScope(one) for one in given["scopes"]),
            is_public=given["kind"] == _PUBLIC,
        )


class AppReasonForm(StaffReasonForm):
    """Form with the reason of a change of an app."""


class ConsentForm(AuthorizationForm):
    """What a player grants to an app. Real money needs the player's own tick."""

    def __init__(
        self, *args: Any, requested_scopes: Sequence[str], user: User, **kwargs: Any
    ) -> None:
        super().__init__(*args, requested_scopes=requested_scopes, user=user, **kwargs)
        asked = [scope for scope in AppScope if scope.value in requested_scopes]
        field = self.fields["scopes"]
        field.choices = [(scope.value, scope.label) for scope in asked]
        field.initial = [scope.value for scope in asked if scope is not AppScope.PLAY_REAL]
        field.label = _("Permissions")
