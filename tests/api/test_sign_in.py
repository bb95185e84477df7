"""Sign-in by players' apps: the same checks, limits and events as on the site."""

import json
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.models.users import User
from accounts.models.visits import Visit
from accounts.roles.values import Role
from accounts.visits.services.visits import end_visit
from journal.models import Event, EventKind
from tests.accounts.people import PASSWORD, ana, ana_confirmed, form_of
from tests.accounts.staff import PASSWORD as STAFF_PASSWORD, staff
from tests.accounts.test_no_alarm_of_ones_own import no_alarm
from tests.accounts.test_second_step import ana_with_an_app, code_now, wrong_code
from tests.api.calls import V1, Caller, assert_problem, open_session, read

pytestmark = pytest.mark.database


def send(path: str, body: Any, token: str = "", method: str = "post") -> Any:
    """Return the answer of a request without an idempotency key."""
    return Client().generic(
        method.upper(),
        f"{V1}/auth/{path}",
        b"" if body is None else json.dumps(body).encode(),
        content_type="application/json",
        headers={"accept-language": "en", "x-session-token": token},
    )


def log_in(email: str, password: str = PASSWORD) -> Any:
    return send("login", {"email": email, "password": password})


def failures(kind: EventKind = EventKind.LOGIN_FAILED) -> int:
    return Event.objects.filter(kind=kind).count()


def test_a_player_signs_in_and_out() -> None:
    player = ana_confirmed()
    answer = log_in(player.email)
    found = read(answer)
    assert (found["signed_in"], found["next"]) == (True, None)
    assert not answer.cookies
    caller = Caller(player, token=found["session_token"])
    assert read(caller.get("/me"))["email"] == player.email
    visit = Visit.objects.get(player=player)
    assert (visit.session_key, visit.ended_at) == (caller.token, None)
    assert Event.objects.filter(kind=EventKind.LOGGED_IN, actor_id=player.pk).count() == 1

    assert send("session", 7, caller.token, "delete").json()["code"] == "body_not_taken"
    assert read(send("session", None, caller.token, "delete"))["signed_in"] is False
    assert_problem(caller.get("/me"), 401, "not_signed_in")
    visit.refresh_from_db()
    assert visit.ended == Visit.End.SIGNED_OUT


def test_a_wrong_password_counts_and_locks_as_on_the_site() -> None:
    player = ana_confirmed()
    for count in (1, 2):
        wrong = log_in(player.email, "wrong")
        assert_problem(wrong, 422, "email_password_mismatch", "password")
        assert failures() == count
    assert_problem(log_in(player.email), 422, "slow_down", "")
    assert failures(EventKind.LOGIN_LOCKED) == 1
    assert not Visit.objects.filter(player=player).exists()


def test_staff_and_unconfirmed_players_get_the_answer_of_a_wrong_password() -> None:
    cashier = staff(Role.CASHIER, "api")
    assert cashier.check_password(STAFF_PASSWORD)
    assert_problem(
        log_in(cashier.email, STAFF_PASSWORD), 422, "email_password_mismatch", "password"
    )
    assert failures() == 1
    assert_problem(Caller(cashier).get("/me"), 401, "not_signed_in")


@pytest.mark.usefixtures("still_clock")
def test_the_second_factor_completes_the_sign_in() -> None:
    player, secret = ana_with_an_app()
    first = read(log_in(player.email))
    assert (first["signed_in"], first["next"]) == (False, "second_factor")
    token = first["session_token"]
    assert_problem(Caller(player, token=token).get("/me"), 401, "not_signed_in")
    assert_problem(
        send("second-factor", {"code": wrong_code(secret)}, token), 422, "incorrect_code", "code"
    )
    assert failures() == 1
    found = read(send("second-factor", {"code": code_now(secret)}, token))
    assert found["signed_in"] is True
    assert read(Caller(player, token=found["session_token"]).get("/me"))["email"] == player.email
    assert_problem(send("second-factor", {"code": code_now(secret)}), 401, "not_signed_in")


@pytest.mark.usefixtures("still_clock")
def test_signing_in_and_up_raises_no_alarm() -> None:
    player, secret = ana_with_an_app()
    with no_alarm():
        token = read(log_in(player.email))["session_token"]
        token = read(send("second-factor", {"code": code_now(secret)}, token))["session_token"]
        read(send("signup", sign_up_body(email="new@example.com")))
        read(send("session", None, token, "delete"))


def sign_up_body(**changes: Any) -> dict[str, Any]:
    form = form_of(ana())
    body: dict[str, Any] = {
        "email": form["email"],
        "password": form["password1"],
        "birth_date": form["birth_date"],
        "country": form["country"],
        "accepts_documents": True,
        "confirms_statements": True,
    }
    return {**body, **changes}


def test_sign_up_opens_the_same_account_and_does_not_tell_whose_address_is_known() -> None:
    first = read(send("signup", sign_up_body()))
    assert (first["signed_in"], first["next"]) == (False, "confirm_email")
    player = User.objects.get(email=ana().email)
    assert player.consents.count() == 7
    assert len(mail.outbox) == 1
    again = read(send("signup", sign_up_body()))
    assert {**again, "session_token": ""} == {**first, "session_token": ""}
    assert User.objects.filter(email=ana().email).count() == 1
    assert_problem(log_in(player.email), 422, "email_password_mismatch", "password")


def test_sign_up_is_refused_by_the_sites_rules() -> None:
    before = User.objects.count()
    young = send("signup", sign_up_body(birth_date="2020-01-01"))
    assert_problem(young, 422, "under_age", "birth_date")
    assert failures(EventKind.REGISTRATION_REFUSED) == 1
    without = send("signup", sign_up_body(accepts_documents=False))
    assert_problem(without, 422, "required", "accepts_documents")
    weak = send("signup", sign_up_body(password="password"))
    assert "password" in {one["field"] for one in weak.json()["errors"]}
    unknown = send("signup", sign_up_body(extra=1))
    assert_problem(unknown, 422, "invalid", "extra")
    assert User.objects.count() == before


def test_the_browsers_cookie_never_authenticates_and_the_token_is_not_a_cookie() -> None:
    player = ana_confirmed()
    browser = Client()
    browser.force_login(player)
    assert_problem(browser.get(f"{V1}/me"), 401, "not_signed_in")
    assert_problem(Caller(player, token="0" * 32).get("/me"), 401, "not_signed_in")
    assert_problem(Caller(player, token="../etc").get("/me"), 401, "not_signed_in")


def test_an_idle_player_proves_who_it_is_before_the_next_change() -> None:
    player = ana_confirmed()
    caller = Caller(player, token=open_session(player, password_at=1.0))
    assert caller.get("/me").status_code == 200
    change = ("put", "/reality-check", {"minutes": 30})
    refused = caller.send(*change, key="k")
    assert_problem(refused, 401, "reauthentication_required")
    assert refused["WWW-Authenticate"]
    assert_problem(
        send("reauthenticate/password", {"password": "wrong"}, caller.token),
        422,
        "incorrect_password",
        "password",
    )
    assert read(send("reauthenticate/password", {"password": PASSWORD}, caller.token))["signed_in"]
    assert read(caller.send(*change, key="k"))["minutes"] == 30


def test_a_session_that_its_player_ends_elsewhere_is_over() -> None:
    player = ana_confirmed()
    caller = Caller(player, token=read(log_in(player.email))["session_token"])
    visit = Visit.objects.get(player=player, session_key=caller.token)
    assert end_visit(player, visit.pk) is True
    assert_problem(caller.get("/me"), 401, "not_signed_in")
    assert_problem(caller.post("/messages/read"), 401, "not_signed_in")
