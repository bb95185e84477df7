"""Webhook endpoints of the operator's systems, and what was sent to them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from api.values.webhook_answers import DeliveryFailure
from api.values.webhook_keys import SigningAlgorithm
from approvals.models import PersonDecision, Proposal
from journal.models import Event
from journal.values.transaction_ids import ClockTime, TransactionIdField

NAME_LENGTH = 60
URL_LENGTH = 500


class WebhookEndpoint(models.Model):
    """An address that receives events. We mail its `owner` when we switch it off.

    `position_xact` and `position_id` are the last event of the feed that was queued for it. `failing_since` is the first failure
    after the last success.
    """

    class Off(models.TextChoices):
        """Why an endpoint is off."""

        ON = "", pgettext_lazy("endpoint", "on")
        STAFF = "staff", _("switched off by staff")
        GONE = "gone", _("switched off: the receiver answered 410")
        FAILING = "failing", _("switched off: three days without a success")

    id = models.BigAutoField(primary_key=True)
    name = models.CharField(_("name"), max_length=NAME_LENGTH, unique=True)
    url = models.CharField(_("URL"), max_length=URL_LENGTH)
    types = models.JSONField(_("types of events"), default=list)
    off = models.CharField(_("state"), max_length=8, choices=Off, blank=True, default="")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        verbose_name=_("owner"),
    )
    created_at = models.DateTimeField(_("created"), db_default=ClockTime(), editable=False)
    position_xact = TransactionIdField(editable=False)
    position_id = models.BigIntegerField(default=0, editable=False)
    failing_since = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(types=[]), name="api_webhook_types"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_on(self) -> bool:
        return not self.off


class WebhookSecret(models.Model):
    """A signing key of an endpoint, encrypted. While a replaced one has not expired, both sign."""

    endpoint = models.ForeignKey(
        WebhookEndpoint, on_delete=models.PROTECT, related_name="secrets", verbose_name=_("number")
    )
    algorithm = models.CharField(_("signature"), max_length=8, choices=SigningAlgorithm)
    sealed = models.BinaryField(_("secret"))
    public = models.CharField(_("public key"), max_length=60, blank=True)
    created_at = models.DateTimeField(_("created"), db_default=ClockTime(), editable=False)
    expires_at = models.DateTimeField(_("signs until"), null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["endpoint"],
                condition=Q(expires_at__isnull=True),
                name="api_webhook_secret_one_newest",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.algorithm} of endpoint {self.endpoint_id}"


class WebhookDelivery(models.Model):
    """An event for an endpoint, sent until the receiver accepts it. While it is being sent, `next_at` is the end of the claim."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DELIVERED = "delivered", _("delivered")
        GIVEN_UP = "given_up", pgettext_lazy("delivery", "given up")

    id = models.BigAutoField(primary_key=True)
    endpoint = models.ForeignKey(
        WebhookEndpoint, on_delete=models.PROTECT, related_name="deliveries", db_index=False
    )
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+", db_index=False)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    queued_at = models.DateTimeField(db_default=ClockTime())
    next_at = models.DateTimeField(db_default=ClockTime())
    ended_at = models.DateTimeField(null=True)

    class Meta:
        """Indexes: due deliveries of an endpoint; finished ones by age."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "endpoint"], name="api_webhook_delivery_once"),
            models.CheckConstraint(
                condition=Q(state="waiting", ended_at__isnull=True)
                | ~Q(state="waiting") & Q(ended_at__isnull=False),
                name="api_webhook_delivery_ended",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["endpoint", "next_at"],
                condition=Q(state="waiting"),
                name="api_webhook_delivery_due",
            ),
            models.Index(
                fields=["ended_at"],
                condition=Q(ended_at__isnull=False),
                name="api_webhook_delivery_ended_at",
            ),
            models.Index(fields=["endpoint", "-id"], name="api_webhook_delivery_latest"),
        ]

    def __str__(self) -> str:
        return f"event {self.event_id} for endpoint {self.endpoint_id}"


class WebhookAttempt(models.Model):
    """One request to a receiver, and its answer."""

    id = models.BigAutoField(primary_key=True)
    delivery = models.ForeignKey(WebhookDelivery, on_delete=models.CASCADE, related_name="tries")
    at = models.DateTimeField()
    failure = models.CharField(max_length=10, choices=DeliveryFailure, blank=True)
    status = models.PositiveSmallIntegerField(null=True)
    answer = models.TextField(blank=True)
    milliseconds = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.at}: {self.status or self.failure}"


class WebhookNetwork(Proposal):
    """A network that is not public and may receive webhooks: proposed by one person, approved by another, ended by one."""

    id = models.BigAutoField(primary_key=True)
    network = models.CharField(_("network"), max_length=43)
    ended_at = models.DateTimeField(_("ended"), null=True, editable=False)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        verbose_name=_("ended by"),
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_by__isnull=True)
                | Q(ended_at__isnull=False, ended_by__isnull=False),
                name="api_webhook_network_ended",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="api_webhook_network_reason"),
        ]

    def __str__(self) -> str:
        return self.network


class WebhookNetworkDecision(PersonDecision):
    """Another person's decision on a network."""

    proposal = models.OneToOneField(
        WebhookNetwork, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
