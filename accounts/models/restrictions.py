"""Restrictions of players and their lifting."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.models.users import State, User
from approvals.models import PersonDecision, Proposal
from journal.models.personal import PersonalTextField


class Restriction(models.Model):
    """Restriction of a player. Append-only: it ends by its end date, an approved lifting or the player's return.

    The account's state is the strongest active restriction (`accounts.restrictions.services.restrictions`).
    """

    class Kind(models.TextChoices):
        """State that the restriction puts the account into, weakest first."""

        SUSPENDED = State.SUSPENDED.value, _("Suspension")
        OPERATOR_EXCLUDED = State.OPERATOR_EXCLUDED.value, _("Exclusion by the house")
        SELF_EXCLUDED = State.SELF_EXCLUDED.value, _("Self-exclusion")
        LOCKED = State.LOCKED.value, _("Locked sign-in")

    key = models.UUIDField(unique=True, default=uuid.uuid4)  # idempotency key of the form
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="restrictions")
    kind = models.CharField(max_length=20, choices=Kind)
    until = models.DateTimeField(null=True)  # null: until lifted
    reason = PersonalTextField(max_length=500)
    imposed_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(db_default=Now())
    # of a self-exclusion, as the profile said when it began: whether staff may lift it, from when on the player may ask to
    # come back (null: not before its end), and how long that takes
    by_staff = models.BooleanField(default=False, db_default=False)
    returns_from = models.DateTimeField(null=True)
    return_hours = models.PositiveSmallIntegerField(default=0, db_default=0)

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
        return f"{self.kind} of player {self.player_id}"


class ExclusionReturn(models.Model):
    """The player's wish to come back from a self-exclusion, which ends it after its waiting time. Append-only.

    PostgreSQL sets the times (`accounts/sql/returns.sql`).
    """

    restriction = models.OneToOneField(
        Restriction, on_delete=models.PROTECT, primary_key=True, related_name="returning"
    )
    asked_at = models.DateTimeField(db_default=Now(), editable=False)
    ends_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["ends_at"], name="exclusion_returns")]

    def __str__(self) -> str:
        return f"return from restriction {self.restriction_id}"


class Lifting(Proposal):
    """Proposal to end a restriction early."""

    restriction = models.ForeignKey(Restriction, on_delete=models.PROTECT, related_name="liftings")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="lifting_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"lifting of restriction {self.restriction_id}"

    @property
    def excluded_deciders(self) -> frozenset[int | None]:
        """User ids that may not decide: the proposer, the person who imposed the restriction, and the player."""
        return super().excluded_deciders | {
            self.restriction.imposed_by_id,
            self.restriction.player_id,
        }


class LiftingDecision(PersonDecision):
    """Decision by a person who neither imposed the restriction nor proposed its end."""

    proposal = models.OneToOneField(
        Lifting, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="lifting_decision_reason", condition=~Q(reason="")),
        ]
