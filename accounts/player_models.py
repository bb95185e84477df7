"""What staff do about players: restrictions and their lifting, notes, letters, and who looked at whose data."""

import uuid
from typing import ClassVar, Final

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.models import State, User
from approvals.models import Decision, Proposal

NOTE_LENGTH: Final = 2000


class Restriction(models.Model):
    """Something that a player may not do from now on. Rows are never changed: one counts until its end or an approved lifting.

    The state of the account is the strongest of those that count (`accounts.restrictions`).
    """

    class Kind(models.TextChoices):
        """The state that it puts an account into, the weakest first."""

        SUSPENDED = State.SUSPENDED.value, _("Suspension")
        OPERATOR_EXCLUDED = State.OPERATOR_EXCLUDED.value, _("Exclusion by the house")
        SELF_EXCLUDED = State.SELF_EXCLUDED.value, _("Self-exclusion")
        LOCKED = State.LOCKED.value, _("Locked sign-in")

    key = models.UUIDField(unique=True, default=uuid.uuid4)  # of the form: sent twice, it is one
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="restrictions")
    kind = models.CharField(max_length=20, choices=Kind)
    until = models.DateTimeField(null=True)  # null: until it is lifted
    reason = models.CharField(max_length=500)
    imposed_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="restriction_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="restriction_kind",
                condition=Q(kind__in=["suspended", "operator_excluded", "self_excluded", "locked"]),
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["until"], name="restriction_ends", condition=Q(until__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        """What and whose, for logs."""
        return f"{self.kind} of player {self.player_id}"


class Lifting(Proposal):
    """A proposal to end a restriction before its time."""

    restriction = models.ForeignKey(Restriction, on_delete=models.PROTECT, related_name="liftings")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="lifting_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        """Which restriction, for logs."""
        return f"lifting of restriction {self.restriction_id}"

    @property
    def may_not_decide(self) -> frozenset[int | None]:
        """Its proposer, who imposed the restriction, and the player."""
        return super().may_not_decide | {self.restriction.imposed_by_id, self.restriction.player_id}


class LiftingDecision(Decision):
    """The decision of another person than who imposed the restriction and who proposed its end."""

    proposal = models.OneToOneField(
        Lifting, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="lifting_decision_reason", condition=~Q(reason="")),
        ]


class Note(models.Model):
    """What a member of staff wrote about a player, for other staff. Never changed: a mistake is put right by another note."""

    key = models.UUIDField(unique=True, default=uuid.uuid4)
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="notes", db_index=False)
    text = models.CharField(max_length=NOTE_LENGTH)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="note_text", condition=~Q(text="")),
        ]
        indexes: ClassVar = [models.Index(fields=["player", "-at"], name="note_of_player")]

    def __str__(self) -> str:
        """Whose, for logs: never what."""
        return f"note on player {self.player_id}"


class Letter(models.Model):
    """What a player has to be told by the house; mailed once (`compliance.players.services.letters`), and kept among the messages."""

    class Kind(models.TextChoices):
        """What happened."""

        SUSPENDED = "suspended", _("The account was suspended")
        EXCLUDED = "excluded", _("The player was excluded")
        LOCKED = "locked", _("Sign-in was locked")
        TIME_OUT = "time_out", _("The player took a time-out")
        OWN_WISH = "own_wish", _("The player excluded themselves")
        LIFTED = "lifted", _("A restriction was lifted")
        OVER = "over", _("A restriction is over")
        VERIFIED = "verified", _("Age and identity were verified")
        UNVERIFIED = "unverified", _("Corrected: identity must be verified anew")
        DOCUMENT = "document", _("The identity document is valid no more")
        UPLOAD = "upload", _("The documents sent were refused")
        ONE_PERSON = "one_person", _("Closed: the person has another account")
        REVIEWED = "reviewed", _("The account was reviewed and is open")
        ANSWER = "answer", _("A dispute was answered")
        RULES = "rules", _("A change of rules was announced")
        RESET_DUE = "reset_due", _("Asked to take the second steps away")
        RESET_OFF = "reset_off", _("The second steps stay")
        RESET_DONE = "reset_done", _("The second steps were taken away")
        SENT_BACK = "sent_back", _("A deposit goes back")
        REFUSED = "refused", _("A withdrawal was refused")
        DEPOSIT_REFUSED = "refused_in", _("A deposit was refused")
        CORRECTED = "corrected", _("A movement was reversed, or the balance adjusted")
        DEBT_PAID = "debt_paid", _("An amount owed was paid from the balance")
        LIMIT = "limit", _("The house set, changed or ended a limit")

    player = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="letters", db_index=False
    )
    kind = models.CharField(max_length=10, choices=Kind)
    restriction = models.ForeignKey(
        Restriction, on_delete=models.PROTECT, null=True, related_name="+"
    )
    words = models.CharField(max_length=1000, blank=True)  # of staff, to the player
    # the number of what it is about beside the account: a reply to a dispute, an announcement of rules, a limit
    about = models.CharField(max_length=40, blank=True, default="", db_default="")
    at = models.DateTimeField(db_default=Now())
    mailed_at = models.DateTimeField(null=True)
    tried_at = models.DateTimeField(null=True)  # in vain
    seen_at = models.DateTimeField(null=True)  # by the player, on the site

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "kind", "about"],
                condition=~Q(about=""),
                name="letter_once_about_it",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-at"], name="letter_of_player"),
            models.Index(
                fields=["player"], name="letter_unseen", condition=Q(seen_at__isnull=True)
            ),
            models.Index(
                fields=["at"], name="letter_unmailed", condition=Q(mailed_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        """Kind and whose, for logs."""
        return f"{self.kind} to player {self.player_id}"


class Look(models.Model):
    """That a member of staff looked at one thing: one row for each person, thing and hour, however often (`accounts.seen`)."""

    class Kind(models.TextChoices):
        """What was looked at."""

        PLAYER = "player", _("player")
        ROUND = "round", _("round")
        SHOE = "shoe", _("shoe")
        CASE = "case", _("case of voids")
        DISPUTE = "dispute", _("dispute")
        DOCUMENT = "document", _("document of a player")

    staff = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind)
    object = models.CharField(max_length=36)  # its number or public id
    hour = models.DateTimeField()  # the UTC hour in which it was first looked at
    at = models.DateTimeField()  # the first time in it

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="look_once_an_hour", fields=["kind", "object", "hour", "staff"]
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["staff", "-id"], name="look_of_staff")]

    def __str__(self) -> str:
        """Who, what and when, for logs."""
        return f"{self.staff_id} looked at {self.kind} {self.object} at {self.at}"


class Seen(models.Model):
    """That a member of staff looked at a player's data on a day: one row and one event, however often (`accounts.seen`)."""

    staff = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    day = models.DateField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="seen_once_a_day", fields=["player", "day", "staff"]),
        ]

    def __str__(self) -> str:
        """Who, whom and when, for logs."""
        return f"{self.staff_id} saw {self.player_id} on {self.day}"
