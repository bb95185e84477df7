"""Disputes and their replies; kept permanently (GLI-19 A.4.4 requires five years)."""

import uuid
from typing import ClassVar, Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from accounts.models.users import User
from casino.models import Round
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
    ERASURE = "erasure", _("Erasing what is kept about me")
    SITE = "site", _("The site does not work as it should")
    OTHER = "other", _("Something else")


class DisputeState(models.TextChoices):
    """State after the last reply."""

    OPEN = "open", pgettext_lazy("dispute", "waits for an answer")
    ANSWERED = "answered", pgettext_lazy("dispute", "answered")
    CLOSED = "closed", pgettext_lazy("dispute", "closed")


class DisputeOutcome(models.TextChoices):
    """Outcome: the house's decision, or withdrawn by the player."""

    UPHELD = "upheld", _("the player was right")
    PARTLY = "partly", _("the player was right in part")
    REJECTED = "rejected", _("the house stands by what it did")
    ERASED = "erased", _("erased as the player asked")
    IN_PART = "in_part", _("erased in part, the rest is kept")
    KEPT = "kept", _("not erased, it is kept")
    SETTLED = "settled", _("settled by the player")


def outcomes_of(subject: str) -> tuple[DisputeOutcome, ...]:
    """Outcomes that the house may choose; a request for erasure is neither right nor wrong."""
    if subject == DisputeSubject.ERASURE:
        return (DisputeOutcome.ERASED, DisputeOutcome.IN_PART, DisputeOutcome.KEPT)
    return (DisputeOutcome.UPHELD, DisputeOutcome.PARTLY, DisputeOutcome.REJECTED)


class Dispute(models.Model):
    """A player's complaint. Append-only; its state is that of the last reply."""

    public_id = models.UUIDField(unique=True, default=uuid.uuid4)  # of the form: sent twice, one
    player = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="disputes", db_index=False
    )
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, related_name="disputes")
    subject = models.CharField(max_length=10, choices=DisputeSubject)
    text = models.TextField(max_length=LONGEST_TEXT)
    at = models.DateTimeField(db_default=ClockTime(), editable=False)
    state = models.CharField(max_length=8, choices=DisputeState, default=DisputeState.OPEN)

    class Meta:
        """Has text and a known subject; partial index of waiting ones."""

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
        """The number that both sides use: Q (a query, una queja) and its own."""
        return f"Q-{self.pk:0{NUMBER_DIGITS}d}"


class DisputeReply(models.Model):
    """A reply by the player or the house, in order. Append-only.

    `note` is for staff: reason for closing or reopening. Withdrawing needs no text.
    """

    key = models.UUIDField(unique=True, default=uuid.uuid4)
    dispute = models.ForeignKey(
        Dispute, on_delete=models.PROTECT, related_name="replies", db_index=False
    )
    n = models.PositiveSmallIntegerField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    from_house = models.BooleanField()
    text = models.TextField(max_length=LONGEST_TEXT, blank=True)
    outcome = models.CharField(
        max_length=8, choices=DisputeOutcome, blank=True
    )  # empty: it goes on
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    reopens = models.BooleanField(default=False, db_default=False)  # what was closed goes on
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        """The house closes with its word and its reason; a player only by letting it rest."""

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
        """The dispute's state after it."""
        if self.outcome:
            return DisputeState.CLOSED
        if self.reopens:
            return DisputeState.OPEN
        return DisputeState.ANSWERED if self.from_house else DisputeState.OPEN
