"""Registered apps of tests, and players who connect them."""

import base64
import hashlib
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

from django.test import Client

from accounts.models.users import User
from accounts.roles.values import Role
from api.models import AppConnection
from api.services import apps
from api.services.apps import AppRequest, IssuedApp
from api.values.app_scopes import AppScope
from journal.models import Event, EventKind
from tests.accounts.staff import staff
from tests.api.calls import Caller

REDIRECT: Final = "https://trainer.example/done"
EVERYTHING: Final = "read play play:real"
VERIFIER: Final = "v" * 64
CHALLENGE: Final = (
    base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
)
AUTHORIZE: Final = "/identity/o/authorize"
TOKEN: Final = "/identity/o/api/token"


def register(*, is_public: bool = True, real_money: bool = False, **changes: Any) -> IssuedApp:
    """Return an app that an administrator registered, with real money allowed by a second one if wished."""
    asked = {
        "name": "Trainer",
        "maker": "Example Ltd",
        "website": "https://trainer.example/",
        "redirect_uris": (REDIRECT,),
        "scopes": frozenset(AppScope),
        "is_public": is_public,
        **changes,
    }
    acting_user = staff(Role.ADMINISTRATOR)
    issued = apps.register_app(AppRequest(**asked), acting_user=acting_user)
    if real_money:
        proposal = apps.propose_real_money(
            issued.app.pk, reason="examined", acting_user=acting_user
        )
        second = staff(Role.COMPLIANCE_MANAGER)
        apps.decide_real_money(proposal.pk, approved=True, reason="seen", acting_user=second)
        issued.app.refresh_from_db()
    return issued


def asked_of(issued: IssuedApp, scope: str = EVERYTHING, **changes: str) -> dict[str, str]:
    """Return the query with which the app sends the player."""
    query = {
        "client_id": issued.app.client_id,
        "redirect_uri": REDIRECT,
        "response_type": "code",
        "scope": scope,
        "state": "of the app",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    }
    return {**query, **changes}


def page(browser: Client, issued: IssuedApp, scope: str = EVERYTHING, **changes: str) -> Any:
    return browser.get(f"{AUTHORIZE}?{urlencode(asked_of(issued, scope, **changes))}")


def answered(browser: Client, shown: Any, *scopes: str, action: str = "grant") -> Any:
    """Return the answer to the player's answer on the consent page."""
    signed = shown.context["form"]["request"].value()
    return browser.post(AUTHORIZE, {"request": signed, "scopes": scopes, "action": action})


def read_code(answer: Any) -> str:
    """Return the authorization code of a redirect to the app."""
    assert answer.status_code == 302, answer.content
    given = parse_qs(urlsplit(answer["Location"]).query)
    assert given["state"] == ["of the app"]
    return str(given["code"][0])


def exchange(issued: IssuedApp, code: str, **changes: str) -> Any:
    """Return the answer to the app that exchanges its code."""
    body = {
        "grant_type": "authorization_code",
        "code": code,
        "client_id": issued.app.client_id,
        "redirect_uri": REDIRECT,
        "code_verifier": VERIFIER,
        **({"client_secret": issued.secret} if issued.secret else {}),
        **changes,
    }
    return Client().post(TOKEN, {name: value for name, value in body.items() if value})


def connect(player: User, issued: IssuedApp, scope: str = EVERYTHING) -> dict[str, Any]:
    """Return the tokens after the player granted what the app asked for."""
    browser = Client()
    browser.force_login(player)
    code = read_code(answered(browser, page(browser, issued, scope), *scope.split()))
    answer = exchange(issued, code)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def connection_of(player: User) -> AppConnection:
    return AppConnection.objects.select_related("app").filter(player=player).latest("pk")


class AppCaller(Caller):
    """A registered app: sends the access token of its player."""

    def __init__(self, token: str) -> None:
        self.client = Client()
        self.headers = {"authorization": f"Bearer {token}", "accept-language": "en"}

    @classmethod
    def of(cls, player: User, scope: str, *, real_money: bool = False) -> "AppCaller":
        """Return a new app that the player has granted these scopes."""
        return cls(connect(player, register(real_money=real_money), scope)["access_token"])


def browser_of(player: User) -> Client:
    """Return a browser in which the player is signed in."""
    browser = Client()
    browser.force_login(player)
    return browser


def error_of(answer: Any) -> tuple[int, str]:
    """Return status and error of a refusal by the token endpoint."""
    return answer.status_code, answer.json()["error"]


def kinds_of(*wanted: EventKind) -> list[str]:
    """Return the events of these kinds, in their order."""
    return list(Event.objects.filter(kind__in=wanted).order_by("pk").values_list("kind", flat=True))
