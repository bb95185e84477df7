"""Registered apps: what they are granted, and what they may do with it."""

import re
from typing import Any

import pytest
from allauth.idp.oidc.models import Client as OidcClient, Token
from django.core.cache import cache
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import URLResolver, get_resolver

from accounts.models.users import State, User
from accounts.models.visits import Visit
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from api.models import AppConnection, RegisteredApp
from api.refusals import AppEnded, RealMoneyAlready
from api.services import apps
from api.values.app_scopes import PLAYING, READING
from api.values.redirect_uris import parse_redirect_uri
from api.views.base import ROUTES, PlayerView
from casino.models import Origin, Round
from journal.models import Event, EventKind
from journal.refusals import AnotherPersonNeeded
from tables.selectors.house_tables import FRIENDLY
from tests.accounts.staff import inside, staff
from tests.api.apps import (
    AUTHORIZE,
    REDIRECT,
    AppCaller,
    answered,
    connect,
    connection_of,
    exchange,
    page,
    read_code,
    register,
)
from tests.api.calls import Caller, assert_problem, read
from tests.api.playing import App, money
from tests.casino import scenes
from tests.tables.house import an_open_table

pytestmark = pytest.mark.database


def browser_of(player: User) -> Client:
    browser = Client()
    browser.force_login(player)
    return browser


def error_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


def kinds(*wanted: EventKind) -> list[str]:
    return list(Event.objects.filter(kind__in=wanted).order_by("pk").values_list("kind", flat=True))


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


def test_read_changes_nothing_and_play_only_plays_with_play_money() -> None:
    player, table = scenes.new_player(funds="1000"), scenes.ligalo()
    an_open_table(FRIENDLY)
    before = Round.objects.count()
    reader = AppCaller.of(player, "read")
    assert_problem(reader.get(f"/tables/{table.slug}/position"), 403, "scope_missing")
    assert_problem(reader.post("/rounds", {"table": "friendly"}), 403, "scope_missing")
    bot = AppCaller.of(player, "play")
    assert_problem(bot.get("/me"), 403, "scope_missing")
    for path in (f"/tables/{table.slug}/position", f"/tables/{table.slug}/shoes"):
        assert_problem(bot.get(path), 403, "real_money_not_allowed")
    for name in (table.slug, f" {table.slug}", f"{table.slug}\n", 7):
        refused_bet = bot.post("/rounds", {**App(player).bet_body(), "table": name})
        assert_problem(refused_bet, 403, "real_money_not_allowed")
    everything = AppCaller.of(player, "read play play:real", real_money=True)
    allowed = RegisteredApp.objects.get(real_money=True)
    apps.stop_real_money(allowed.pk, reason="late", acting_user=staff(Role.ADMINISTRATOR))
    assert_problem(everything.post("/rounds", {"table": table.slug}), 403, "real_money_not_allowed")
    for send, path in (
        ("post", "/withdrawals"),
        ("post", "/deposits"),
        ("post", "/exchange"),
        ("put", "/limits/loss/day"),
        ("post", "/self-exclusion"),
        ("post", "/time-out"),
        ("put", "/reality-check"),
        ("post", "/reality-check/answer"),
        ("post", "/points/redemptions"),
    ):
        assert_problem(everything.send(send, path, {}), 403, "not_for_apps")
    assert_problem(everything.get("/messages"), 403, "not_for_apps")
    refused = Event.objects.filter(kind=EventKind.APP_REFUSED)
    assert {one.data["code"] for one in refused} == {
        "scope_missing",
        "real_money_not_allowed",
        "not_for_apps",
    }
    assert Round.objects.count() == before


class Bot(App):
    """A registered app at a private table."""

    def __init__(self, player: User, table: str, scope: str, *, real_money: bool = False) -> None:
        super().__init__(player, table)
        self.headers = AppCaller.of(player, scope, real_money=real_money).headers


def test_an_app_plays_for_its_player_and_every_round_names_it() -> None:
    player = scenes.new_player()
    an_open_table(FRIENDLY)
    bot = Bot(player, "friendly", "play")
    position = bot.plays_out(bot.bets({"box": 1, "stake": money("10.00", "PLY")}))
    assert position["round"]["status"] == "completed"
    round_ = Round.objects.get(player=player)
    assert round_.origin is not None
    assert round_.origin.agent == "App: Trainer"
    assert Origin.objects.count() == 1
    visit = Visit.objects.get(player=player, agent="App: Trainer")
    player.refresh_from_db()
    assert player.session_began is not None  # so reality checks and time limits count
    assert visit.ended_at is None
    listed = browser_of(player).get("/account/sessions/").text
    assert "Trainer" in listed


