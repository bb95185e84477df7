"""Cases with their players, flags, steps, notes and links."""

import uuid
from datetime import datetime
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from detection.models import Flag
from journal.models.personal import PersonalTextField
from journal.values.transaction_ids import ClockTime

NUMBER_DIGITS: Final = 6
LONGEST_NOTE: Final = 4000
LONGEST_REASON: Final = 500
MOST_SCORE: Final = 100


class CaseTopic(models.TextChoices):
    """What a case is about; each kind is seen by other people (`cases.values.VIEW_RIGHTS`)."""

    FRAUD = "fraud", pgettext_lazy("kind of case", "fraud")
    LAUNDERING = "laundering", pgettext_lazy("kind of case", "money laundering")
    PROTECTION = "protection", pgettext_lazy("kind of case", "player protection")
    STAFF = "staff", pgettext_lazy("kind of case", "staff incident")


class CaseStatus(models.TextChoices):
    """Status after the last step."""

    NEW = "new", pgettext_lazy("case", "new")
    ASSIGNED = "assigned", pgettext_lazy("case", "assigned")
    WAITING = "waiting", pgettext_lazy("case", "waiting for the player")
    DECIDED = "decided", pgettext_lazy("case", "decided")
    CLOSED = "closed", pgettext_lazy("case", "closed")
    REOPENED = "reopened", pgettext_lazy("case", "reopened")


class CaseSeverity(models.TextChoices):
    """How soon a case is due (`cases.values.DUE_HOURS`)."""

    LOW = "low", pgettext_lazy("severity of a case", "low")
    MEDIUM = "medium", pgettext_lazy("severity of a case", "medium")
    HIGH = "high", pgettext_lazy("severity of a case", "high")


class CaseOrigin(models.TextChoices):
    """Why a case was opened. A blind sample looks like a score until it is decided."""

    SCORE = "score", pgettext_lazy("origin of a case", "signals")
    HAND = "hand", pgettext_lazy("origin of a case", "opened by staff")
    DISPUTE = "dispute", pgettext_lazy("origin of a case", "a dispute")
    DUPLICATE = "duplicate", pgettext_lazy("origin of a case", "a possible duplicate account")
    SAMPLE = "sample", pgettext_lazy("origin of a case", "blind sample")


class CaseOutcome(models.TextChoices):
    CONFIRMED = "confirmed", pgettext_lazy("outcome of a case", "confirmed")
    JUSTIFIED = "justified", pgettext_lazy("outcome of a case", "justified, but legal")
    CLEARED = "cleared", pgettext_lazy("outcome of a case", "cleared")
    INCONCLUSIVE = "inconclusive", pgettext_lazy("outcome of a case", "inconclusive")


class DiaryAction(models.TextChoices):
    """What happens if the player has not answered by the date in the diary. Either way a person decides."""

    REMIND = "remind", _("ask again: the case comes back to you")
    DECIDE = "decide", _("decide without an answer: the case comes back to you")
    ESCALATE = "escalate", _("the manager decides: the case comes back as new")


class Case(models.Model):
    """A case about one player or a group. What changes follows its last step, or the flags that joined it."""

    public_id = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=10, choices=CaseTopic)
    origin = models.CharField(max_length=9, choices=CaseOrigin)
    opened_at = models.DateTimeField(db_default=ClockTime(), editable=False)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)  # opened by hand
    about = models.CharField(max_length=40, blank=True)  # id of the dispute, duplicate or sample
    score_at_opening = models.PositiveSmallIntegerField()
    score = models.PositiveSmallIntegerField()
    severity = models.CharField(max_length=6, choices=CaseSeverity)
    due_at = models.DateTimeField()
    status = models.CharField(max_length=8, choices=CaseStatus, default=CaseStatus.NEW)
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    locked_until = models.DateTimeField(null=True)  # by the assignee, who took it with "next"
    escalated_at = models.DateTimeField(null=True)  # waits for the manager, by its last step
    diary_at = models.DateTimeField(null=True)
    diary_action = models.CharField(max_length=8, choices=DiaryAction, blank=True)
    outcome = models.CharField(max_length=12, choices=CaseOutcome, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="cases_kind", condition=Q(kind__in=CaseTopic.values)),
            models.CheckConstraint(
                name="cases_score",
                condition=Q(score__lte=MOST_SCORE, score_at_opening__lte=F("score")),
            ),
            models.CheckConstraint(
                name="cases_outcome",
                condition=Q(status__in=["decided", "closed"], outcome__in=CaseOutcome.values)
                | (~Q(status__in=["decided", "closed"]) & Q(outcome="")),
            ),
            models.CheckConstraint(
                name="cases_diary",
                condition=Q(status="waiting", diary_at__isnull=False)
                & Q(diary_action__in=DiaryAction.values)
                | (~Q(status="waiting") & Q(diary_at__isnull=True, diary_action="")),
            ),
            models.CheckConstraint(
                name="cases_assignee",
                condition=Q(status__in=["new", "reopened"], assignee__isnull=True)
                | (~Q(status__in=["new", "reopened"]) & Q(assignee__isnull=False)),
            ),
            models.CheckConstraint(
                name="cases_by_hand",
                condition=Q(origin="hand", opened_by__isnull=False) & ~Q(reason="")
                | ~Q(origin="hand"),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                name="cases_queue", fields=["due_at", "id"], condition=~Q(status="closed")
            ),
            models.Index(
                name="cases_diary_due", fields=["diary_at"], condition=Q(status="waiting")
            ),
            models.Index(name="cases_about", fields=["origin", "about"], condition=~Q(about="")),
            models.Index(
                name="cases_escalated",
                fields=["due_at"],
                condition=Q(escalated_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def lead_id(self) -> int:
        """The leading player, under whose key the texts of the case are encrypted. One query."""
        return self.players.get(is_lead=True).player_id

    @property
    def number(self) -> str:
        """Number shown to staff: K and the primary key, six digits."""
        return f"K-{self.pk:0{NUMBER_DIGITS}d}"

    @property
    def kind_of(self) -> CaseTopic:
        return CaseTopic(self.kind)

    @property
    def severity_of(self) -> CaseSeverity:
        return CaseSeverity(self.severity)

    def is_due(self, now: datetime) -> bool:
        """Return whether an undecided case is past its due time."""
        return self.status not in (CaseStatus.DECIDED, CaseStatus.CLOSED) and self.due_at <= now

    @property
    def is_open(self) -> bool:
        return self.status != CaseStatus.CLOSED


class CasePlayer(models.Model):
    """A player of a case. `is_open` follows the case's status: a player has one open case of each kind."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="players", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=10, choices=CaseTopic)
    is_lead = models.BooleanField(default=False)
    is_open = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="cases_player_once", fields=["case", "player"]),
            models.UniqueConstraint(
                name="cases_one_open", fields=["player", "kind"], condition=Q(is_open=True)
            ),
            models.UniqueConstraint(
                name="cases_one_lead", fields=["case"], condition=Q(is_lead=True)
            ),
        ]
        indexes: ClassVar = [models.Index(name="cases_of_player", fields=["player", "-case"])]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.case_id}"


class CaseFlag(models.Model):
    """A flag that belongs to a case. Append-only."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="flags", db_index=False)
    flag = models.ForeignKey(Flag, on_delete=models.PROTECT, related_name="case_flags")
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="cases_flag_once", fields=["case", "flag"]),
        ]

    def __str__(self) -> str:
        return f"{self.flag_id} in {self.case_id}"


