# mypy: allow-subclassing-any
# (allauth, whose class this extends, ships without types)
"""Signing up, and the documents that a player agrees to."""

from allauth.account import views as account_views
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.identity.services.number_entry import record_known_number
from accounts.identity.values.document_numbers import NumberKnown
from accounts.sign_in.views.pages import RefusedFormView
from accounts.sign_up.forms import SignupForm, consent_field
from accounts.sign_up.values import DOCUMENTS, ConsentDocument
from journal.models import EventKind
from journal.services.recording import record


class SignupView(RefusedFormView, account_views.SignupView):
    """Open an account."""

    def get_form(self, form_class: type[Form] | None = None) -> Form:
        """Link each document that has a page beside its box."""
        form: Form = super().get_form(form_class)
        for document in DOCUMENTS.values():
            if document.has_page:
                form.fields[consent_field(document)].help_text = _link_to(document)
        return form

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
            record(EventKind.REGISTRATION_REFUSED, data={"code": "under_age"})
        if isinstance(form, SignupForm) and form.holder is not None:
            record_known_number(form.holder, ip=get_adapter().get_client_ip(self.request))
        return super().form_invalid(form)


def _link_to(document: ConsentDocument) -> SafeString:
    words = _("Read in a new tab: %(document)s (version %(version)s)") % {
        "document": document.kind.label,
        "version": document.version,
    }
    url = reverse("accounts:document", args=[document.kind.value])
    return format_html('<a href="{}" target="_blank" rel="noopener">{}</a>', url, words)


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
