"""Sign-in of players' apps: allauth's headless views, with the API's session object and problem documents."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext_lazy as _
from django.views import View
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.audit.middleware.acting_user import LIBRARY
from accounts.sign_in.views import app
from accounts.sign_in.views.rate_limits import seconds_until_allowed
from accounts.sign_up.views import AppSignupView
from api.authentication import SIGN_IN, SessionTokenAuthentication, is_player
from api.problems import FieldProblem, ProblemDocument, answer_problem
from api.refusals import AlreadySignedIn, MalformedBody, ReauthenticationRequired, SignUpClosed
from api.serializers.auth import (
    CodeSerializer,
    LoginSerializer,
    PasswordSerializer,
    SessionSerializer,
    SignupSerializer,
)
from api.serializers.base import BodySerializer, QuerySerializer, write_document
from api.views.base import PublicView
from api.views.errors import INVALID, TOO_MANY
from api.views.operations import Access, document_operation
from internals.headless import call_headless_view
from journal.refusals import NotSignedIn

TAG: Final = _("Sign-in")
_RETRY_SECONDS: Final = 60
_STEPS: Final[Mapping[str, str]] = {
    "mfa_authenticate": "second_factor",
    "verify_email": "confirm_email",
}
_NAMES: Final[Mapping[str, str]] = {"password1": "password"}
_REFUSALS: Final = {
    HTTPStatus.CONFLICT: AlreadySignedIn,
    HTTPStatus.FORBIDDEN: SignUpClosed,
}


class AuthView(PublicView):
    """A resource that hands its request to a headless view."""

    authentication_classes = (SessionTokenAuthentication,)
    account_pages_of = LIBRARY
    tells_state = True
    """Whether "not signed in (yet)" is an answer here, not a problem."""

    def call(self, view: type[View], body: type[BodySerializer] | None = None) -> HttpResponse:
        """Return the session after a headless view, or its problem. Raises ValidationError for the wrong fields."""
        http: HttpRequest = self.request._request  # noqa: SLF001 - allauth takes Django's request
        if body is not None:
            http.body  # noqa: B018 - kept for allauth, which reads it again
            self.read_body(body)
        answer = call_headless_view(view, http)
        status = HTTPStatus(answer.status_code)
        if status == HTTPStatus.OK or (status == HTTPStatus.UNAUTHORIZED and self.tells_state):
            return Response(write_document(SessionSerializer, _session(http, _pending(answer))))
        return _problem(http, status, answer)


def _pending(answer: HttpResponse) -> str | None:
    """Return the step that allauth waits for."""
    flows = json.loads(answer.content).get("data", {}).get("flows", ())
    waiting = (one["id"] for one in flows if one.get("is_pending"))
    return next((_STEPS[name] for name in waiting if name in _STEPS), None)


def _session(http: HttpRequest, step: str | None) -> dict[str, Any]:
    session = http.session
    if session.session_key is None and not session.is_empty():
        session.save()
    token = None if session.is_empty() else session.session_key
    return {"session_token": token, "signed_in": is_player(http.user), "next": step}


def _problem(http: HttpRequest, status: HTTPStatus, answer: HttpResponse) -> JsonResponse:
    if status == HTTPStatus.UNAUTHORIZED:
        raise ReauthenticationRequired if http.user.is_authenticated else NotSignedIn(SIGN_IN)
    if status == HTTPStatus.BAD_REQUEST and answer["Content-Type"] != "application/json":
        raise MalformedBody
    if status in _REFUSALS:
        raise _REFUSALS[status]
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        wait = seconds_until_allowed(http) or _RETRY_SECONDS
        return answer_problem(ProblemDocument(status, "too_many_requests", TOO_MANY, (), wait))
    return answer_problem(_problem_of_form(json.loads(answer.content)["errors"]))


def _problem_of_form(errors: list[dict[str, str]]) -> ProblemDocument:
    """Return the problem of a form's errors; a single one gives its own code."""
    found = tuple(
        FieldProblem(
            _NAMES.get(one.get("param", ""), one.get("param", "")), one["code"], one["message"]
        )
        for one in errors
    )
    only = found[0] if len(found) == 1 else None
    code, detail = (only.code, only.detail) if only else ("invalid", INVALID)
    return ProblemDocument(HTTPStatus.UNPROCESSABLE_ENTITY, code, detail, found)


class SessionView(AuthView):
    @document_operation(
        "get_session",
        TAG,
        (
            _("Get the session"),
            _("Whether the token's player is signed in, and what is missing. Never 401."),
        ),
        SessionSerializer,
    )
    def get(self, _request: Request) -> HttpResponse:
        self.read_query(QuerySerializer)
        return self.call(app.AppSessionView)

    @document_operation(
        "log_out",
        TAG,
        (_("Sign out"), _("Ends the session of the token, and the visit.")),
        SessionSerializer,
        problems=[
            HTTPStatus.BAD_REQUEST,
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        ],
    )
    def delete(self, _request: Request) -> HttpResponse:
        return self.call(app.AppSessionView)


class PlayerLoginView(AuthView):
    @document_operation(
        "log_in",
        TAG,
        (
            _("Sign in"),
            _(
                "As on the site, with the same limits on failures. A player with a second factor sends it next. Staff sign in on the site only."
            ),
        ),
        SessionSerializer,
        takes=LoginSerializer,
        problems=[HTTPStatus.CONFLICT],
    )
    def post(self, _request: Request) -> HttpResponse:
        return self.call(app.AppLoginView, LoginSerializer)


class PlayerSignupView(AuthView):
    @document_operation(
        "sign_up",
        TAG,
        (
            _("Sign up"),
            _(
                "Opens an account with the site's rules, and sends an email with a link to confirm the address. The answer is the same if the address has an account already."
            ),
        ),
        SessionSerializer,
        takes=SignupSerializer,
        problems=[HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT],
    )
    def post(self, _request: Request) -> HttpResponse:
        return self.call(AppSignupView, SignupSerializer)


class SecondFactorView(AuthView):
    tells_state = False

    @document_operation(
        "send_second_factor",
        TAG,
        (
            _("Send the second factor"),
            _("Completes a sign-in whose `next` is `second_factor`, with that answer's token."),
        ),
        SessionSerializer,
        takes=CodeSerializer,
        access=Access.PLAYER,
    )
    def post(self, _request: Request) -> HttpResponse:
        return self.call(app.AppSecondFactorView, CodeSerializer)


class PasswordAgainView(AuthView):
    tells_state = False

    @document_operation(
        "reauthenticate_by_password",
        TAG,
        (
            _("Confirm the password"),
            _(
                "After `reauthentication_required`, for players without a second factor. Then send the refused request again."
            ),
        ),
        SessionSerializer,
        takes=PasswordSerializer,
        access=Access.PLAYER,
    )
    def post(self, _request: Request) -> HttpResponse:
        return self.call(app.AppPasswordAgainView, PasswordSerializer)


class SecondFactorAgainView(AuthView):
    tells_state = False

    @document_operation(
        "reauthenticate_by_second_factor",
        TAG,
        (
            _("Confirm the second factor"),
            _(
                "After `reauthentication_required`, for players with a second factor. Then send the refused request again."
            ),
        ),
        SessionSerializer,
        takes=CodeSerializer,
        access=Access.PLAYER,
    )
    def post(self, _request: Request) -> HttpResponse:
        return self.call(app.AppFactorAgainView, CodeSerializer)
