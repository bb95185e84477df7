# mypy: allow-subclassing-any
# (allauth, whose classes these extend, ships without types)
"""Sign-in of players' apps: allauth's headless views with our refusals and events."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.headless.account import views as account_views
from allauth.headless.account.inputs import LoginInput
from allauth.headless.base.response import ReauthenticationResponse
from allauth.headless.mfa import views as mfa_views
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from accounts.factors.selectors import has_factor
from accounts.sign_in.views.factor_failures import record_factor_failure


class PlayerLoginInput(LoginInput):
    """Address and password of a player. Staff get the answer of a wrong password: they sign in on the site."""

    def clean(self) -> dict[str, Any]:
        """Count the attempt of staff as a failed one."""
        cleaned: dict[str, Any] = super().clean()
        login = getattr(self, "login", None)
        if login is not None and login.user.is_staff and not self.errors:
            get_adapter().authentication_failed(context.request, email=cleaned["email"])
            self.add_error("password", get_adapter().validation_error("email_password_mismatch"))
        return cleaned


class AppLoginView(account_views.LoginView):
    """Sign in by address and password."""

    input_class = PlayerLoginInput


class AppSessionView(account_views.SessionView):
    """The session: who is signed in, or what is missing; sign out."""


class CodeInputView:
    """Mixin of headless views for a second factor: a wrong one is recorded as a failed sign-in."""

    def handle_invalid_input(self, form: Any) -> HttpResponse:
        """Record the failure and count it for the network."""
        record_factor_failure(self.request, form)  # type: ignore[attr-defined]  # Django's view
        response: HttpResponse = super().handle_invalid_input(form)  # type: ignore[misc]  # allauth's view
        return response


class AppSecondFactorView(CodeInputView, mfa_views.AuthenticateView):
    """Enter the second factor at sign-in."""


class AppFactorAgainView(CodeInputView, mfa_views.ReauthenticateView):
    """Enter the second factor again before an important action or after idleness."""


class AppPasswordAgainView(account_views.ReauthenticateView):
    """Confirm the password again, for players without a second factor."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Refuse the password of players with a second factor, as the page does."""
        by_factor = request.user.is_authenticated and has_factor(request.user)
        answer: HttpResponseBase = (
            ReauthenticationResponse(request)
            if by_factor
            else super().dispatch(request, *args, **kwargs)
        )
        return answer
