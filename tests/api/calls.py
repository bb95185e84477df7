"""Requests to the API."""

import json
from importlib import import_module
from typing import Any, Final
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.test import Client

from accounts.models.users import User

V1: Final = "/api/v1"
PROBLEM: Final = "application/problem+json"


def get(
    path: str, query: dict[str, Any] | None = None, language: str = "en", **headers: str
) -> Any:
    """Return the answer of GET for a client that is nobody."""
    return Client().get(
        f"{V1}{path}", query or {}, headers={"accept-language": language, **headers}
    )


def post(path: str, body: Any, content_type: str = "application/json", language: str = "en") -> Any:
    """Return the answer of POST; text and bytes are sent as they are."""
    return Client().post(
        f"{V1}{path}", body, content_type=content_type, headers={"accept-language": language}
    )


def read(answer: Any, status: int = 200) -> Any:
    """Return the JSON of a successful answer."""
    assert answer.status_code == status, answer.text
    assert answer["Content-Type"] == "application/json"
    return answer.json()


def assert_problem(answer: Any, status: int, code: str, *fields: str) -> dict[str, Any]:
    """Assert that the answer is this problem document, about these fields; return it."""
    assert answer["Content-Type"] == PROBLEM, answer.text
    document: dict[str, Any] = answer.json()
    assert (answer.status_code, document["status"], document["code"]) == (status, status, code)
    assert document["type"] == f"urn:ligalo:problem:{code}"
    assert sorted({one["field"] for one in document["errors"]}) == sorted(fields)
    assert document["title"]
    assert document["detail"]
    return document


def open_session(player: User, *, password_at: float | None = None) -> str:
    """Return the token of a new session of this player, as a sign-in would open one; `password_at` is its proof."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    if password_at is not None:
        proof = {"method": "password", "at": password_at, "email": player.email}
        session["account_authentication_methods"] = [proof]
        session["account_authentication_methods_user"] = str(player.pk)
    session.create()
    return str(session.session_key)


class Caller:
    """A player's app: sends the session token, and an idempotency key with each change."""

    def __init__(self, player: User, language: str = "en", token: str = "") -> None:
        self.token = token or open_session(player)
        self.client = Client()
        self.headers = {"x-session-token": self.token, "accept-language": language}

    def get(self, path: str, query: dict[str, Any] | None = None, **headers: str) -> Any:
        return self.client.get(f"{V1}{path}", query or {}, headers={**self.headers, **headers})

    def post(self, path: str, body: Any = None, key: str = "") -> Any:
        return self.send("post", path, body, key)

    def send(self, method: str, path: str, body: Any = None, key: str = "") -> Any:
        """Return the answer of a change; without a key it gets a new one."""
        return self.client.generic(
            method.upper(),
            f"{V1}{path}",
            b"" if body is None else json.dumps(body).encode(),
            content_type="application/json",
            headers={**self.headers, "idempotency-key": key or str(uuid4())},
        )