def test_real_money_needs_two_people_and_one_stops_it() -> None:
    player = scenes.new_player(funds="1000")
    scenes.sit(player, scenes.ligalo(), scenes.seed_for(scenes.ordinary))
    bot = Bot(player, "ligalo", "play:real", real_money=True)
    bot.plays_out(bot.bets({"box": 1, "stake": money("10.00")}))
    app = RegisteredApp.objects.get()
    admin = staff(Role.ADMINISTRATOR)
    with pytest.raises(RealMoneyAlready):
        apps.propose_real_money(app.pk, reason="again", acting_user=admin)
    with pytest.raises(NotPermitted):
        apps.stop_real_money(app.pk, reason="late", acting_user=staff(Role.OPERATOR))
    apps.stop_real_money(app.pk, reason="complaints", acting_user=admin)
    assert_problem(bot.post("/rounds", {"table": "ligalo"}), 403, "real_money_not_allowed")
    proposal = apps.propose_real_money(app.pk, reason="settled", acting_user=admin)
    with pytest.raises(AnotherPersonNeeded):
        apps.decide_real_money(proposal.pk, approved=True, reason="me too", acting_user=admin)
    with pytest.raises(DatabaseError), transaction.atomic():
        RegisteredApp.objects.update(real_money=True)
    app.refresh_from_db()
    assert app.real_money is False
    assert kinds(EventKind.APP_REAL_MONEY_DECIDED, EventKind.APP_REAL_MONEY_STOPPED) == [
        "app_real_money_decided",
        "app_real_money_stopped",
    ]


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
    assert kinds(EventKind.APP_DISCONNECTED) == ["app_disconnected"]


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


def test_every_address_of_players_is_open_to_apps_on_purpose() -> None:
    found: dict[str, type[PlayerView]] = {}
    for pattern in get_resolver().url_patterns:
        if isinstance(pattern, URLResolver) and str(pattern.pattern) == ROUTES:
            for one in pattern.url_patterns:
                view = getattr(one.callback, "cls", None)
                if view is not None and issubclass(view, PlayerView):
                    found[str(one.pattern)] = view
    closed = {
        "auth/session",
        "deposits/terms",
        "disputes",
        "disputes/<uuid:dispute>",
        "disputes/<uuid:dispute>/replies",
        "disputes/<uuid:dispute>/settle",
        "exchange",
        "limits/<str:kind>/<str:period>",
        "limits/<str:kind>/<str:period>/pending",
        "messages",
        "messages/<str:message>",
        "messages/<str:message>/read",
        "messages/read",
        "points/offer",
        "points/redemptions",
        "reality-check/answer",
        "self-exclusion",
        "time-out",
        "withdrawals/terms",
    }
    assert set(found) >= READING | PLAYING
    assert set(found) - READING - PLAYING <= closed
    for route in PLAYING:  # the table decides which money it is
        assert (
            route in {"rounds", "laboratory/tables"} or "<slug:table>" in route or "<uuid:" in route
        )


def test_redirect_addresses_are_complete() -> None:
    good = (
        "https://trainer.example/done?of=1",
        "http://127.0.0.1:8123/done",
        "http://[::1]:8123/done",
        "com.example.trainer:/done",
    )
    assert tuple(parse_redirect_uri(uri) for uri in good) == good
    for uri in (
        "http://trainer.example/done",
        "https://*.example/done",
        "https://trainer.example/#done",
        "https://me@trainer.example/",
        "javascript:alert(1)",
        "/done",
        "https:///done",
    ):
        with pytest.raises(ValueError, match=re.escape(uri)):
            parse_redirect_uri(uri)


def test_discovery_names_only_what_is_offered() -> None:
    found = Client().get("/.well-known/oauth-authorization-server").json()
    assert found["scopes_supported"] == ["read", "play", "play:real"]
    assert found["response_types_supported"] == ["code"]
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert found["token_endpoint"].endswith("/identity/o/api/token")
    assert "userinfo_endpoint" not in found
    assert Client().get("/.well-known/jwks.json").json() == {"keys": []}
    assert Client().get("/identity/o/api/userinfo").status_code == 404


def test_an_administrator_registers_an_app_and_sees_its_secret_once() -> None:
    browser = inside(staff(Role.ADMINISTRATOR))
    form = {
        "name": "Trainer",
        "maker": "Example Ltd",
        "website": "https://trainer.example/",
        "kind": "confidential",
        "redirect_uris": REDIRECT,
        "scopes": ["read", "play"],
    }
    wrong = browser.post("/staff/apps/new/", {**form, "redirect_uris": "http://trainer.example"})
    assert (wrong.status_code, RegisteredApp.objects.exists()) == (422, False)
    shown = browser.post("/staff/apps/new/", form)
    app = RegisteredApp.objects.get()
    secret = shown.context["issued"].secret
    assert secret in shown.text
    assert app.client.check_secret(secret)
    for path in ("/staff/apps/", f"/staff/apps/{app.pk}/"):
        text = browser.get(path).text
        assert ("Trainer" in text, secret in text) == (True, False)
    renewed = browser.post(f"/staff/apps/{app.pk}/secret/", {"reason": "lost"})
    assert renewed.context["issued"].secret not in {secret, ""}
    app.client.refresh_from_db()
    assert not app.client.check_secret(secret)
    browser.post(f"/staff/apps/{app.pk}/real-money/propose/", {"reason": "examined"})
    second = inside(staff(Role.COMPLIANCE_MANAGER))
    assert "examined" in second.get(f"/staff/apps/{app.pk}/").text
    proposal = app.proposals.get()
    decided = second.post(
        f"/staff/apps/real-money/{proposal.pk}/decide/", {"verdict": "approve", "reason": "seen"}
    )
    assert decided.status_code in {302, 303}
    app.refresh_from_db()
    assert app.real_money
    browser.post(f"/staff/apps/{app.pk}/revoke/", {"reason": "misuse"})
    app.refresh_from_db()
    assert (app.is_active, app.real_money) == (False, False)
    assert not Event.objects.filter(kind=EventKind.CONFIGURATION_ALTERED.value).exists()
