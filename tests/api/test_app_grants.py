"""What players grant to registered apps: consent, codes, tokens, and how they end."""

from typing import Any

import pytest
from allauth.idp.oidc.models import Client as OidcClient, Token
from django.db import connection
from django.test import Client

from accounts.roles.values import Role
from api.models import AppConnection
from api.services import apps
from journal.models import Event, EventKind
from tests.accounts.staff import inside, staff
from tests.api.apps import (
    AUTHORIZE,
    REDIRECT,
    AppCaller,
    answered,
    browser_of,
    connect,
    connection_of,
    error_of,
    exchange,
    page,
    read_code,
    register,
)
from tests.api.calls import read
from tests.casino import scenes

pytestmark = pytest.mark.database


def test_a_player_connects_an_app_and_it_reads_the_account() -> None:
    player, issued = scenes.new_player(), register()
    browser = browser_of(player)
    shown = page(browser, issued, "read play")
    text = shown.text
    assert ("Trainer" in text, "Example Ltd" in text, 'value="play:real"' in text) == (
        True,
        True,
        False,
    )
    assert "form-action 'self' https://trainer.example" in shown["Content-Security-Policy"]
    assert 'value="play:real"' not in page(browser, issued).text  # the operator has not allowed it
    ticked = page(browser, register(name="Real", real_money=True)).context["offered"]
    assert [(line.scope.value, tick) for line, tick in ticked] == [
        ("read", True),
        ("play", True),
        ("play:real", False),
    ]
    tokens = exchange(issued, read_code(answered(browser, shown, "read"))).json()
    assert (tokens["token_type"], tokens["scope"]) == ("Bearer", "read")
    assert "." not in tokens["access_token"]  # opaque
    app = AppCaller(tokens["access_token"])
    assert read(app.get("/me"))["email"] == player.email
    assert read(app.get("/balances"))
    row = connection_of(player)
    assert (row.scopes, row.revoked_at) == (["read"], None)
    event = Event.objects.get(kind=EventKind.APP_CONNECTED)
    assert (event.actor_id, event.data) == (player.pk, {"app": "Trainer", "scopes": ["read"]})


def test_tokens_and_secrets_are_stored_as_hashes_only(caplog: pytest.LogCaptureFixture) -> None:
    player, issued = scenes.new_player(), register(is_public=False)
    caplog.set_level("DEBUG")
    tokens = connect(player, issued, "read")
    read(AppCaller(tokens["access_token"]).get("/me"))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT string_agg(t::text, '') FROM allauth_idp_oidc_token t),"
            " (SELECT string_agg(c::text, '') FROM allauth_idp_oidc_client c),"
            " (SELECT string_agg(a::text, '') FROM journal_alteration a),"
            " (SELECT string_agg(e::text, '') FROM journal_event e)"
        )
        found = "".join(cursor.fetchone())
    for secret in (tokens["access_token"], tokens["refresh_token"], issued.secret):
        assert len(secret) > 40
        assert secret not in found
        assert secret not in caplog.text
    assert OidcClient.objects.get().secret not in found.replace(
        OidcClient.objects.get().secret, "", 1
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"client_id": "somebody"},
        {"redirect_uri": f"{REDIRECT}/more"},
        {"redirect_uri": f"{REDIRECT}?a=1"},
        {"code_challenge": ""},
        {"code_challenge_method": "plain"},
        {"response_type": "token"},
        {"prompt": "none"},
    ],
)
def test_a_request_that_is_not_exact_is_not_even_asked(changes: dict[str, str]) -> None:
    browser, issued = browser_of(scenes.new_player()), register()
    answer = page(browser, issued, "read", **changes)
    assert (answer.status_code, bool(answer.context["problem"])) == (400, True)
    assert not AppConnection.objects.exists()


def test_nothing_is_granted_without_the_players_own_yes() -> None:
    player, issued = scenes.new_player(), register(scopes=frozenset({"read"}))
    browser = browser_of(player)
    assert page(Client(), issued, "read")["Location"].startswith("/account/login/")
    assert page(inside(staff(Role.OPERATOR)), issued, "read").status_code == 403
    assert "error=invalid_scope" in page(browser, issued, "read play")["Location"]
    shown = page(browser, issued, "read")
    denied = answered(browser, shown, "read", action="deny")
    assert "error=access_denied" in denied["Location"]
    assert answered(browser, shown).status_code == 200  # nothing ticked: asked again
    forged = browser.post(AUTHORIZE, {"request": "forged", "scopes": "read", "action": "grant"})
    assert forged.status_code == 403
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(player)
    assert answered(strict, page(strict, issued, "read"), "read").status_code == 403
    apps.revoke_app(issued.app.pk, reason="gone", acting_user=staff(Role.ADMINISTRATOR))
    assert answered(browser, shown, "read").status_code == 409
    assert not AppConnection.objects.exists()
    assert not Token.objects.exists()


def test_a_code_is_exchanged_once_with_its_verifier_and_secret() -> None:
    issued, other = register(is_public=False), register(name="Other")
    browser = browser_of(scenes.new_player())

    def new_code() -> str:
        return read_code(answered(browser, page(browser, issued, "read"), "read"))

    code = new_code()
    assert error_of(exchange(issued, code, code_verifier="w" * 64))[1] == "invalid_grant"
    code = new_code()
    assert error_of(exchange(issued, code, code_verifier=""))[1] in {
        "invalid_grant",
        "invalid_request",
    }
    assert error_of(exchange(issued, new_code(), client_secret="guess"))[1] == "invalid_client"
    assert error_of(exchange(other, new_code()))[1] == "invalid_grant"
    code = new_code()
    assert exchange(issued, code).status_code == 200
    assert error_of(exchange(issued, code))[1] == "invalid_grant"


def test_a_refresh_token_is_used_once() -> None:
    player, issued = scenes.new_player(), register()
    first = connect(player, issued, "read")

    def refresh(token: str) -> Any:
        body = {"grant_type": "refresh_token", "refresh_token": token}
        return Client().post("/identity/o/api/token", {**body, "client_id": issued.app.client_id})

    second = refresh(first["refresh_token"]).json()
    read(AppCaller(second["access_token"]).get("/me"))
    assert error_of(refresh(first["refresh_token"])) == (400, "invalid_grant")
