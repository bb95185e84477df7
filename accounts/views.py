# mypy: allow-subclassing-any
# (allauth, whose classes these extend, ships without types)
"""Pages about the player's own account; login and the like are allauth's views, dressed."""

from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from allauth.account import views as account_views
from allauth.account.adapter import get_adapter
from allauth.mfa.base import views as mfa_views
from allauth.mfa.totp import views as totp_views
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.i18n import set_language as django_set_language

from accounts import network, services
from accounts.adapter import remember_language
from accounts.documents import DOCUMENTS
from accounts.factors import ask_first, asking, has_factor, refusal_of_factors, shown_lately
from accounts.forms import OptionsForm, SignupForm
from accounts.identity.numbering import NumberKnown, has_number, tell_known
from accounts.models import Language, User
from accounts.signed_in import signed_in
from accounts.visiting.presence import is_idle, kept
from journal.models import Kind
from journal.services.recording import record
from pages.answers import see_back, see_other

if TYPE_CHECKING:
    from django.views.generic.edit import FormView

    _FormView = FormView[Form]
else:
    _FormView = object


def _factor_of(request: HttpRequest) -> HttpResponse | None:
    """The page that asks a person who has a second factor for it; None for others, and where it was shown lately."""
    user = request.user
    if not isinstance(user, User) or not has_factor(user) or shown_lately(request):
        return None
    following = request.GET.get("next") or request.path
    return redirect(f"{asking(user)}?{urlencode({'next': following})}")


class RefusedFormView(_FormView):
    """A refused form comes back as 422, not as 200."""

    def form_invalid(self, form: Form) -> HttpResponse:
        """Show the form with its errors."""
        response: HttpResponse = super().form_invalid(form)
        response.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
        return response


class LoginView(RefusedFormView, account_views.LoginView):
    """Sign in."""


class SignupView(RefusedFormView, account_views.SignupView):
    """Open an account."""

    def form_valid(self, form: Form) -> HttpResponse:
        """Refuse in the same way a document that another sign-up was quicker with."""
        try:
            response: HttpResponse = super().form_valid(form)
        except NumberKnown as error:
            form.refuse_number(error.holder)  # type: ignore[attr-defined]  # it is the SignupForm
            return self.form_invalid(form)
        return response

    def form_invalid(self, form: Form) -> HttpResponse:
        """Note that somebody under age tried, without saying who; and whose document was entered once more."""
        if form.has_error("birth_date", "under_age"):
            record(Kind.REGISTRATION_REFUSED, data={"code": "under_age"})
        if isinstance(form, SignupForm) and form.holder is not None:
            tell_known(form.holder, ip=get_adapter().get_client_ip(self.request))
        return super().form_invalid(form)


class EmailView(RefusedFormView, account_views.EmailView):
    """Change the e-mail address, by which a password is set anew: whoever has a second factor has shown it by then, and who has none connects one."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Ask for the factor first; asking for the confirmation once more takes none."""
        user = signed_in(request)
        if "action_add" in request.POST:
            if user.is_staff:
                messages.warning(request, _("An administrator changes the address of staff."))
                return see_other("account_email")
            if refusal := refusal_of_factors(user):
                messages.warning(request, refusal)
                return see_other("mfa_index")
            if asked := ask_first(request, user):
                return asked
        return super().post(request, *args, **kwargs)

    def get_initial(self) -> dict[str, Any]:
        """The address that was typed before the factor was asked for."""
        return {**super().get_initial(), **kept(self.request)}


class PasswordChangeView(RefusedFormView, account_views.PasswordChangeView):
    """Change the password; of whoever has a second factor not with the old one alone."""

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
            record(Kind.LOGIN_FAILED, subject=f"user {form.user.pk}", data=data)  # type: ignore[attr-defined]  # as below
            network.failed(self.request)
        elif form.data.get("code"):
            kind = (
                Kind.LOGIN_FAILED if form.has_error("code", "incorrect_code") else Kind.LOGIN_LOCKED
            )
            data = {"ip": get_adapter().get_client_ip(self.request), "part": "code"}
            record(kind, subject=f"user {form.user.pk}", data=data)  # type: ignore[attr-defined]  # allauth's form knows it
            network.failed(self.request)
        return super().form_invalid(form)


class AuthenticateView(CodeView, mfa_views.AuthenticateView):
    """Give the second factor when signing in."""


class MfaReauthenticateView(CodeView, mfa_views.ReauthenticateView):
    """Give the second factor again before something important."""


class ActivateTotpView(RefusedFormView, totp_views.ActivateTOTPView):
    """Connect an authenticator app."""


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Switch the language as Django does, and remember it on the player."""
    language = request.POST.get("language", "")
    if isinstance(request.user, User) and language in Language.values:
        services.set_language(request.user, language)
    return django_set_language(request)


@login_required
@require_POST
def sounds(request: HttpRequest) -> HttpResponse:
    """Turn the sounds of the table on or off; HTMX gets the button as it is then."""
    services.set_sounds(signed_in(request), heard=request.POST.get("heard") == "yes")
    back = request.POST.get("next", "")
    if "HX-Request" in request.headers:
        return render(request, "accounts/_sounds.html", {"back": back})
    return see_back(request, back, "accounts:options")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def options(request: HttpRequest) -> HttpResponse:
    """The player's choices about the site, and the way to password, e-mail and second factor."""
    user = signed_in(request)
    form = OptionsForm(request.POST or None, initial=_initial(user))
    if request.method == "POST" and form.is_valid():
        return _save_options(request, user, form.preferences())
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    missing = not user.is_staff and not has_number(user)
    context = {"form": form, "number_missing": missing}
    return render(request, "accounts/options.html", context, status=status)


def _save_options(
    request: HttpRequest, user: User, preferences: services.Preferences
) -> HttpResponse:
    services.set_preferences(user, preferences)
    with translation.override(preferences.language):
        messages.success(request, _("Your options are saved."))
    response = see_other("accounts:options")
    remember_language(response, preferences.language)
    return response


def _initial(user: User) -> dict[str, Any]:
    return vars(services.Preferences.of(user))


@require_GET
def document(request: HttpRequest, kind: str) -> HttpResponse:
    """One of the documents that a player agrees to, with its version."""
    found = next((item for item in DOCUMENTS.values() if item.kind == kind), None)
    if found is None or not found.has_page:
        raise Http404
    return render(
        request,
        f"accounts/{found.kind}.html",
        {
            "document": found,
            "age": settings.MINIMUM_AGE,
            "visits_kept_days": settings.VISITS_KEPT_DAYS,
        },
    )
