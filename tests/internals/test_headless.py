"""allauth's headless views within the session of the request, without a session of their own."""

import json

import pytest
from allauth.core import context
from allauth.headless.account.views import LoginView, SessionView
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import RequestFactory

from internals.headless import call_headless_view
from tests.accounts.people import ana_confirmed

pytestmark = pytest.mark.database


class _Marks:
    """What allauth's middleware adds to a request."""


def _request(method: str, body: bytes = b"") -> HttpRequest:
    request = RequestFactory().generic(method, "/api/v1/auth/x", body, "application/json")
    request.session, request.user = SessionStore(), AnonymousUser()
    request.allauth = _Marks()  # type: ignore[attr-defined]  # as allauth's middleware does
    return request


def test_a_view_answers_from_the_session_of_the_request() -> None:
    request = _request("GET")
    with context.request_context(request):
        assert call_headless_view(SessionView, request).status_code == 401
        player = ana_confirmed()
        request.user, request.session[SESSION_KEY] = player, str(player.pk)
        answer = call_headless_view(SessionView, request)
    assert answer.status_code == 200
    assert json.loads(answer.content)["data"]["user"]["email"] == player.email


def test_an_answer_that_allauth_raises_is_returned() -> None:
    request = _request("POST", b"[]")
    with context.request_context(request):
        assert call_headless_view(LoginView, request).status_code == 400
