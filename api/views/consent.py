# mypy: allow-subclassing-any
# (allauth, whose view this extends, ships without types)
"""The page on which a player connects an app, in place of allauth's own."""

from http import HTTPStatus
from typing import Any, cast

from csp.constants import SELF
from csp.decorators import csp_update
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_deny
from django.views.decorators.csrf import csrf_exempt

from accounts.models.users import User
from accounts.values.ages import minimum_age
from api.forms.apps import ConsentForm
from api.models import RegisteredApp
from api.refusals import AppEnded
from api.selectors.apps import find_active_app
from api.services.connections import connect_app
from api.values.app_scopes import AppScope
from api.values.redirect_uris import form_action_source
from api.words.apps import describe_scopes
from internals.oidc import ClientAuthorizationView
from internals.texts import Text


@method_decorator([never_cache, csrf_exempt, xframe_options_deny], name="dispatch")
class ConsentView(ClientAuthorizationView):
    """Ask the player what an app may do. The library checks the CSRF token of the form itself.

    Only an authorization code with PKCE (S256) and an exact redirect URI is given; nothing without the player's answer.
    """

    form_class = ConsentForm
    template_name = "api/consent.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Refuse staff."""
        if isinstance(request.user, User) and request.user.is_staff:
            raise PermissionDenied
        return cast("HttpResponseBase", super().dispatch(request, *args, **kwargs))

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        problem = _find_problem(request.GET)
        if problem is not None:
            context = {"problem": problem}
            return render(request, "idp/oidc/error.html", context, status=HTTPStatus.BAD_REQUEST)
        return cast("HttpResponse", super().get(request, *args, **kwargs))

    @cached_property
    def app(self) -> RegisteredApp:
        """The app that asks. Raises AppEnded."""
        app = find_active_app(self.client_id)
        if app is None:
            raise AppEnded(detail=self.client_id)
        return app

    def get_form_kwargs(self) -> dict[str, Any]:
        """Leave out real money unless the operator allows it for the app."""
        kwargs: dict[str, Any] = super().get_form_kwargs()
        asked = kwargs["requested_scopes"]
        closed = set() if self.app.real_money else {AppScope.PLAY_REAL.value}
        return {**kwargs, "requested_scopes": [scope for scope in asked if scope not in closed]}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        field = context["form"]["scopes"]
        given = set(field.value() or ())
        lines = describe_scopes(value for value, _label in field.field.choices)
        offered = [(line, line.scope.value in given) for line in lines]
        age = minimum_age(self.request.user.country)
        return {**context, "app": self.app, "offered": offered, "minimum_age": age}

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """Let the form end at the app: browsers check redirects of forms against the policy."""
        response = super().render_to_response(context, **kwargs)
        ends = [form_action_source(one) for one in self.app.client.get_redirect_uris()]
        allow = csp_update({"form-action": [SELF, *ends]})
        return cast("HttpResponse", allow(lambda _request: response)(self.request))

    def form_valid(self, form: ConsentForm) -> HttpResponse:
        """Connect the app, and send its code."""
        connect_app(self.request.user, self.client_id, form.cleaned_data["scopes"])
        return cast("HttpResponse", super().form_valid(form))


def _find_problem(asked: QueryDict) -> Text | None:
    """Return why a request is not even shown to the player; None if it may be."""
    app = find_active_app(asked.get("client_id", ""))
    if app is None:
        return _("We don't know this app, or it was revoked.")
    if asked.get("redirect_uri") not in app.client.get_redirect_uris():
        return _("The app asks to send you to an address that it has not registered.")
    challenge = asked.get("code_challenge"), asked.get("code_challenge_method")
    if asked.get("response_type") != "code" or not challenge[0] or challenge[1] != "S256":
        return _("The app has to ask for an authorization code with PKCE (S256).")
    if "none" in asked.get("prompt", "").split():
        return _("The app can only be connected with your answer.")
    return None
