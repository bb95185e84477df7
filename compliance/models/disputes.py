"""Disputes and their replies; kept permanently (GLI-19 A.4.4 requires five years)."""

import uuid
from typing import ClassVar, Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from accounts.models.users import User
from casino.models import Round
from journal.models.personal import PersonalTextField
from journal.values.transaction_ids import ClockTime

NUMBER_DIGITS: Final = 6
LONGEST_TEXT: Final = 2000
LONGEST_NOTE: Final = 500


class DisputeSubject(models.TextChoices):
    ROUND = "round", _("A round: its cards, its result or what it paid")
    MONEY = "money", _("A deposit, a withdrawal or an exchange")
    ACCOUNT = "account", _("My account, my data or signing in")
    LIMITS = "limits", _("A limit, a time-out or an exclusion")
    POINTS = "points", _("Points and tiers")
    ERASURE = "erasure", _("Erasing my data")
    SITE = "site", _("The site does not work properly")
    OTHER = "other", _("Something else")


class DisputeState(models.TextChoices):
    """State of a dispute after its last reply."""

    OPEN = "open", pgettext_lazy("dispute", "waits for an answer")
    ANSWERED = "answered", pgettext_lazy("dispute", "answered")
    CLOSED = "closed", pgettext_lazy("dispute", "closed")


class DisputeOutcome(models.TextChoices):
    """Outcome of a dispute: the house's decision, or settled by the player."""

    UPHELD = "upheld", _("the player was right")
    PARTLY = "partly", _("the player was right in part")
    REJECTED = "rejected", _("the house's decision stands")
    ERASED = "erased", _("erased as the player asked")
    IN_PART = "in_part", _("erased in part, the rest is kept")
    KEPT = "kept", _("not erased, it is kept")
    SETTLED = "settled", _("settled by the player")


def allowed_outcomes(subject: str) -> tuple[DisputeOutcome, ...]:
    """Return the outcomes the house may choose for a subject; requests for erasure have their own."""
    if subject == DisputeSubject.ERASURE:
        return (DisputeOutcome.ERASED, DisputeOutcome.IN_PART, DisputeOutcome.KEPT)
    return (DisputeOutcome.UPHELD, DisputeOutcome.PARTLY, DisputeOutcome.REJECTED)


class Dispute(models.Model):
    """A player's complaint. Append-only except for `state`, which follows the last reply."""

    public_id = models.UUIDField(unique=True, default=uuid.uuid4)  # idempotency key of the form
    player = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="disputes", db_index=False
    )
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, related_name="disputes")
    subject = models.CharField(max_length=10, choices=DisputeSubject)
    text = PersonalTextField(max_length=LONGEST_TEXT)
    at = models.DateTimeField(db_default=ClockTime(), editable=False)
    state = models.CharField(max_length=8, choices=DisputeState, default=DisputeState.OPEN)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="compliance_dispute_subject", condition=Q(subject__in=DisputeSubject.values)
            ),
            models.CheckConstraint(
                name="compliance_dispute_state", condition=Q(state__in=DisputeState.values)
            ),
            models.CheckConstraint(name="compliance_dispute_text", condition=~Q(text="")),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-at"], name="compliance_dispute_player"),
            models.Index(fields=["at"], name="compliance_dispute_waits", condition=Q(state="open")),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def number(self) -> str:
        """Number shown to both sides: Q (query, queja) and the primary key, six digits."""
        return f"Q-{self.pk:0{NUMBER_DIGITS}d}"


class DisputeReply(models.Model):
    """A reply of the player or the house, numbered from 1. Append-only.

    `note` is for staff: the reason for closing or reopening. A player who settles writes no text.
    """

    key = models.UUIDField(unique=True, default=uuid.uuid4)
    dispute = models.ForeignKey(
        Dispute, on_delete=models.PROTECT, related_name="replies", db_index=False
    )
    n = models.PositiveSmallIntegerField()
    acting_user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    from_house = models.BooleanField()
    text = PersonalTextField(max_length=LONGEST_TEXT, blank=True, owner="dispute.player_id")
    # Empty: the dispute stays open.
    outcome = models.CharField(max_length=8, choices=DisputeOutcome, blank=True)
    note = PersonalTextField(max_length=LONGEST_NOTE, blank=True, owner="dispute.player_id")
    reopens = models.BooleanField(default=False, db_default=False)  # reopens a closed dispute
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        """Closing or reopening by the house needs text and note; a player closes with "settled", without a note."""

        ordering: ClassVar = ["n"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["dispute", "n"], name="compliance_reply_once"),
            models.CheckConstraint(
                name="compliance_reply_text",
                condition=~Q(text="") | Q(from_house=False, outcome="settled"),
            ),
            models.CheckConstraint(
                name="compliance_reply_outcome",
                condition=Q(outcome="")
                | Q(from_house=False, outcome="settled")
                | Q(
                    from_house=True,
                    outcome__in=["upheld", "partly", "rejected", "erased", "in_part", "kept"],
                ),
            ),
            models.CheckConstraint(
                name="compliance_reply_note",
                condition=Q(outcome="", note="", reopens=False)
                | Q(from_house=False, note="", reopens=False)
                | Q(from_house=True) & ~Q(note="") & ~Q(outcome="") & Q(reopens=False)
                | Q(from_house=True, outcome="", reopens=True) & ~Q(note=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dispute_id} {self.n}"

    @property
    def state(self) -> DisputeState:
        """State of the dispute after this reply."""
        if self.outcome:
            return DisputeState.CLOSED
        if self.reopens:
            return DisputeState.OPEN
        return DisputeState.ANSWERED if self.from_house else DisputeState.OPEN
