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
    SEED_UNREADABLE = "seed_unreadable"
    ROUND_FROZEN = "round_frozen"
    ROUND_FAILED = "round_failed"
    SHOE_FAILED = "shoe_failed"
    TRANSFER_REVERSED = "transfer_reversed"
    BALANCE_ADJUSTED = "balance_adjusted"
    BONUS_GRANTED = "bonus_granted"
    LEDGER_BROKEN = "ledger_broken"
    LEDGER_FINDING_PROPOSED = "ledger_finding_proposed"
    LEDGER_FINDING_DECIDED = "ledger_finding_decided"
    SEALS_REFILLED = "seals_refilled"
    DEPOSIT_RECORDED = "deposit_recorded"
    DEPOSIT_CREDITED = "deposit_credited"
    DEPOSIT_APPROVED = "deposit_approved"
    DEPOSIT_REFUSED = "deposit_refused"
    DEPOSIT_EXPIRED = "deposit_expired"
    DEPOSIT_PAID_LATE = "deposit_paid_late"
    CALLBACK_MISMATCH = "callback_mismatch"
    CALLBACK_CONTRADICTS = "callback_contradicts"
    WITHDRAWAL_REQUESTED = "withdrawal_requested"
    WITHDRAWAL_APPROVED = "withdrawal_approved"
    WITHDRAWAL_HELD = "withdrawal_held"
    WITHDRAWAL_RELEASED = "withdrawal_released"
    WITHDRAWAL_SENT = "withdrawal_sent"
    WITHDRAWAL_BOUNCED = "withdrawal_bounced"
    WITHDRAWAL_DOUBTED = "withdrawal_doubted"
    WITHDRAWAL_PAID = "withdrawal_paid"
    WITHDRAWAL_REFUSED = "withdrawal_refused"
    CASH_LIMIT_PROPOSED = "cash_limit_proposed"
    CASH_LIMIT_DECIDED = "cash_limit_decided"
    CORRECTION_PROPOSED = "correction_proposed"
    CORRECTION_APPROVED = "correction_approved"
    CORRECTION_REFUSED = "correction_refused"
    RATE_ENTERED = "rate_entered"
    RATE_APPROVED = "rate_approved"
    RATE_REFUSED = "rate_refused"
    RATE_RECALL_ASKED = "rate_recall_asked"
    RATE_RECALLED = "rate_recalled"
    RATE_RECALL_REFUSED = "rate_recall_refused"
    RATE_FEED_FAILED = "rate_feed_failed"
    RATE_RULES_PROPOSED = "rate_rules_proposed"
    RATE_RULES_CHANGED = "rate_rules_changed"
    RATE_RULES_REFUSED = "rate_rules_refused"
    TABLE_RULES_DRAFTED = "table_rules_drafted"
    TABLE_RULES_EDITED = "table_rules_edited"
    TABLE_RULES_PROPOSED = "table_rules_proposed"
    TABLE_RULES_APPROVED = "table_rules_approved"
    TABLE_RULES_REFUSED = "table_rules_refused"
    TABLE_RULES_SCHEDULED = "table_rules_scheduled"
    TABLE_RULES_IN_FORCE = "table_rules_in_force"
    TABLE_RULES_RETIRED = "table_rules_retired"
    TABLE_RULES_WAIT = "table_rules_wait"
    TABLE_RULES_UNUSUAL = "table_rules_unusual"
    TABLE_RULES_UNCOMPUTED = "table_rules_uncomputed"
    TABLE_CHANGE_PROPOSED = "table_change_proposed"
    TABLE_CHANGE_DECIDED = "table_change_decided"
    TABLE_LIMITS_PROPOSED = "table_limits_proposed"
    TABLE_LIMITS_DECIDED = "table_limits_decided"
    TABLE_ALTERED = "table_altered"
    TABLE_OPENED = "table_opened"
    TABLE_CLOSED = "table_closed"
    ROUND_PLAYED_BY_HOUSE = "round_played_by_house"
    ROUND_WAITS = "round_waits"
    ROUND_OPEN_LONG = "round_open_long"
    ROUND_CANCELLED = "round_cancelled"
    PLACE_REOPENED = "place_reopened"

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
    Kind.SEED_UNREADABLE: Severity.ALARM,
    Kind.ROUND_FROZEN: Severity.ALARM,
    Kind.ROUND_FAILED: Severity.ALARM,
    Kind.SHOE_FAILED: Severity.ALARM,
    Kind.TRANSFER_REVERSED: Severity.NOTICE,
    Kind.BALANCE_ADJUSTED: Severity.NOTICE,
    Kind.BONUS_GRANTED: Severity.NOTICE,
    Kind.LEDGER_BROKEN: Severity.ALARM,
    Kind.LEDGER_FINDING_PROPOSED: Severity.ALARM,
    Kind.LEDGER_FINDING_DECIDED: Severity.ALARM,
    Kind.SEALS_REFILLED: Severity.ALARM,
    Kind.DEPOSIT_RECORDED: Severity.INFO,
    Kind.DEPOSIT_CREDITED: Severity.INFO,
    Kind.DEPOSIT_APPROVED: Severity.NOTICE,
    Kind.DEPOSIT_REFUSED: Severity.NOTICE,
    Kind.DEPOSIT_EXPIRED: Severity.INFO,
    Kind.DEPOSIT_PAID_LATE: Severity.NOTICE,
    Kind.CALLBACK_MISMATCH: Severity.ALARM,
    Kind.CALLBACK_CONTRADICTS: Severity.NOTICE,
    Kind.WITHDRAWAL_REQUESTED: Severity.INFO,
    Kind.WITHDRAWAL_APPROVED: Severity.NOTICE,
    Kind.WITHDRAWAL_HELD: Severity.NOTICE,
    Kind.WITHDRAWAL_RELEASED: Severity.NOTICE,
    Kind.WITHDRAWAL_SENT: Severity.NOTICE,
    Kind.WITHDRAWAL_BOUNCED: Severity.NOTICE,
    Kind.WITHDRAWAL_DOUBTED: Severity.NOTICE,
    Kind.WITHDRAWAL_PAID: Severity.NOTICE,
    Kind.WITHDRAWAL_REFUSED: Severity.NOTICE,
    Kind.CASH_LIMIT_PROPOSED: Severity.NOTICE,
    Kind.CASH_LIMIT_DECIDED: Severity.NOTICE,
    Kind.CORRECTION_PROPOSED: Severity.NOTICE,
    Kind.CORRECTION_APPROVED: Severity.NOTICE,
    Kind.CORRECTION_REFUSED: Severity.NOTICE,
    Kind.RATE_ENTERED: Severity.INFO,
    Kind.RATE_APPROVED: Severity.NOTICE,
    Kind.RATE_REFUSED: Severity.NOTICE,
    Kind.RATE_RECALL_ASKED: Severity.NOTICE,
    Kind.RATE_RECALLED: Severity.NOTICE,
    Kind.RATE_RECALL_REFUSED: Severity.NOTICE,
    Kind.RATE_FEED_FAILED: Severity.NOTICE,
    Kind.RATE_RULES_PROPOSED: Severity.NOTICE,
    Kind.RATE_RULES_CHANGED: Severity.NOTICE,
    Kind.RATE_RULES_REFUSED: Severity.NOTICE,
    Kind.TABLE_RULES_DRAFTED: Severity.INFO,
    Kind.TABLE_RULES_EDITED: Severity.INFO,
    Kind.TABLE_RULES_PROPOSED: Severity.NOTICE,
    Kind.TABLE_RULES_APPROVED: Severity.NOTICE,
    Kind.TABLE_RULES_REFUSED: Severity.NOTICE,
    Kind.TABLE_RULES_SCHEDULED: Severity.NOTICE,
    Kind.TABLE_RULES_IN_FORCE: Severity.NOTICE,
    Kind.TABLE_RULES_RETIRED: Severity.NOTICE,
    Kind.TABLE_RULES_WAIT: Severity.NOTICE,
    Kind.TABLE_RULES_UNUSUAL: Severity.ALARM,
    Kind.TABLE_RULES_UNCOMPUTED: Severity.ALARM,
    Kind.TABLE_CHANGE_PROPOSED: Severity.NOTICE,
    Kind.TABLE_CHANGE_DECIDED: Severity.NOTICE,
    Kind.TABLE_LIMITS_PROPOSED: Severity.NOTICE,
    Kind.TABLE_LIMITS_DECIDED: Severity.NOTICE,
    Kind.TABLE_ALTERED: Severity.ALARM,
    Kind.TABLE_OPENED: Severity.NOTICE,
    Kind.TABLE_CLOSED: Severity.NOTICE,
    Kind.ROUND_PLAYED_BY_HOUSE: Severity.INFO,
    Kind.ROUND_WAITS: Severity.ALARM,
    Kind.ROUND_OPEN_LONG: Severity.NOTICE,
    Kind.ROUND_CANCELLED: Severity.ALARM,
    Kind.PLACE_REOPENED: Severity.NOTICE,
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
