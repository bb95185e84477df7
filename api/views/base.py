"""Base classes of the API's views."""

from http import HTTPStatus
from typing import Any, Final, TypeVar, cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import cached_property
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.audit.middleware.acting_user import OWNER
from accounts.models.users import User
from accounts.visits.views.kept_forms import READING_METHODS
from api.authentication import (
    AppTokenAuthentication,
    IsPlayer,
    SessionTokenAuthentication,
    is_player,
)
from api.refusals import BodyNotTaken, InvalidToken, ReauthenticationRequired
from api.selectors.target_tables import find_target_table
from api.serializers.base import BodySerializer, QuerySerializer, build_reader
from api.services.connections import AppGrant, require_money, require_scope
from api.throttles import FailedKeyThrottle, MinuteThrottle, PlayerThrottle, ReadThrottle
from api.values.app_scopes import PLAYING, WITHOUT_TABLE, AppScope, list_app_scopes
from api.values.bearer import read_bearer
from api.values.keys import HEADER, CallerKey, parse_key
from api.views.operations import OperationOptions, find_operation
from journal.services.recording import forget_acting_key
from tables.models import Table

ROUTES: Final = "api/v1/"
"""Prefix of the routes in `api.values.app_scopes`."""
NO_STORE: Final = "no-store, private"
_TAKES_JSON: Final = frozenset({"*/*", "application/json"})
Query = TypeVar("Query", bound=QuerySerializer)
Body = TypeVar("Body", bound=BodySerializer)


class ResourceView(APIView):
    """A resource of the API: strict input, rate limits in the headers."""

    authentication_classes: tuple[type[BaseAuthentication], ...] = ()
    permission_classes: tuple[type[BasePermission], ...] = (AllowAny,)
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]  # noqa: RUF012 - Django's shape
    throttle_classes: tuple[type[BaseThrottle], ...] = (ReadThrottle,)
    account_pages_of = ""
    """Whose pages do the same writes to audited rows: "accounts", or the library's."""

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """Let audited writes be attributed as on those pages."""
        view = super().as_view(**initkwargs)
        if cls.account_pages_of:
            setattr(view, OWNER, cls.account_pages_of)
        return view

    def get_throttles(self) -> list[BaseThrottle]:
        """Keep the throttles of this request, whose state the response reports."""
        self.used_throttles = super().get_throttles()
        return self.used_throttles

    @cached_property
    def operation(self) -> OperationOptions | None:
        """The operation of this request; None for a method that the resource does not have."""
        return find_operation(getattr(self, str(self.request.method).lower(), None))

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse parameters of changes, and bodies where none is taken. Raises ValidationError, BodyNotTaken, MalformedBody."""
        super().initial(request, *args, **kwargs)
        if self.operation and not self.operation.has_body:
            self._refuse_body(request)
        if request.query_params and request.method not in READING_METHODS and self.operation:
            self.read_query(QuerySerializer)

    def perform_content_negotiation(
        self,
        request: Request,
        force: bool = False,  # noqa: FBT001, FBT002 - rest_framework's signature
    ) -> tuple[BaseRenderer, str]:
        """Return JSON at once to whom it is welcome. Raises NotAcceptable."""
        if request.META.get("HTTP_ACCEPT", "*/*") in _TAKES_JSON:
            renderer = self.renderer_classes[0]()
            return renderer, str(renderer.media_type)
        found: tuple[BaseRenderer, str] = super().perform_content_negotiation(request, force)
        return found

    def _refuse_body(self, request: Request) -> None:
        """Raise BodyNotTaken for any body of a read, and for one with content of a change: there `{}` is none."""
        if request.method in READING_METHODS:
            is_empty = request.META.get("CONTENT_LENGTH", "") in {"", "0"}
        else:
            body = request._request.body  # noqa: SLF001 - kept by Django for whoever reads it again
            is_empty = not body or request.data == {}
        if not is_empty:
            raise BodyNotTaken

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Add the headers of the rate limit and of a deprecation."""
        response = super().finalize_response(request, response, *args, **kwargs)
        for throttle in getattr(self, "used_throttles", ()):
            if isinstance(throttle, MinuteThrottle) and hasattr(throttle, "counts"):
                response.headers["RateLimit-Policy"] = throttle.describe_policy()
                response.headers["RateLimit"] = throttle.describe_state()
        if self.operation and self.operation.deprecation:
            for name, value in self.operation.deprecation.headers.items():
                response.headers[name] = value
        return response

    def read_query(self, query: type[Query], **context: object) -> Query:
        """Return the valid parameters of the request; the serializer gets the `context`. Raises ValidationError."""
        found = query(data=self.request.query_params.dict(), context=context)
        found.is_valid(raise_exception=True)
        return found

    def read_body(self, body: type[Body]) -> dict[str, Any]:
        """Return the valid fields of the request's body. Raises ValidationError."""
        fields: dict[str, Any] = build_reader(body).run_validation(self.request.data)
        return fields


class PublicView(ResourceView):
    """A resource for anybody, without authentication, with a rate limit by network."""


