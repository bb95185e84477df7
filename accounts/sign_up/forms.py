# mypy: allow-subclassing-any
# (allauth, whose classes these extend, ships without types)
"""Forms for people: signing up, and the options of a player."""

from datetime import date
from typing import Any, Final

from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.models import EmailAddress
from allauth.account.utils import setup_user_email
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy as _

from accounts.identity.forms.fields import document_country_field, document_number_field
from accounts.identity.selectors.document_numbers import holder_of
from accounts.identity.values.document_numbers import Number, NumberKnown, NumberRefused
from accounts.models.users import Language, User
from accounts.sign_up.refusals import ConsentMissingError, EmailTakenError
from accounts.sign_up.services import sign_up
from accounts.sign_up.values import DOCUMENTS, ConsentDocument
from accounts.values.ages import (
    BirthDateRefusedError,
    minimum_age,
    reached_everywhere,
    verify_birth_date,
)
from accounts.values.countries import country_choices
from accounts.values.currencies import display_currencies
from accounts.values.names import NameRefused, tidy_name
from pages.refused import explain

DISPLAY_CURRENCY_HELP: Final = _(
    "We show totals and table limits in this currency. It does not convert your money."
)


def _countries() -> list[tuple[str, str]]:
    return [("", str(_("Choose your country"))), *country_choices()]


def _agreement(document: ConsentDocument) -> forms.BooleanField:
    return forms.BooleanField(
        label=document.statement,
        error_messages={"required": ConsentMissingError.message},
    )


def consent_field(document: ConsentDocument) -> str:
    """Return the name of the field by which somebody agrees to a document."""
    return f"consent_{document.kind}"


class SignupForm(AllauthSignupForm):
    """Sign-up of a player; nothing of a refused attempt is stored."""

    account_already_exists: bool
    number: Number
    holder: int | None = (
        None  # whose document somebody entered here: for an event, never for the page
    )
    field_order: Final = [
        "email",
        "password1",
        "password2",
        "full_name",
        "birth_date",
        "country",
        "document_number",
        "document_country",
    ]

    full_name = forms.CharField(
        label=_("Full name"),
        max_length=150,
        help_text=_("Exactly as on your ID. We only pay out to this name."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    birth_date = forms.DateField(
        label=_("Birth date"),
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "autocomplete": "bday"}),
        error_messages={"invalid": _("Enter the date as year-month-day, like 1990-12-31.")},
    )
    country = forms.ChoiceField(
        label=_("Country"),
        choices=_countries,
        help_text=_("The law of the country where you live applies to your play."),
        widget=forms.Select(attrs={"autocomplete": "country"}),
    )
    document_number = document_number_field()
    document_country = document_country_field()
    display_currency = forms.ChoiceField(
        label=_("Display currency"),
        choices=display_currencies,
        help_text=DISPLAY_CURRENCY_HELP,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Add a checkbox per consent and help texts."""
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = _("You sign in with it; we send a link to confirm it.")
        self.fields["birth_date"].help_text = _(
            "The law asks for it: nobody under %(age)s may play."
        ) % {"age": settings.MINIMUM_AGE}
        for document in DOCUMENTS.values():
            self.fields[consent_field(document)] = _agreement(document)

    def clean_full_name(self) -> str:
        """The normalised name."""
        try:
            return tidy_name(self.cleaned_data["full_name"])
        except NameRefused as error:
            raise forms.ValidationError(error.message, code=error.code) from error

    def clean(self) -> dict[str, Any]:
        """Refuse under-age people, impossible dates, and a document that has an account."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if {"birth_date", "country"} <= set(data):
            self._see_age(data["birth_date"], data["country"])
        if {"document_number", "country"} <= set(data):
            self._see_number(data)
        return data

    def _see_age(self, birth_date: date, country: str) -> None:
        try:
            verify_birth_date(birth_date, reached_everywhere(timezone.now()), minimum_age(country))
        except BirthDateRefusedError as error:
            explain(self, error)

    def _see_number(self, data: dict[str, Any]) -> None:
        try:
            self.number = Number.of(
                data["document_country"] or data["country"], data["document_number"]
            )
        except NumberRefused as error:
            explain(self, error)
            return
        # whether the address has an account or not: else the answer would tell that
        if not self.errors and (holder := holder_of(self.number, but=data["email"])) is not None:
            self.refuse_number(holder)

    def refuse_number(self, holder: int) -> None:
        """The same message as for an invalid number."""
        self.holder = holder
        self.add_error(
            "document_number", forms.ValidationError(NumberKnown.message, code=NumberKnown.code)
        )

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Open the account, or answer just the same when the address already has one."""
        if not self.account_already_exists:
            try:
                return self.save(request), None
            except EmailTakenError:
                self.account_already_exists = True
        # The same work as for a new account, so that the time taken says nothing either.
        make_password(self.cleaned_data["password1"])
        user, response = super().try_save(request)
        return user, response

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        """Store the account with its consents and its unconfirmed address."""
        user = sign_up.sign_up(self._application())
        setup_user_email(request, user, [EmailAddress(email=user.email)])
        return user

    def _application(self) -> sign_up.Application:
        data = self.cleaned_data
        return sign_up.Application(
            email=data["email"],
            password=data["password1"],
            full_name=data["full_name"],
            birth_date=data["birth_date"],
            country=data["country"],
            number=self.number,
            display_currency=data["display_currency"],
            language=get_language() or Language.ES,
            consents=frozenset(
                kind for kind, document in DOCUMENTS.items() if data[consent_field(document)]
            ),
        )
