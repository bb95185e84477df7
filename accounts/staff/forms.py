"""The forms about accounts of staff."""

from collections.abc import Iterable
from typing import Any, Final

from allauth.account.forms import PasswordField, SetPasswordField
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models.users import Language, User
from accounts.roles.values import Role
from accounts.staff.selectors.staff_accounts import staff_accounts
from accounts.staff.services.account_acts import Newcomer

LONGEST: Final = 500


def filter_staff(params: QueryDict) -> QuerySet[User]:
    """Accounts for the list of staff; `left` includes closed ones."""
    return staff_accounts(include_closed=bool(params.get("left")))


class StaffReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RolesForm(StaffReasonForm):
    """Roles of a person."""

    roles = forms.MultipleChoiceField(
        label=_("Roles"),
        choices=Role.choices,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("One role; analyst and cashier may be the same person."),
    )
    field_order: Iterable[str] | None = ("roles", "reason")

    @property
    def chosen(self) -> frozenset[Role]:
        """Of a valid form."""
        return frozenset(Role(name) for name in self.cleaned_data["roles"])


class NewcomerForm(RolesForm):
    """A new account."""

    full_name = forms.CharField(label=_("First and last name"), max_length=150)
    email = forms.EmailField(label=_("Own e-mail address"), max_length=254)
    language = forms.ChoiceField(label=_("Language"), choices=Language.choices)
    field_order = ("full_name", "email", "language", "roles", "reason")

    @property
    def newcomer(self) -> Newcomer:
        """Of a valid form."""
        given = self.cleaned_data
        return Newcomer(given["email"], given["full_name"], self.chosen, given["language"])


class AddressForm(StaffReasonForm):
    """Another address."""

    email = forms.EmailField(label=_("New e-mail address"), max_length=254)
    field_order: Iterable[str] | None = ("email", "reason")


class StateForm(StaffReasonForm):
    """Lock, open again, or close for good."""

    to = forms.ChoiceField(choices=[("locked", ""), ("active", ""), ("closed", "")])


class ReviewForm(forms.Form):
    """The result of a review."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)  # the digest of what was shown
    note = forms.CharField(
        label=_("What you found"),
        max_length=LONGEST,
        help_text=_("For example: all as it should be; or who is to lose which role."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class JoinForm(forms.Form):
    """The first password, twice."""

    password1 = SetPasswordField(label=_("New password"))
    password2 = PasswordField(label=_("New password (again)"))

    def __init__(self, data: Any = None, *, user: User) -> None:
        super().__init__(data)
        self.fields["password1"].user = user  # type: ignore[attr-defined]  # allauth's field asks the validators about its user

    def clean(self) -> dict[str, Any]:
        """Both are the same."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if "password1" in given and given["password1"] != given.get("password2"):
            self.add_error(
                "password2", ValidationError(_("You must type the same password each time."))
            )
        return given
