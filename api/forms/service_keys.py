"""Forms of service keys."""

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from accounts.roles.selectors import load_rights
from accounts.staff.forms import StaffReasonForm
from accounts.staff.selectors.staff_accounts import list_roles
from accounts.values.networks import parse_network
from api.selectors.service_keys import possible_owners
from api.services.service_keys import KeyRequest
from api.values.scopes import Scope
from api.words.scopes import describe_missing_right

_VALIDITY: Final = [
    (30, _("30 days")),
    (90, _("90 days")),
    (180, _("180 days")),
    (365, _("365 days")),
]
_OVERLAPS: Final = [
    (0, _("immediately")),
    (1, _("in an hour")),
    (24, _("in a day")),
    (168, _("in a week")),
]
_MOST_NETWORKS: Final = 50


if TYPE_CHECKING:
    UserChoice = forms.ModelChoiceField[User]
else:
    UserChoice = forms.ModelChoiceField


class _OwnerField(UserChoice):
    """A person of staff, by name and roles."""

    def label_from_instance(self, obj: User) -> str:
        roles = ", ".join(str(role.label) for role in list_roles(obj))
        return f"{obj.full_name} · {roles}"


class ValidityForm(forms.Form):
    """For how long a key is valid."""

    days = forms.TypedChoiceField(label=_("Valid for"), coerce=int, choices=_VALIDITY, initial=90)

    @property
    def valid_for(self) -> timedelta:
        """The chosen duration; valid forms only."""
        return timedelta(days=self.cleaned_data["days"])


class _ScopeBoxes(forms.CheckboxSelectMultiple):
    """Boxes of scopes; those that are `missing` to the responsible person are disabled, with the reason."""

    missing: Mapping[str, str] = MappingProxyType({})

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(*args, **kwargs)
        if reason := self.missing.get(str(option["value"])):
            option["label"] = f"{option['label']} · {reason}"
            option["attrs"]["disabled"] = not option["selected"]
        return option


class KeyOwnerForm(forms.Form):
    """Form that chooses the responsible person of a new key first."""

    owner = _OwnerField(
        label=_("Responsible person"),
        queryset=User.objects.none(),
        empty_label=_("choose…"),
        help_text=_(
            "The key acts in this person's name and never has more rights. The person cannot approve what the key proposes."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["owner"].queryset = possible_owners()  # type: ignore[attr-defined]  # of a choice among rows


class NewKeyForm(ValidityForm):
    """Form for a new key of the person chosen before."""

    name = forms.CharField(
        label=_("System that will use the key"),
        max_length=60,
        help_text=_("For example: data warehouse."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    owner = _OwnerField(queryset=User.objects.none(), widget=forms.HiddenInput)
    scopes = forms.MultipleChoiceField(
        label=_("Scopes"),
        choices=Scope.choices,
        widget=_ScopeBoxes,
        help_text=_("You can choose what the roles of the responsible person allow."),
    )
    networks = forms.CharField(
        label=_("Allowed networks"),
        required=False,
        max_length=3000,
        help_text=_(
            "One IP address or network a line, for example 192.0.2.0/24. Empty: any network."
        ),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
    )
    field_order = ("name", "owner", "scopes", "networks", "days")

    def __init__(self, *args: Any, person: User | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["owner"].queryset = possible_owners()  # type: ignore[attr-defined]  # of a choice among rows
        rights = load_rights(person) if person else frozenset()
        self.fields["scopes"].widget.missing = {
            scope.value: describe_missing_right(scope, rights) for scope in Scope
        }

    def clean_networks(self) -> tuple[str, ...]:
        """Return the networks as CIDR."""
        lines = self.cleaned_data["networks"].split()
        if len(lines) > _MOST_NETWORKS:
            raise ValidationError(_("Enter up to 50 networks."))
        try:
            return tuple(dict.fromkeys(parse_network(line) for line in lines))
        except ValueError:
            raise ValidationError(_("Enter IP addresses or networks, one a line.")) from None

    @property
    def asked(self) -> KeyRequest:
        """The entered key; valid forms only."""
        given = self.cleaned_data
        scopes = frozenset(Scope(one) for one in given["scopes"])
        return KeyRequest(given["name"], given["owner"], scopes, given["networks"], self.valid_for)


class RotateKeyForm(ValidityForm):
    """Form for the successor of a key."""

    overlap = forms.TypedChoiceField(
        label=_("The old key ends"), coerce=int, choices=_OVERLAPS, initial=24
    )


class RevokeKeyForm(StaffReasonForm):
    """Form to end a key."""
