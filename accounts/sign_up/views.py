# mypy: allow-subclassing-any
# (allauth, whose class this extends, ships without types)
"""Sign-up."""

from collections.abc import Mapping
from typing import Any, Final

from allauth.account import views as account_views
from allauth.account.adapter import get_adapter
from allauth.headless.account import views as headless_views
from django.conf import settings
from django.forms import Form
from django.http import HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from accounts.gate.refusals import NewcomerListed, NewcomerNotChecked
from accounts.guests.views import load_guest, play_after_sign_up
from accounts.models.policies import PolicyKind, PolicyVersion
from accounts.models.users import ConsentKind
from accounts.policies.selectors.versions import versions_in_force
from accounts.sign_in.views.pages import RefusedFormView
from accounts.sign_up.forms.sign_up import SignupForm
from accounts.sign_up.values import BOXES, STATEMENTS
from internals.texts import Text
from journal.models import EventKind
from journal.services.recording import record

_NOTED: Final = (
    ("birth_date", "under_age"),
    *(("document_number", one.code) for one in (NewcomerListed, NewcomerNotChecked)),
)


def record_refusal(form: Form) -> None:
    """Record an attempt of a person who is under age, listed or could not be checked, without personal data."""
    for field, code in _NOTED:
        if form.has_error(field, code):
            record(EventKind.REGISTRATION_REFUSED, data={"code": code})


class SignupView(RefusedFormView, account_views.SignupView):
    """Sign up."""

    def get_form(self, form_class: type[Form] | None = None) -> Form:
        """Add help texts below each checkbox: links to its documents, and its statements."""
        form: Form = super().get_form(form_class)
        policies = versions_in_force()
        for box in BOXES:
            lines = ((_describe(kind, policies),) for kind in box.kinds)
            form.fields[box.field].help_text = format_html_join(
                "", '<span class="consent">{}</span>', lines
            )
        return form

    def form_valid(self, form: Form) -> HttpResponse:
        """Let this browser play until the address is confirmed."""
        response: HttpResponse = super().form_valid(form)
        play_after_sign_up(self.request, self.user, get_adapter().get_client_ip(self.request))
        return response

    def form_invalid(self, form: Form) -> HttpResponse:
        """Record an attempt that is noted."""
        record_refusal(form)
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
        """Record an attempt that is noted."""
        record_refusal(form)
        response: HttpResponse = super().handle_invalid_input(form)
        return response


class VerificationSentView(account_views.EmailVerificationSentView):
    """Ask to confirm the address, and offer play money meanwhile."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the guest table if this browser may play."""
        may_play = load_guest(self.request) is not None
        table = settings.GUEST_TABLE if may_play else ""
        return {**super().get_context_data(**kwargs), "guest_table": table}


def _describe(kind: ConsentKind, policies: Mapping[PolicyKind, PolicyVersion]) -> Text:
    if kind in STATEMENTS:
        return STATEMENTS[kind].text
    version = policies[PolicyKind(kind)]
    words = _("Read in a new tab: %(document)s (version %(version)s)") % {
        "document": version.get_kind_display(),
        "version": version.number,
    }
    url = reverse("accounts:document", args=[version.kind])
    return format_html('<a href="{}" target="_blank" rel="noopener">{}</a>', url, words)
