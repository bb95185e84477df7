"""Base classes of the API's views."""

from typing import Any, Final, TypeVar, cast

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.audit.middleware.acting_user import OWNER
from accounts.models.users import User
from accounts.visits.views.kept_forms import READING_METHODS
from api.authentication import IsPlayer, SessionTokenAuthentication, is_player
from api.refusals import ReauthenticationRequired
from api.serializers.base import BodySerializer, QuerySerializer
from api.throttles import FailedKeyThrottle, MinuteThrottle, PlayerThrottle, ReadThrottle
from api.values.keys import HEADER, CallerKey, parse_key

NO_STORE: Final = "no-store, private"
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

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Add the rate limit's headers."""
        response = super().finalize_response(request, response, *args, **kwargs)
        for throttle in getattr(self, "used_throttles", ()):
            if isinstance(throttle, MinuteThrottle) and hasattr(throttle, "history"):
                response.headers["RateLimit-Policy"] = throttle.describe_policy()
                response.headers["RateLimit"] = throttle.describe_state()
        return response

    def read_query(self, query: type[Query], **context: object) -> Query:
        """Return the valid parameters of the request; the serializer gets the `context`. Raises ValidationError."""
        found = query(data=self.request.query_params.dict(), context=context)
        found.is_valid(raise_exception=True)
        return found

    def read_body(self, body: type[Body]) -> dict[str, Any]:
        """Return the valid fields of the request's body. Raises ValidationError."""
        found = body(data=self.request.data)
        found.is_valid(raise_exception=True)
        fields: dict[str, Any] = found.validated_data
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
    """A resource of the signed-in player, with a rate limit by player."""

    authentication_classes = (SessionTokenAuthentication,)
    permission_classes = (IsPlayer,)
    throttle_classes = (PlayerThrottle,)
    is_open_to_idle = False
    """Whether a player who was idle may send it without proving who it is, as on the same page."""

    @property
    def player(self) -> User:
        """The signed-in player."""
        return cast("User", self.request.user)

    @property
    def caller(self) -> str:
        return f"player {self.player.pk}"

    def check_permissions(self, request: Request) -> None:
        """Count a request of nobody as one of the public API. Raises NotSignedIn, Throttled."""
        if not is_player(request.user):
            self.count_failure(request, ReadThrottle)
        super().check_permissions(request)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse changes of a player who was idle too long. Raises ReauthenticationRequired."""
        super().initial(request, *args, **kwargs)
        changes = request.method not in READING_METHODS and not self.is_open_to_idle
        if changes and getattr(request, "player_idle", False):
            raise ReauthenticationRequired
