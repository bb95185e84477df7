"""Mail to the owner of an endpoint that was switched off."""

from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from api.models import WebhookEndpoint


def tell_owner(endpoint: WebhookEndpoint) -> None:
    """Put the mail into the outbox, in the owner's language."""
    owner = endpoint.owner
    with translation.override(owner.language):
        subject = _("Lígalo: the webhook endpoint %(name)s is off") % {"name": endpoint.name}
        context = {"owner": owner.get_short_name(), "endpoint": endpoint}
        text = render_to_string("api/email/webhook_off.txt", context)
        send_mail(subject, text, None, [owner.email])
