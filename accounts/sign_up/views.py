# mypy: allow-subclassing-any
# (allauth, whose class this extends, ships without types)
"""Sign-up, and the documents that players agree to."""

from collections.abc import Mapping
from typing import Any

from allauth.account import views as account_views
from allauth.account.adapter import get_adapter
from allauth.headless.account import views as headless_views
from django.conf import settings
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.guests.views import load_guest, play_after_sign_up
from accounts.sign_in.views.pages import RefusedFormView
from accounts.sign_up.forms import SignupForm
from accounts.sign_up.values import BOXES, DOCUMENTS, ConsentDocument
from internals.texts import Text
from journal.models import EventKind
from journal.services.recording import record


def record_refused_age(form: Form) -> None:
    """Record an under-age attempt, without personal data."""
    if form.has_error("birth_date", "under_age"):
        record(EventKind.REGISTRATION_REFUSED, data={"code": "under_age"})


class SignupView(RefusedFormView, account_views.SignupView):
    """Sign up."""

    def get_form(self, form_class: type[Form] | None = None) -> Form:
        """Add help texts below each checkbox: links to its documents, and its statements."""
        form: Form = super().get_form(form_class)
        for box in BOXES:
            consents = [DOCUMENTS[kind] for kind in box.kinds]
            form.fields[box.field].help_text = format_html_join(
                "", '<span class="consent">{}</span>', ((_describe(one),) for one in consents)
            )
        return form

    def form_valid(self, form: Form) -> HttpResponse:
        """Let this browser play until the address is confirmed."""
        response: HttpResponse = super().form_valid(form)
        play_after_sign_up(self.request, self.user, get_adapter().get_client_ip(self.request))
        return response

    def form_invalid(self, form: Form) -> HttpResponse:
        """Record an under-age attempt."""
        record_refused_age(form)
        return super().form_invalid(form)


class AppSignupInput(SignupForm):
    """The sign-up form for apps, whose field is called `password`."""

    def __init__(self, data: Mapping[str, Any], **kwargs: Any) -> None:
        renamed = {
            "password1" if name == "password" else name: value for name, value in data.items()
        }
        super().__init__(renamed, **kwargs)


class AppSignupView(headless_views.SignupView):
    """Sign up by an app. Nobody plays as a guest there until the address is confirmed."""

    input_class = AppSignupInput

    def handle_invalid_input(self, form: Form) -> HttpResponse:
        """Record an under-age attempt."""
        record_refused_age(form)
        response: HttpResponse = super().handle_invalid_input(form)
        return response


class VerificationSentView(account_views.EmailVerificationSentView):
    """Ask to confirm the address, and offer play money meanwhile."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the guest table if this browser may play."""
        may_play = load_guest(self.request) is not None
        table = settings.GUEST_TABLE if may_play else ""
        return {**super().get_context_data(**kwargs), "guest_table": table}


def _describe(consent: ConsentDocument) -> Text:
    if not consent.has_page:
        return consent.statement
    words = _("Read in a new tab: %(document)s (version %(version)s)") % {
        "document": consent.kind.label,
        "version": consent.version,
    }
    url = reverse("accounts:document", args=[consent.kind.value])
    return format_html('<a href="{}" target="_blank" rel="noopener">{}</a>', url, words)


@require_GET
def document(request: HttpRequest, kind: str) -> HttpResponse:
    """Show a document that players agree to, with its version."""
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
