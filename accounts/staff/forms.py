"""Forms about staff accounts."""

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
    """Return the accounts for the list of staff; the parameter `left` includes closed ones."""
    return staff_accounts(include_closed=bool(params.get("left")))


class StaffReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RolesForm(StaffReasonForm):
    """Form for the roles of a staff user."""

    roles = forms.MultipleChoiceField(
        label=_("Roles"),
        choices=Role.choices,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("One role; analyst and cashier may be the same person."),
    )
    field_order: Iterable[str] | None = ("roles", "reason")

    @property
    def chosen(self) -> frozenset[Role]:
        """Chosen roles; valid forms only."""
        return frozenset(Role(name) for name in self.cleaned_data["roles"])


class NewcomerForm(RolesForm):
    """Form for a new staff account."""

    full_name = forms.CharField(label=_("First and last name"), max_length=150)
    email = forms.EmailField(label=_("Own email address"), max_length=254)
    language = forms.ChoiceField(label=_("Language"), choices=Language.choices)
    field_order = ("full_name", "email", "language", "roles", "reason")

    @property
    def newcomer(self) -> Newcomer:
        """The entered account; valid forms only."""
        given = self.cleaned_data
        return Newcomer(given["email"], given["full_name"], self.chosen, given["language"])


class AddressForm(StaffReasonForm):
    """Form for a new email address."""

    email = forms.EmailField(label=_("New email address"), max_length=254)
    field_order: Iterable[str] | None = ("email", "reason")


class StateForm(StaffReasonForm):
    """Form to lock, reopen or close an account."""

    to = forms.ChoiceField(choices=[("locked", ""), ("active", ""), ("closed", "")])


class ReviewForm(forms.Form):
    """Form for the result of a review of rights."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)  # digest of the displayed data
    note = forms.CharField(
        label=_("Findings"),
        max_length=LONGEST,
        help_text=_("For example: no changes needed; or who should lose which role."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class JoinForm(forms.Form):
    """Form for the first password, typed twice."""

    password1 = SetPasswordField(label=_("New password"))
    password2 = PasswordField(label=_("New password (again)"))

    def __init__(self, data: Any = None, *, user: User) -> None:
        super().__init__(data)
        self.fields["password1"].user = user  # type: ignore[attr-defined]  # allauth's field passes its user to the validators

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if "password1" in given and given["password1"] != given.get("password2"):
            self.add_error(
                "password2", ValidationError(_("You must type the same password each time."))
            )
        return given
