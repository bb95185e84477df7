"""What the journal stores: one row per significant event."""

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar, Final

from django.db import models
from django.db.models.functions import Now


class Severity(StrEnum):
    """How soon a person should look at an event."""

    INFO = "info"
    NOTICE = "notice"
    ALARM = "alarm"


class Kind(StrEnum):
    """The closed list of events; each has its severity."""

    PLAYER_REGISTERED = "player_registered"
    REGISTRATION_REFUSED = "registration_refused"
    LOGIN_FAILED = "login_failed"
    LOGIN_LOCKED = "login_locked"
    ACCOUNT_STATE_CHANGED = "account_state_changed"
    IDENTITY_VERIFIED = "identity_verified"
    SEED_MISMATCH = "seed_mismatch"
    ROUND_FROZEN = "round_frozen"
    TRANSFER_REVERSED = "transfer_reversed"
    LEDGER_BROKEN = "ledger_broken"

    @property
    def severity(self) -> Severity:
        """How soon a person should look at it."""
        return _SEVERITIES[self]


_SEVERITIES: Final[Mapping[Kind, Severity]] = {
    Kind.PLAYER_REGISTERED: Severity.INFO,
    Kind.REGISTRATION_REFUSED: Severity.NOTICE,
    Kind.LOGIN_FAILED: Severity.NOTICE,
    Kind.LOGIN_LOCKED: Severity.NOTICE,
    Kind.ACCOUNT_STATE_CHANGED: Severity.NOTICE,
    Kind.IDENTITY_VERIFIED: Severity.NOTICE,
    Kind.SEED_MISMATCH: Severity.ALARM,
    Kind.ROUND_FROZEN: Severity.ALARM,
    Kind.TRANSFER_REVERSED: Severity.NOTICE,
    Kind.LEDGER_BROKEN: Severity.ALARM,
}


class Event(models.Model):
    """One significant event. PostgreSQL refuses to change, delete or truncate it."""

    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField(db_default=Now(), editable=False)
    kind = models.CharField(max_length=40)
    severity = models.CharField(max_length=10)
    actor_id = models.BigIntegerField(null=True)
    subject = models.CharField(max_length=200, blank=True)
    data = models.JSONField(default=dict)

    class Meta:
        """Newest first, by kind."""

        indexes: ClassVar = [
            models.Index(fields=["kind", "-at"], name="journal_event_kind_at"),
        ]

    def __str__(self) -> str:
        """Kind and number, for logs."""
        return f"{self.kind} #{self.pk}"