class CaseSource(models.Model):
    """A blind sample, a dispute or a possible duplicate that joined an open case. Append-only.

    What a case was opened for is in the case itself.
    """

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="sources")
    origin = models.CharField(max_length=9, choices=CaseOrigin)
    about = models.CharField(max_length=40)
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="cases_source_once", fields=["origin", "about"]),
            models.CheckConstraint(name="cases_source_about", condition=~Q(about="")),
        ]

    def __str__(self) -> str:
        return f"{self.about} in {self.case_id}"


_MOVES: Final = {
    "": ("new",),
    "new": ("assigned",),
    "reopened": ("assigned",),
    "assigned": ("assigned", "waiting", "decided", "new"),
    "waiting": ("assigned", "decided", "new"),
    "decided": ("closed", "assigned", "reopened"),
    "closed": ("reopened",),
}


def _allowed_moves() -> Q:
    moves = Q()
    for before, after in _MOVES.items():
        moves |= Q(from_status=before, to_status__in=after)
    return moves


class StatusStep(models.Model):
    """One change of status: who, when, why. The site's own steps have no person. Append-only."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="steps", db_index=False)
    n = models.PositiveSmallIntegerField()
    from_status = models.CharField(max_length=8, choices=CaseStatus, blank=True)
    to_status = models.CharField(max_length=8, choices=CaseStatus)
    acting_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    outcome = models.CharField(max_length=12, choices=CaseOutcome, blank=True)
    diary_at = models.DateTimeField(null=True)
    diary_action = models.CharField(max_length=8, choices=DiaryAction, blank=True)
    escalates = models.BooleanField(default=False, db_default=False)  # to the compliance manager
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        db_table = "cases_casestep"
        constraints: ClassVar = [
            models.UniqueConstraint(name="cases_step_once", fields=["case", "n"]),
            models.CheckConstraint(name="cases_step_move", condition=_allowed_moves()),
            models.CheckConstraint(
                name="cases_step_person",
                condition=Q(to_status__in=["new", "assigned"])
                | Q(from_status="decided", to_status="reopened")
                | Q(acting_user__isnull=False),
            ),
            models.CheckConstraint(
                name="cases_step_escalates",
                condition=Q(escalates=False)
                | Q(to_status="new", from_status__in=["assigned", "waiting"]),
            ),
            models.CheckConstraint(
                name="cases_step_reason",
                condition=~Q(to_status__in=["waiting", "decided", "reopened"]) | ~Q(reason=""),
            ),
            models.CheckConstraint(
                name="cases_step_outcome",
                condition=Q(to_status__in=["decided", "closed"], outcome__in=CaseOutcome.values)
                | (~Q(to_status__in=["decided", "closed"]) & Q(outcome="")),
            ),
        ]
        indexes: ClassVar = [
            models.Index(name="cases_decisions", fields=["-at"], condition=Q(to_status="decided")),
        ]

    def __str__(self) -> str:
        return f"{self.n}: {self.to_status}"


class CaseNote(models.Model):
    """A note in a case. Append-only."""

    key = models.UUIDField(unique=True)
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="notes")
    text = PersonalTextField(max_length=LONGEST_NOTE, owner="case.lead_id")
    acting_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="cases_note_text", condition=~Q(text="")),
        ]

    def __str__(self) -> str:
        return f"note {self.pk} in {self.case_id}"


class CaseLink(models.Model):
    """Two cases that belong together, with the reason; `one` is the older. Append-only."""

    one = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="+", db_index=False)
    other = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=LONGEST_REASON)
    acting_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="cases_link_once", fields=["one", "other"]),
            models.CheckConstraint(name="cases_link_in_order", condition=Q(one__lt=F("other"))),
            models.CheckConstraint(name="cases_link_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.one_id}-{self.other_id}"


class SavedView(models.Model):
    """A person's filters of the queue under a name."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    name = models.CharField(max_length=40)
    query = models.CharField(max_length=500)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="cases_view_once", fields=["owner", "name"]),
        ]

    def __str__(self) -> str:
        return self.name
