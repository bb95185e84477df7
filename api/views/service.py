"""Base class of the views for the operator's other systems."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar

import structlog
from allauth.account.adapter import get_adapter
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from api.models import ServiceKey
from api.refusals import InvalidKey, KeyMissing, OwnerNotPermitted, ScopeMissing
from api.services.key_checks import authenticate_key, record_refusal, require_scope
from api.throttles import KeyThrottle
from api.values.bearer import read_bearer
from api.values.scopes import Scope
from api.views.base import CallerView
from journal.services.recording import forget_acting_key, name_acting_key

_LOG = structlog.get_logger(__name__)


class ServiceView(CallerView):
    """A resource for service keys (`Authorization: Bearer lgl_…`) with the scope of the method.

    `key` is the key of the request, `user` its owner: the acting user of services. Events of the request name
    both. A key has its own rate limit; refused keys count for their network.
    """

    scopes: ClassVar[Mapping[str, Scope]]
    """Scope by method; HEAD has that of GET."""
    throttle_classes = (KeyThrottle,)
    key: ServiceKey

    @property
    def user(self) -> User:
        """The person responsible for the key."""
        return self.key.owner

    @property
    def caller(self) -> str:
        return f"key {self.key.series}"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer the request; the key is named in its events only."""
        try:
            return super().dispatch(request, *args, **kwargs)
        finally:
            forget_acting_key()

    def perform_authentication(self, request: Request) -> None:
        """Find the key. Raises KeyMissing, InvalidKey, Throttled."""
        address = get_adapter().get_client_ip(request)
        try:
            self.key = authenticate_key(_read_secret(request), address)
        except InvalidKey as refusal:
            _LOG.warning("service_key_refused", code=refusal.code, ip=address)
            self.count_failure(request)
            raise
        request.auth = self.key
        name_acting_key(str(self.key))
        structlog.contextvars.bind_contextvars(service_key=str(self.key), acting_user=self.user.pk)

    def check_throttles(self, request: Request) -> None:
        """Count the request, then require the scope: a refused request counts too."""
        super().check_throttles(request)
        method = "GET" if request.method == "HEAD" else str(request.method)
        if method in self.scopes:
            require_scope(self.key, self.scopes[method])

    def handle_exception(self, exc: Exception) -> Response:
        """Answer an exception. What the key may not do is recorded, also a right that its owner lacks."""
        if isinstance(exc, NotPermitted):
            exc = OwnerNotPermitted()
        if isinstance(exc, ScopeMissing | OwnerNotPermitted):
            address = get_adapter().get_client_ip(self.request)
            record_refusal(self.key, exc, address)
            _LOG.warning("service_key_refused", code=exc.code, scope=exc.detail, ip=address)
        return super().handle_exception(exc)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Name the way to authenticate in a 401."""
        response = super().finalize_response(request, response, *args, **kwargs)
        if response.status_code == HTTPStatus.UNAUTHORIZED:
            response.headers["WWW-Authenticate"] = 'Bearer realm="api"'
        return response


def _read_secret(request: Request) -> str:
    """Return the key of the header. Raises KeyMissing."""
    given = read_bearer(request.headers)
    if given is None:
        raise KeyMissing
    return given
