"""Back-office pages of webhook endpoints: list, new, and one with its deliveries, secrets and actions."""

from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff
from accounts.staff.views.pages import StaffFormPage, StaffPage
from api.forms.webhooks import (
    DeliveriesForm,
    EndpointForm,
    NewEndpointForm,
    ReplayForm,
    SignatureForm,
    SwitchForm,
)
from api.models import WebhookEndpoint
from api.selectors import webhooks
from api.services import webhook_endpoints, webhook_queue
from api.values.webhook_keys import WebhookKey
from api.words.webhooks import build_delivery_line
from pages.answers import require_found
from pages.lists import active_filters, load_slice


class WebhooksPage(StaffPage):
    """Base of the pages about webhooks: adds the user's rights to the context."""

    opens: ClassVar[tuple[Right, ...]] = (Right.VIEW_WEBHOOKS,)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            may_edit=Right.EDIT_WEBHOOKS in self.rights,
            may_approve=Right.APPROVE_WEBHOOKS in self.rights,
            **kwargs,
        )


class EndpointsPage(WebhooksPage):
    """Page of all endpoints."""

    template_name = "api/webhooks/list.html"
    title = gettext_lazy("Webhooks")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(endpoints=webhooks.list_endpoints(), **kwargs)


class NewEndpointPage(StaffFormPage[NewEndpointForm], WebhooksPage):
    """Page to add an endpoint; its secret is shown once."""

    opens = (Right.EDIT_WEBHOOKS,)
    template_name = "api/webhooks/new.html"
    title = gettext_lazy("New endpoint")

    def process_form(self, form: NewEndpointForm) -> HttpResponse:
        endpoint, key = webhook_endpoints.add_endpoint(
            form.wanted, form.chosen, acting_user=self.user
        )
        return _show_key(self, endpoint, key)


class EndpointPage(WebhooksPage):
    """One endpoint with its deliveries, secrets and an administrator's actions."""

    template_name = "api/webhooks/endpoint.html"

    @cached_property
    def endpoint(self) -> WebhookEndpoint:
        """The endpoint. Raises Http404."""
        return require_found(webhooks.find_endpoint(self.kwargs["pk"]))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        form = DeliveriesForm(self.request.GET)
        asked = form.cleaned_data if form.is_valid() else {}
        piece = load_slice(webhooks.filter_deliveries(self.endpoint.pk, asked), self.request)
        return super().get_context_data(
            title=self.endpoint.name,
            endpoint=self.endpoint,
            secrets=webhooks.signing_secrets(timezone.now()).filter(endpoint=self.endpoint.pk),
            form=form,
            chosen=bool(active_filters(self.request, form)),
            slice=piece,
            lines=[build_delivery_line(row) for row in piece.rows],
            signature_form=self.refused_or_new_form(SignatureForm),
            replay_form=self.refused_or_new_form(ReplayForm),
            **kwargs,
        )

    def redirect_after(self, text: str) -> HttpResponse:
        """Redirect to this page with a message."""
        return self.redirect_with_message(text, "webhooks:endpoint", self.kwargs["pk"])


class ChangeEndpointPage(StaffFormPage[EndpointForm], EndpointPage):
    """Page to change name, address and types."""

    opens = (Right.EDIT_WEBHOOKS,)
    template_name = "api/webhooks/change.html"

    def get_initial(self) -> dict[str, Any]:
        endpoint = self.endpoint
        return {"name": endpoint.name, "url": endpoint.url, "types": endpoint.types}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs.setdefault("form", self.get_form())
        return WebhooksPage.get_context_data(
            self, title=self.endpoint.name, endpoint=self.endpoint, **kwargs
        )

    def process_form(self, form: EndpointForm) -> HttpResponse:
        webhook_endpoints.change_endpoint(self.endpoint.pk, form.wanted, acting_user=self.user)
        return self.redirect_after(_("The endpoint is changed."))


@EndpointPage.form_view(SwitchForm, Right.EDIT_WEBHOOKS)
def switch_endpoint(page: EndpointPage, form: SwitchForm) -> HttpResponse:
    on, reason = form.cleaned_data["to"] == "on", form.cleaned_data["reason"]
    webhook_endpoints.switch_endpoint(page.endpoint.pk, on=on, reason=reason, acting_user=page.user)
    return page.redirect_after(_("The endpoint is on.") if on else _("The endpoint is off."))


@EndpointPage.form_view(SignatureForm, Right.EDIT_WEBHOOKS)
def rotate_secret(page: EndpointPage, form: SignatureForm) -> HttpResponse:
    endpoint, key = webhook_endpoints.rotate_secret(
        page.endpoint.pk, form.chosen, acting_user=page.user
    )
    return _show_key(page, endpoint, key)


@EndpointPage.form_view(forms.Form, Right.EDIT_WEBHOOKS)
def send_test_event(page: EndpointPage, _form: forms.Form) -> HttpResponse:
    webhook_queue.send_test_event(page.endpoint.pk, acting_user=page.user)
    return page.redirect_after(_("The test event will be sent within seconds."))


@EndpointPage.form_view(ReplayForm, Right.EDIT_WEBHOOKS, drawn=True)
def replay_range(page: EndpointPage, form: ReplayForm) -> HttpResponse:
    given = form.cleaned_data
    number = webhook_queue.replay_range(
        page.endpoint.pk, given["since"], given["until"], acting_user=page.user
    )
    text = ngettext("%(n)d event will be sent again.", "%(n)d events will be sent again.", number)
    return page.redirect_after(text % {"n": number})


def _show_key(page: StaffPage, endpoint: WebhookEndpoint, key: WebhookKey) -> HttpResponse:
    """Answer with the key itself: there is no address that shows a secret again."""
    context = {"title": endpoint.name, "endpoint": endpoint, "key": key}
    return render_staff(page.request, "api/webhooks/key.html", context)
