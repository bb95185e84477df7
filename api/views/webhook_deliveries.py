"""Back-office page of one delivery: payload, answers, and sending it again."""

from functools import cached_property
from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext as _

from accounts.roles.values import Right
from api.models import WebhookDelivery
from api.selectors.event_documents import format_event_document
from api.selectors.webhooks import find_delivery
from api.services import webhook_queue
from api.views.webhook_endpoints import WebhooksPage
from journal.values.event_numbers import event_number
from pages.answers import require_found


class DeliveryPage(WebhooksPage):
    """One delivery with its payload and the answer to each attempt."""

    template_name = "api/webhooks/delivery.html"

    @cached_property
    def delivery(self) -> WebhookDelivery:
        """The delivery. Raises Http404."""
        return require_found(find_delivery(self.kwargs["pk"]))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        event = self.delivery.event
        return super().get_context_data(
            title=_("Delivery of %(event)s") % {"event": event_number(event.pk)},
            delivery=self.delivery,
            endpoint=self.delivery.endpoint,
            payload=format_event_document(event, indent=2),
            attempts=self.delivery.tries.all(),
            **kwargs,
        )


@DeliveryPage.form_view(forms.Form, Right.EDIT_WEBHOOKS)
def resend_delivery(page: DeliveryPage, _form: forms.Form) -> HttpResponse:
    webhook_queue.resend_delivery(page.delivery.pk, acting_user=page.user)
    text = _("The delivery will be sent again within seconds.")
    return page.redirect_with_message(text, "webhooks:delivery", page.delivery.pk)