class CallerView(ResourceView):
    """A resource of a caller who is known."""

    in_one_transaction = True
    """False if the work speaks with another system between its transactions; it then needs a derived key."""

    @property
    def caller(self) -> str:
        """The caller whose idempotency keys these are: "player 5"."""
        raise NotImplementedError

    @property
    def caller_key(self) -> CallerKey:
        """The idempotency key of this request. Raises IdempotencyKeyMissing, IdempotencyKeyInvalid."""
        return CallerKey(self.caller, parse_key(self.request.headers.get(HEADER)))

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Let nothing between keep what is this caller's."""
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers["Cache-Control"] = NO_STORE
        return response

    def count_failure(
        self, request: Request, kind: type[MinuteThrottle] = FailedKeyThrottle
    ) -> None:
        """Count a request of an unknown caller for its network. Raises Throttled."""
        throttle = kind()
        self.used_throttles = [throttle]
        if not throttle.allow_request(request, self):
            raise Throttled(throttle.wait())


class PlayerView(CallerView):
    """A resource of the signed-in player, with a rate limit by player.

    A registered app may send what `api.values.app_scopes` opens, with the player's grant.
    """

    authentication_classes: tuple[type[BaseAuthentication], ...] = (
        AppTokenAuthentication,
        SessionTokenAuthentication,
    )
    permission_classes = (IsPlayer,)
    throttle_classes = (PlayerThrottle,)
    is_open_to_idle = False
    """Whether a player who was idle may send it without proving who it is, as on the same page."""
    open_without_factor = False
    """Whether a player may send it without the second factor that the profile requires, as on the same page."""

    @property
    def player(self) -> User:
        """The signed-in player."""
        return cast("User", self.request.user)

    @property
    def grant(self) -> AppGrant | None:
        """What the player granted to the app that calls; None for a session."""
        return cast("AppGrant | None", self.request.auth)

    @cached_property
    def target_table(self) -> Table | None:
        """The table that the request names, by itself, a round or a shoe; None without one."""
        asked = self.request._request  # noqa: SLF001 - rest_framework's request has no other way
        # the bytes are read before they are parsed: `document_change` needs them too
        body = self.request.data if asked.method not in READING_METHODS and asked.body else None
        return find_target_table(self.player, self.kwargs, body)

    def check_throttles(self, request: Request) -> None:
        """Count the request; play at a laboratory table has no limit. Raises Throttled."""
        try:
            super().check_throttles(request)
        except Throttled:
            if not self._plays_at_laboratory():
                raise
            self.used_throttles = []

    def _plays_at_laboratory(self) -> bool:
        may_enter = self.grant is not None or self.player.is_test_account
        table = self.target_table if may_enter and self._route() in PLAYING else None
        return table is not None and table.is_laboratory

    @property
    def caller(self) -> str:
        player = f"player {self.player.pk}"
        return player if self.grant is None else f"{player} app {self.grant.connection.app_id}"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer the request; the app that calls is named in its events only."""
        try:
            return super().dispatch(request, *args, **kwargs)
        finally:
            forget_acting_key()

    def perform_authentication(self, request: Request) -> None:
        """Find who calls. Raises InvalidToken, Throttled."""
        try:
            super().perform_authentication(request)
        except InvalidToken:
            self.count_failure(request)
            raise

    def check_permissions(self, request: Request) -> None:
        """Count a request of nobody as one of the public API. Raises NotSignedIn, Throttled."""
        if not is_player(request.user):
            self.count_failure(request, ReadThrottle)
        super().check_permissions(request)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check what an app may do, and refuse changes of a player who was idle too long.

        Raises NotForApps, AppScopeMissing, RealMoneyNotAllowed, ReauthenticationRequired.
        """
        super().initial(request, *args, **kwargs)
        if self.grant is not None:
            self._require_granted(request, self.grant)
            return
        changes = request.method not in READING_METHODS and not self.is_open_to_idle
        if changes and getattr(request, "player_idle", False):
            raise ReauthenticationRequired

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Name the way to authenticate that a 401 is about."""
        response = super().finalize_response(request, response, *args, **kwargs)
        bearer = read_bearer(request.headers) is not None
        if bearer and response.status_code == HTTPStatus.UNAUTHORIZED:
            response.headers["WWW-Authenticate"] = 'Bearer error="invalid_token"'
        return response

    def _require_granted(self, request: Request, grant: AppGrant) -> None:
        enough = list_app_scopes(self._route(), str(request.method))
        require_scope(grant, enough)
        if AppScope.READ in enough and AppScope.READ in grant.scopes:
            return
        table = self.target_table
        if table is not None or self._route() not in WITHOUT_TABLE:
            # a table that is not found counts as one with real money
            require_money(grant, is_play_money=table is not None and table.is_play_money)

    def _route(self) -> str:
        """Return the address as `api.values.app_scopes` writes it."""
        match = self.request._request.resolver_match  # noqa: SLF001 - rest_framework's request has no other way
        return "" if match is None else match.route.removeprefix(ROUTES)
