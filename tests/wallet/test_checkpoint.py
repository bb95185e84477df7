"""Reauthentication for closing an account and for a new destination: a stolen session is not enough."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.factors.selectors import IdentityProof
from accounts.models.users import State, User
from accounts.roles.values import Role
from accounts.visits.views.kept_forms import KEPT
from tests.accounts.people import PASSWORD
from tests.accounts.staff import staff
from tests.accounts.test_way_back import show, with_an_app
from tests.wallet.cash import account, bank_form, checked, just_now, person
from tests.wallet.ledger import funded, rows, usd
from wallet.cash.models import Withdrawal
from wallet.cash.refusals import ProofNeeded
from wallet.cash.services import closing, withdrawals
from wallet.cash.values.payout import Payout

CLOSE, WITHDRAW = reverse("wallet:close"), reverse("wallet:withdraw")
NEW = {**bank_form("thief's bank 1"), "provider": "manual"}
pytestmark = pytest.mark.database
Sends = Callable[[IdentityProof], object]


@pytest.fixture(autouse=True)
def _ana() -> None:
    """Give Ana 100 dollars; she has never withdrawn."""
    checked()
    funded(text="100.00")


def asks(proof: IdentityProof) -> Withdrawal:
    return withdrawals.request_withdrawal(
        person(), usd("5.00"), destination=account("Banco Uno"), key=uuid4(), proof=proof
    )


def closes(proof: IdentityProof) -> object:
    return closing.close_own_account(
        person(), to=Payout(account("Banco Uno")), key=uuid4(), proof=proof
    )


BOTH = pytest.mark.parametrize("sends", [asks, closes])


def refused(sends: Sends, proof: IdentityProof) -> None:
    before = rows()
    with pytest.raises(ProofNeeded):
        sends(proof)
    assert (rows(), person().state) == (before, State.ACTIVE)


@BOTH
def test_the_services_take_it_of_the_player_alone_and_just_now(sends: Sends) -> None:
    refused(sends, IdentityProof())
    refused(sends, IdentityProof(password_at=timezone.now() - timedelta(minutes=6)))
    assert sends(just_now())


@BOTH
def test_players_with_a_factor_must_use_it(sends: Sends) -> None:
    with_an_app(person())
    refused(sends, just_now())
    refused(sends, IdentityProof(timezone.now() - timedelta(minutes=6), timezone.now()))
    assert sends(IdentityProof(factor_at=timezone.now()))


def test_a_known_destination_takes_none_but_closing_does() -> None:
    withdrawals.refuse_withdrawal(
        asks(just_now()).pk,
        seen=1,
        acting_user=staff(Role.CASHIER),
        reason="x",
        told_player="review",
    )
    refused(closes, IdentityProof())
    assert asks(IdentityProof()).destination == account("Banco Uno")


def test_an_empty_account_is_not_closed_without_it_either() -> None:
    luis = person("luis")
    with pytest.raises(ProofNeeded):
        closing.close_own_account(luis, to=None, key=uuid4(), proof=IdentityProof())
    assert closing.close_own_account(luis, to=None, key=uuid4(), proof=just_now()).player == luis


def a_session() -> Client:
    """Return a session that was left open, or stolen."""
    User.objects.filter(pk=person().pk).update(password=make_password(PASSWORD))
    client = Client()
    client.force_login(person())
    return client


FORMS = pytest.mark.parametrize(
    ("page", "form"),
    [
        (CLOSE, {**NEW, "understood": "on"}),
        (WITHDRAW, {**NEW, "amount": "5", "currency": "USD"}),
    ],
)


def typed(page: Any) -> dict[str, Any]:
    fields = page.context["form"]
    return {name: fields[name].value() for name in fields.fields}


@FORMS
def test_a_session_without_proof_is_sent_to_the_password_and_back(
    page: str, form: dict[str, str]
) -> None:
    client = a_session()
    before = rows()
    led = client.post(page, {**form, "key": str(uuid4())})
    assert led.status_code == 303
    assert led["Location"].startswith(reverse("account_reauthenticate"))
    assert (rows(), person().state) == (before, State.ACTIVE)
    back = client.post(
        reverse("account_reauthenticate"), {"password": PASSWORD, "next": page}, follow=True
    )
    assert (back.request["PATH_INFO"], rows()) == (page, before)
    sent = typed(back)
    assert sent["bank"] == NEW["bank"]
    assert client.post(page, sent).status_code == 303
    assert Withdrawal.objects.get().destination == account("thief's bank 1")
    assert (person().state == State.CLOSED) == (page == CLOSE)


@FORMS
def test_players_with_a_factor_are_asked_for_it(page: str, form: dict[str, str]) -> None:
    client, codes = a_session(), with_an_app(person())
    led = client.post(page, {**form, "key": str(uuid4())})
    assert led["Location"].startswith(reverse("mfa_reauthenticate"))
    back = show(client, led["Location"], codes[0])
    assert client.post(page, typed(back)).status_code == 303
    assert Withdrawal.objects.count() == 1


@FORMS
def test_no_session_holds_bank_details_in_clear(page: str, form: dict[str, str]) -> None:
    client = a_session()
    led = client.post(page, {**form, "key": str(uuid4())})
    assert led["Location"].startswith(reverse("account_reauthenticate"))

    held = [str(one.get_decoded()) for one in Session.objects.all()]
    assert any(KEPT in text for text in held)
    for typed_text in (NEW["number"], NEW["bank"], NEW["holder"]):
        assert not any(typed_text in text for text in held)

    back = client.post(
        reverse("account_reauthenticate"), {"password": PASSWORD, "next": page}, follow=True
    )
    sent = typed(back)
    assert {name: sent[name] for name in NEW if name in sent} == NEW


def change_user(client: Client) -> None:
    """Move the kept form to another user's session."""
    session = client.session
    luis = Client()
    luis.force_login(person("luis"))
    kept = session[KEPT]
    session = luis.session
    session[KEPT] = kept
    session.save()
    client.cookies = luis.cookies


def change_page(client: Client) -> None:
    session = client.session
    session[KEPT] = {**session[KEPT], "page": reverse("wallet:exchange")}
    session.save()


def change_text(client: Client) -> None:
    session = client.session
    session[KEPT] = {**session[KEPT], "fields": "not sealed"}
    session.save()


def write_clear_fields(client: Client) -> None:
    """Store the fields in clear, as sessions of an earlier version did."""
    session = client.session
    session[KEPT] = {**session[KEPT], "fields": NEW}
    session.save()


@pytest.mark.parametrize("change", [change_user, change_page, change_text, write_clear_fields])
def test_a_kept_form_that_cannot_be_opened_is_dropped(change: Callable[[Client], None]) -> None:
    client = a_session()
    client.post(WITHDRAW, {**NEW, "amount": "5", "currency": "USD", "key": str(uuid4())})
    change(client)

    page = client.get(client.session[KEPT]["page"])

    assert page.status_code == 200
    assert NEW["bank"] not in page.context["form"].initial.values()
    assert KEPT not in client.session
