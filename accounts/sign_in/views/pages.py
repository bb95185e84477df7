# mypy: allow-subclassing-any
# (allauth, whose classes these extend, ships without types)
"""Sign-in and the pages of the own account: allauth's views with our refusals and second factors."""

from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from allauth.account import views as account_views
from allauth.account.adapter import get_adapter
from allauth.mfa.base import views as mfa_views
from allauth.mfa.totp import views as totp_views
from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.factors.selectors import find_unsettled_factors, has_factor
from accounts.factors.views import ask_for_proof, factor_page, is_factor_fresh
from accounts.factors.words import unsettled_text
from accounts.models.users import User
from accounts.sign_in.services import network_failures
from accounts.users.views import require_user
from accounts.visits.views.kept_forms import restore_form
from accounts.visits.views.presence import is_idle
from journal.models import EventKind
from journal.services.recording import record
from pages.answers import see_other

if TYPE_CHECKING:
    from django.views.generic.edit import FormView

    _FormView = FormView[Form]
else:
    _FormView = object


def _factor_of(request: HttpRequest) -> HttpResponse | None:
    """The page that asks a person who has a second factor for it; None for others, and where it was shown lately."""
    user = request.user
    if not isinstance(user, User) or not has_factor(user) or is_factor_fresh(request):
        return None
    following = request.GET.get("next") or request.path
    return redirect(f"{factor_page(user)}?{urlencode({'next': following})}")


class RefusedFormView(_FormView):
    """A refused form comes back as 422, not as 200."""

    def form_invalid(self, form: Form) -> HttpResponse:
        """Show the form with its errors."""
        response: HttpResponse = super().form_invalid(form)
        response.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
        return response


class LoginView(RefusedFormView, account_views.LoginView):
    """Sign in."""


class EmailView(RefusedFormView, account_views.EmailView):
    """Change the e-mail address, by which a password is set anew: whoever has a second factor has shown it by then, and who has none connects one."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Ask for the factor first; asking for the confirmation once more takes none."""
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
        """The address that was typed before the factor was asked for."""
        return {**super().get_initial(), **restore_form(self.request)}


class PasswordChangeView(RefusedFormView, account_views.PasswordChangeView):
    """Change the password; the old one alone is not enough where the account has a second factor."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Ask for the factor before the form: what it holds is not kept meanwhile."""
        return _factor_of(request) or super().dispatch(request, *args, **kwargs)


class PasswordResetView(RefusedFormView, account_views.PasswordResetView):
    """Ask for a link to set a new password."""


class ReauthenticateView(RefusedFormView, account_views.ReauthenticateView):
    """Give the password again before something important or after having done nothing for long, where there is no second factor."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Whoever has one is led to it, with where they want to go."""
        return _factor_of(request) or super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Whether it is because nothing was done."""
        return {**super().get_context_data(**kwargs), "idle": is_idle(self.request)}


class CodeView(RefusedFormView):
    """A wrong code is a failed sign-in: an event, with where it came from."""

    def form_invalid(self, form: Form) -> HttpResponse:
        """Note whose it was; a field that was left empty is no attempt."""
        if form.has_error("credential"):
            data = {"ip": get_adapter().get_client_ip(self.request), "part": "passkey"}
            record(EventKind.LOGIN_FAILED, subject=f"user {form.user.pk}", data=data)  # type: ignore[attr-defined]  # as below
            network_failures.count_failure(data["ip"])
        elif form.data.get("code"):
            kind = (
                EventKind.LOGIN_FAILED
                if form.has_error("code", "incorrect_code")
                else EventKind.LOGIN_LOCKED
            )
            data = {"ip": get_adapter().get_client_ip(self.request), "part": "code"}
            record(kind, subject=f"user {form.user.pk}", data=data)  # type: ignore[attr-defined]  # allauth's form knows it
            network_failures.count_failure(data["ip"])
        return super().form_invalid(form)


class AuthenticateView(CodeView, mfa_views.AuthenticateView):
    """Give the second factor when signing in."""


class MfaReauthenticateView(CodeView, mfa_views.ReauthenticateView):
    """Give the second factor again before something important."""


class ActivateTotpView(RefusedFormView, totp_views.ActivateTOTPView):
    """Connect an authenticator app."""
