# mypy: allow-subclassing-any
# (allauth, whose class this extends, ships without types)
"""Sign-up form."""

from datetime import date
from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.models import EmailAddress
from allauth.account.utils import setup_user_email
from django import forms
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy as _

from accounts.gate.services.newcomers import require_unlisted_newcomer
from accounts.guests.views import find_guest_to_sign_up
from accounts.models.users import Language, User
from accounts.sign_up.forms.identity import add_identity_fields, read_identity
from accounts.sign_up.refusals import ConsentMissingError, EmailTakenError
from accounts.sign_up.selectors import asked_at_sign_up
from accounts.sign_up.services import sign_up
from accounts.sign_up.values import BOXES, ConsentBox, NewcomerIdentity
from accounts.values.ages import (
    BirthDateRefusedError,
    minimum_age,
    verify_birth_date,
    westernmost_date,
)
from accounts.values.countries import country_choices
from journal.refusals import Refusal
from pages.refused import add_refusal_to_form
from profiles.selectors.in_force import profile_in_force


def _countries() -> list[tuple[str, str]]:
    return [("", str(_("Choose your country"))), *country_choices()]


def _checkbox(box: ConsentBox) -> forms.BooleanField:
    return forms.BooleanField(
        label=box.label, error_messages={"required": ConsentMissingError.message}
    )


class SignupForm(AllauthSignupForm):
    """Form for a player's sign-up; a refused attempt stores nothing."""

    account_already_exists: bool
    identity = NewcomerIdentity()
    field_order: Final = ["email", "password1", "birth_date", "country"]

    birth_date = forms.DateField(
        label=_("Birth date"),
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "autocomplete": "bday"}),
        error_messages={"invalid": _("Enter the date as year-month-day, like 1990-12-31.")},
    )
    country = forms.ChoiceField(
        label=_("Country where you live"),
        choices=_countries,
        widget=forms.Select(attrs={"autocomplete": "country"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = _("You sign in with it; we send a link to confirm it.")
        self.fields["birth_date"].help_text = _(
            "The law asks for it: nobody under %(age)s may play."
        ) % {"age": profile_in_force().minimum_age}
        residence = str(self.data.get("country", ""))
        self.asked = asked_at_sign_up(residence)
        add_identity_fields(self, self.asked, residence)
        for box in BOXES:
            self.fields[box.field] = _checkbox(box)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if {"birth_date", "country"} <= set(data):
            self._check_age(data["birth_date"], data["country"])
        if "country" in data:
            self._check_identity(data["country"])
        return data

    def _check_identity(self, country: str) -> None:
        """Parse what the profile asks besides; ask the exclusion register last, if nothing else is wrong."""
        self.identity = read_identity(self, self.asked, country)
        number = self.identity.number
        if number is None or self.errors:
            return
        try:
            require_unlisted_newcomer(number.country, number.normal, country)
        except Refusal as error:
            add_refusal_to_form(self, error)

    def _check_age(self, birth_date: date, country: str) -> None:
        try:
            verify_birth_date(birth_date, westernmost_date(timezone.now()), minimum_age(country))
        except BirthDateRefusedError as error:
            add_refusal_to_form(self, error)

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Open the account; respond in the same way if the address already has one."""
        if not self.account_already_exists:
            try:
                return self.save(request), None
            except EmailTakenError:
                self.account_already_exists = True
        # Same work as for a new account, to keep the response time equal.
        make_password(self.cleaned_data["password1"])
        user, response = super().try_save(request)
        return user, response

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        """Create the account with its consents and unconfirmed address."""
        user = sign_up.open_account(self._application(request), find_guest_to_sign_up(request))
        setup_user_email(request, user, [EmailAddress(email=user.email)])
        return user

    def _application(self, request: HttpRequest) -> sign_up.SignUpData:
        data = self.cleaned_data
        return sign_up.SignUpData(
            email=data["email"],
            password=data["password1"],
            birth_date=data["birth_date"],
            country=data["country"],
            language=get_language() or Language.ES,
            consents=frozenset(kind for box in BOXES if data[box.field] for kind in box.kinds),
            address=get_adapter().get_client_ip(request),
            identity=self.identity,
        )
