"""What a receiver answered, or why there is no answer."""

from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus

from django.db import models
from django.utils.translation import gettext_lazy as _


class DeliveryFailure(models.TextChoices):
    """Why an attempt failed."""

    NONE = "", _("none")
    STATUS = "status", _("The receiver answered with an error")
    REDIRECT = "redirect", _("The receiver redirects; redirects are not followed")
    NAME = "name", _("The name of the host was not found")
    NETWORK = "network", _("The address is in a network that is not allowed")
    CONNECTION = "connection", _("The connection failed")
    TLS = "tls", _("The certificate or the encryption is not valid")
    TIMEOUT = "timeout", _("The receiver took too long")
    PROTOCOL = "protocol", _("The answer was not HTTP")


@dataclass(frozen=True, slots=True)
class WebhookAnswer:
    """The result of one attempt; `text` is the beginning of the answer's body."""

    failure: DeliveryFailure
    status: int | None = None
    text: str = ""
    milliseconds: int = 0
    retry_after: timedelta | None = None
    """How long the receiver asks to wait."""
    location: str = ""
    """Where it redirects to."""

    @property
    def is_success(self) -> bool:
        return self.failure == DeliveryFailure.NONE

    @property
    def is_gone(self) -> bool:
        """Whether the receiver asks for no more messages."""
        return self.status == HTTPStatus.GONE


def judge_status(status: int) -> DeliveryFailure:
    """Return what a status means for a delivery."""
    if HTTPStatus(200) <= status < HTTPStatus.MULTIPLE_CHOICES:
        return DeliveryFailure.NONE
    redirects = HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST
    return DeliveryFailure.REDIRECT if redirects else DeliveryFailure.STATUS
