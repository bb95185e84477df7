# mypy: allow-subclassing-any
# (allauth, whose classes these extend, ships without types)
"""Sign-in and account pages: allauth's views with our refusals and second factors."""

from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from allauth.account import views as account_views
from allauth.mfa.base import views as mfa_views
from allauth.mfa.totp import views as totp_views
from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.factors.selectors import find_unsettled_factors, has_factor
from accounts.factors.views import ask_for_proof, factor_page_url, is_factor_fresh
from accounts.factors.words import unsettled_text
from accounts.models.users import User
from accounts.sign_in.views.confirmed import take_confirmed_email
from accounts.sign_in.views.factor_failures import record_factor_failure
from accounts.users.views import require_user
from accounts.visits.views.kept_forms import restore_form
from accounts.visits.views.presence import is_idle
from pages.answers import see_other

if TYPE_CHECKING:
    from django.views.generic.edit import FormView

    _FormView = FormView[Form]
else:
    _FormView = object


def _factor_of(request: HttpRequest) -> HttpResponse | None:
    """Redirect to the factor page for users with a second factor not used recently; else None."""
    user = request.user
    if not isinstance(user, User) or not has_factor(user) or is_factor_fresh(request):
        return None
    following = request.GET.get("next") or request.path
    return redirect(f"{factor_page_url(user)}?{urlencode({'next': following})}")


class RefusedFormView(_FormView):
    """Mixin: a refused form responds with 422, not 200."""

    def form_invalid(self, form: Form) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)
        response.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
        return response


class LoginView(RefusedFormView, account_views.LoginView):
    """Sign in."""

    def get_initial(self) -> dict[str, Any]:
        """Prefill the address that was just confirmed in this browser."""
        initial: dict[str, Any] = super().get_initial()
        confirmed = take_confirmed_email(self.request)
        return {**initial, "login": confirmed} if confirmed else initial


class EmailView(RefusedFormView, account_views.EmailView):
    """Change the email address.

    The address can reset the password, so players need a settled second factor; staff cannot change it here.
    """

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Require a settled and recently used factor to add an address; other actions need none."""
        user = require_user(request)
        if "action_add" in request.POST:
            if user.is_staff:
                messages.warning(request, _("An administrator changes the address of staff."))
                return see_other("account_email")
            if unsettled := find_unsettled_factors(user):
                messages.warning(request, unsettled_text(unsettled))
                return see_other("mfa_index")
            if asked := ask_for_proof(request, user):
                return asked
        return super().post(request, *args, **kwargs)

    def get_initial(self) -> dict[str, Any]:
        """Prefill the address typed before the factor was asked for."""
        return {**super().get_initial(), **restore_form(self.request)}


class PasswordChangeView(RefusedFormView, account_views.PasswordChangeView):
    """Change the password; with a second factor connected the old one is not enough."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Ask for the factor before the form, because passwords in it are not kept."""
        return _factor_of(request) or super().dispatch(request, *args, **kwargs)


class PasswordResetView(RefusedFormView, account_views.PasswordResetView):
    """Request a link to set a new password."""


class ReauthenticateView(RefusedFormView, account_views.ReauthenticateView):
    """Confirm the password before an important action or after idleness, for users without a second factor."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect users with a second factor to it, keeping the target page."""
        return _factor_of(request) or super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add whether the player was idle."""
        return {**super().get_context_data(**kwargs), "idle": is_idle(self.request)}


class CodeView(RefusedFormView):
    """Form view for a second factor; a wrong code or passkey is recorded as a failed sign-in."""

    def form_invalid(self, form: Form) -> HttpResponse:
        """Record the failure and count it for the network."""
        record_factor_failure(self.request, form)
        return super().form_invalid(form)


class AuthenticateView(CodeView, mfa_views.AuthenticateView):
    """Enter the second factor at sign-in."""


class MfaReauthenticateView(CodeView, mfa_views.ReauthenticateView):
    """Enter the second factor again before an important action."""


class ActivateTotpView(RefusedFormView, totp_views.ActivateTOTPView):
    """Connect an authenticator app."""
