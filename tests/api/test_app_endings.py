"""How connections and tokens of registered apps end, and which are refused."""

from typing import Any

import pytest
from allauth.idp.oidc.models import Token
from django.core.cache import cache

from accounts.models.users import State, User
from accounts.roles.values import Role
from api.refusals import AppEnded
from api.services import apps
from journal.models import EventKind
from tests.accounts.staff import staff
from tests.api.apps import (
    AppCaller,
    browser_of,
    connect,
    connection_of,
    error_of,
    exchange,
    kinds_of,
    register,
)
from tests.api.calls import Caller, assert_problem, read
from tests.casino import scenes

pytestmark = pytest.mark.database


def test_a_connection_ends_with_the_next_request() -> None:
    player, somebody = scenes.new_player(), scenes.new_player("berta@example.test")
    issued = register()
    tokens = connect(player, issued, "read")
    app, browser = AppCaller(tokens["access_token"]), browser_of(player)
    read(app.get("/me"))
    listed = browser.get("/account/apps/").text
    path = f"/account/apps/{connection_of(player).pk}/disconnect/"
    assert ("Trainer" in listed, path in listed) == (True, True)
    assert browser_of(somebody).post(path).status_code == 404
    read(app.get("/me"))
    assert browser.post(path).status_code == 303
    answer = app.get("/me")
    assert_problem(answer, 401, "invalid_token")
    assert answer["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    assert not Token.objects.filter(user=player).exists()
    browser.get("/account/apps/")  # shows the message
    assert "Trainer" not in browser.get("/account/apps/").text
    assert kinds_of(EventKind.APP_DISCONNECTED) == ["app_disconnected"]


def test_tokens_end_with_the_app_the_sessions_and_the_account() -> None:
    players = [scenes.new_player(f"player{n}@example.test") for n in range(4)]
    issued, other = register(), register(name="Other")
    locked, ended, closed, kept = (
        AppCaller(connect(player, issued, "read")["access_token"]) for player in players
    )
    User.objects.filter(pk=players[0].pk).update(state=State.LOCKED)
    User.objects.filter(pk=players[1].pk).update(sessions_ended=1)
    User.objects.filter(pk=players[2].pk).update(state=State.CLOSED)
    for app in (locked, ended, closed):
        assert_problem(app.get("/me"), 401, "invalid_token")
    read(kept.get("/me"))
    elsewhere = AppCaller(connect(players[3], other, "read")["access_token"])
    admin = staff(Role.ADMINISTRATOR)
    apps.revoke_app(issued.app.pk, reason="misuse", acting_user=admin)
    assert_problem(kept.get("/me"), 401, "invalid_token")
    read(elsewhere.get("/me"))
    with pytest.raises(AppEnded):
        apps.revoke_app(issued.app.pk, reason="again", acting_user=admin)


def test_wrong_tokens_are_counted_for_their_network(settings: Any) -> None:
    settings.API_REQUESTS_PER_MINUTE = {**settings.API_REQUESTS_PER_MINUTE, "failed_keys": 2}
    cache.clear()
    for _ in range(2):
        assert_problem(AppCaller("guess").get("/me"), 401, "invalid_token")
    assert_problem(AppCaller("guess").get("/me"), 429, "too_many_requests")
    settings.API_REQUESTS_PER_MINUTE = {**settings.API_REQUESTS_PER_MINUTE, "token": 1}
    first, second = (exchange(register(), "guess") for _ in range(2))
    assert (first.status_code, error_of(second)) == (400, (429, "temporarily_unavailable"))
    assert int(second["Retry-After"]) > 0
    cache.clear()


def test_a_token_is_no_session_and_a_session_no_token() -> None:
    player = scenes.new_player()
    tokens = connect(player, register(), "read")
    session = Caller(player)
    session.headers |= {"authorization": f"Bearer {tokens['access_token']}"}
    assert_problem(session.post("/time-out", {"days": 1}), 403, "not_for_apps")
    assert_problem(AppCaller(session.token).get("/me"), 401, "invalid_token")
