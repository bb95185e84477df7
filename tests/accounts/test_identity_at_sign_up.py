"""What the profile asks before an account exists: on the page and by the API, with the exclusion register."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.gate.values.signed_lists import ListKind
from accounts.identity.selectors.addresses import load_address
from accounts.identity.selectors.document_numbers import find_document_kind, load_document_number
from accounts.models.users import User
from accounts.sign_up.refusals import IdentityMissingError
from accounts.sign_up.services.sign_up import open_account
from accounts.users.selectors.phones import find_phone
from journal.models import Event
from tests.accounts.lists import Lists, set_up_lists
from tests.accounts.people import ana, ana_confirmed, form_of, number
from tests.accounts.test_addresses import FORM as ADDRESS, HOME
from tests.fixtures.profiles import ProfileChange

pytestmark = pytest.mark.database
ALL = ["name", "address", "phone", "document_number"]
EMAIL = "new@example.com"
Sign = Callable[[dict[str, str]], Any]


@pytest.fixture
def asked(profile: ProfileChange) -> None:
    profile(identity_at_sign_up=ALL, documents_accepted=["national_id"])


def whole(**changes: str) -> dict[str, str]:
    return {
        **form_of(ana(email=EMAIL)),
        **ADDRESS,
        "full_name": "Ana María Rojas",
        "phone": "+57 300 123 4567",
        "document_kind": "national_id",
        "document_number": number(EMAIL).normal,
        "document_country": "CO",
        **changes,
    }


def by_page(form: dict[str, str]) -> Any:
    return Client().post(reverse("account_signup"), form)


def by_app(form: dict[str, str]) -> Any:
    body: dict[str, object] = dict(form)
    body["password"] = body.pop("password1")
    for name in ("accepts_documents", "confirms_statements"):
        body[name] = body.get(name) == "on"
    return Client().post("/api/v1/auth/signup", body, content_type="application/json")


BOTH = pytest.mark.parametrize("sign", [by_page, by_app])


def test_the_short_sign_up_stays_without_it() -> None:
    fields = Client().get(reverse("account_signup")).context["form"].fields
    assert not {"full_name", "street", "phone", "document_number"} & set(fields)
    assert by_page(form_of(ana(email=EMAIL))).status_code == 302


@BOTH
def test_everything_asked_is_stored_with_the_account(asked: None, sign: Sign) -> None:
    assert sign(whole()).status_code in {200, 302, 401}
    user = User.objects.get(email=EMAIL)
    known = load_address(user)
    assert known is not None
    assert (user.full_name, known.address, find_phone(user.pk)) == (
        "Ana María Rojas",
        HOME,
        "+573001234567",
    )
    assert load_document_number(user) == number(EMAIL)
    assert find_document_kind(user) == "national_id"


@BOTH
@pytest.mark.parametrize(
    "changes",
    [
        {"full_name": ""},
        {"city": ""},
        {"phone": ""},
        {"phone": "12"},
        {"document_number": ""},
        {"document_number": "x"},
        {"document_kind": "passport"},
    ],
)
def test_without_it_no_account_is_opened(asked: None, sign: Sign, changes: dict[str, str]) -> None:
    before = User.objects.count()
    answer = sign(whole(**changes))
    assert answer.status_code in {400, 422}
    assert next(iter(changes)) in answer.content.decode()
    assert User.objects.count() == before


def test_the_service_refuses_it_too(asked: None) -> None:
    before = User.objects.count()
    with pytest.raises(IdentityMissingError) as refused:
        open_account(ana(email=EMAIL))
    assert refused.value.code == "identity_missing"
    assert User.objects.count() == before


def test_the_country_of_residence_may_ask_for_more(profile: ProfileChange) -> None:
    profile("MX", identity_at_sign_up=["phone"])
    short = form_of(ana(email=EMAIL))
    answer = by_page({**short, "country": "MX"})
    assert set(answer.context["form"].errors) == {"phone"}
    assert by_page({**short, "country": "CO"}).status_code == 302


def test_a_number_of_another_account_is_answered_like_a_new_one(profile: ProfileChange) -> None:
    holder = ana_confirmed()
    profile(identity_at_sign_up=ALL)
    answer = by_page(whole(document_number=number(holder.email).normal))
    assert answer.status_code == by_page(whole(email="third@example.com")).status_code == 302
    assert load_document_number(User.objects.get(email=EMAIL)) is None
    assert Event.objects.get(kind="document_known").subject == f"user {holder.pk}"


@pytest.fixture
def register(tmp_path: Path, settings: Settings, profile: ProfileChange) -> Lists:
    profile(identity_at_sign_up=["document_number"], exclusion_register=True)
    return set_up_lists(ListKind.REGISTER, tmp_path, settings)


@BOTH
def test_a_listed_person_opens_no_account(register: Lists, sign: Sign) -> None:
    register.load([register.entry(number(EMAIL))])
    before = User.objects.count()
    assert sign(whole()).status_code in {400, 422}
    assert User.objects.count() == before
    assert Event.objects.get(kind="registration_refused").data == {"code": "register_listed"}
    register.load([])
    sign(whole())
    assert User.objects.filter(email=EMAIL).exists()


def test_without_a_register_no_account_is_opened(register: Lists) -> None:
    before = User.objects.count()
    assert by_page(whole()).status_code == 422
    assert User.objects.count() == before
    assert Event.objects.get(kind="registration_refused").data == {"code": "register_unanswered"}
