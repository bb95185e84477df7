"""Who is on duty when, what each of them was told, and the last reading of each watch."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from api.models import WebhookEndpoint
from journal.models import Event
from journal.values.transaction_ids import ClockTime


class DutyTurn(models.Model):
    """Hours of the week in which a person answers alarms; `place` is the order in which people are told.

    `days` holds ISO weekdays, "1" for Monday. Hours that end before they begin end on the next day; equal ones mean all day.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    days = models.CharField(max_length=7)
    begins = models.TimeField()
    ends = models.TimeField()
    zone = models.CharField(max_length=40)
    place = models.PositiveSmallIntegerField()
    endpoint = models.ForeignKey(
        WebhookEndpoint, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    set_at = models.DateTimeField(db_default=ClockTime(), editable=False)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    ended_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(days__regex="^[1-7]{1,7}$"), name="alarms_duty_turn_has_days"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_by__isnull=True)
                | Q(ended_at__isnull=False, ended_by__isnull=False),
                name="alarms_duty_turn_ended",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.days} {self.begins:%H:%M}-{self.ends:%H:%M} {self.zone}"


class AlarmNotice(models.Model):
    """An alarm for one person by one way. Waits until it is sent; the outcome stays."""

    class Channel(models.TextChoices):
        MAIL = "mail", _("e-mail")
        WEBHOOK = "webhook", _("webhook")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("handed over")
        ANSWERED = "answered", _("not needed: somebody had answered")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    level = models.PositiveSmallIntegerField()
    channel = models.CharField(max_length=7, choices=Channel)
    endpoint = models.ForeignKey(
        WebhookEndpoint, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=100, blank=True, default="", db_default="")
    made_at = models.DateTimeField(db_default=ClockTime(), editable=False)
    tried_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "person", "level", "channel"], name="alarms_notice_once"
            )
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["person", "id"], condition=Q(state="waiting"), name="alarms_notice_waiting"
            ),
            models.Index(fields=["person", "-tried_at"], name="alarms_notice_tried"),
        ]

    def __str__(self) -> str:
        return f"event {self.event_id} for {self.person_id}: {self.state}"


class WatchReading(models.Model):
    """The last reading of a watch, and since when it is as it is."""

    class State(models.TextChoices):
        GOOD = "good", _("good")
        LATE = "late", _("beyond the limit")
        MISSING = "missing", _("missing")

    name = models.CharField(max_length=20, primary_key=True)
    value = models.FloatField(null=True)
    limit = models.FloatField()
    state = models.CharField(max_length=7, choices=State)
    at = models.DateTimeField()
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name}: {self.value} ({self.state})"
