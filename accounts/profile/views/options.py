"""Options page, and the language and sound switches."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language as django_set_language

from accounts.guests.views import open_to_guests
from accounts.identity.selectors.document_numbers import has_number
from accounts.identity.services.phones import set_phone
from accounts.models.users import Language, User
from accounts.profile.forms import OptionsForm
from accounts.profile.services import preferences as service
from accounts.profile.services.screen_names import set_screen_name
from accounts.users.selectors.phones import find_phone
from accounts.users.views import remember_language, require_user
from accounts.values.phones import PhoneRefused
from accounts.values.screen_names import ScreenNameRefused
from pages.answers import redirect_back, see_other


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Switch the language with Django's view, and store it for a signed-in user."""
    language = request.POST.get("language", "")
    if isinstance(request.user, User) and language in Language.values:
        service.set_language(request.user, language)
    return django_set_language(request)


@open_to_guests
@login_required
@require_POST
def switch_sounds(request: HttpRequest) -> HttpResponse:
    """Turn table sounds on or off; HTMX requests get the updated button."""
    service.set_sounds(require_user(request), heard=request.POST.get("heard") == "yes")
    back = request.POST.get("next", "")
    if "HX-Request" in request.headers:
        return render(request, "accounts/_sounds.html", {"back": back})
    return redirect_back(request, back, "accounts:options")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def options(request: HttpRequest) -> HttpResponse:
    """Show and store the user's options, with links to password, email and second factor."""
    user = require_user(request)
    form = OptionsForm(request.POST or None, initial=_initial(user))
    if user.is_staff:
        del form.fields["phone"]
    if request.method == "POST" and form.is_valid():
        try:
            return _save_options(request, user, form)
        except (ScreenNameRefused, PhoneRefused) as refusal:
            form.add_error(refusal.field, str(refusal.message))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    missing = not user.is_staff and not has_number(user)
    context = {"form": form, "number_missing": missing}
    return render(request, "accounts/options.html", context, status=status)


def _save_options(request: HttpRequest, user: User, form: OptionsForm) -> HttpResponse:
    preferences = form.preferences()
    with transaction.atomic():
        if "screen_name" in form.data:
            set_screen_name(user, form.cleaned_data["screen_name"])
        if "phone" in form.data and not user.is_staff:
            set_phone(user, form.cleaned_data["phone"])
        service.set_preferences(user, preferences)
    with translation.override(preferences.language):
        messages.success(request, _("Your options are saved."))
    response = see_other("accounts:options")
    remember_language(response, preferences.language)
    return response


def _initial(user: User) -> dict[str, Any]:
    own = {"screen_name": user.screen_name or "", "phone": find_phone(user.pk)}
    return {**vars(service.Preferences.from_user(user)), **own}
