"""Staff data besides accounts: last access, proposed changes, reviews of rights."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from approvals.models import PersonDecision, Proposal


class StaffAccess(models.Model):
    """Last access of a staff user, with IP address; to the minute."""

    user = models.OneToOneField(
        User, on_delete=models.PROTECT, primary_key=True, related_name="access"
    )
    seen_at = models.DateTimeField()
    seen_from = models.GenericIPAddressField(null=True)

    def __str__(self) -> str:
        return f"user {self.user_id}"


class StaffChange(Proposal):
    """Proposed change of an administrator or manager. Append-only.

    `data` depends on the kind: name, address, language and roles of a newcomer; roles `before` and after, and
    the `account` (address, second factors) as it was; a state; or an address.
    """

    class Kind(models.TextChoices):
        CREATE = "create", _("New account")
        ROLES = "roles", _("Other roles")
        FACTOR = "factor", _("Reset of the second factor")
        STATE = "state", _("Other state")
        ADDRESS = "address", _("Other email address")

    kind = models.CharField(max_length=7, choices=Kind)
    person = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    data = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="staffchange_of_somebody",
                condition=Q(kind="create", person__isnull=True)
                | (~Q(kind="create") & Q(person__isnull=False)),
            ),
            models.CheckConstraint(name="staffchange_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"staff change {self.pk}"

    @property
    def excluded_deciders(self) -> frozenset[int | None]:
        """User ids that may not decide: the proposer and the person concerned."""
        return super().excluded_deciders | {self.person_id}


class StaffChangeDecision(PersonDecision):
    """Decision by another administrator or manager whose account is a week old; enforced by trigger."""

    proposal = models.OneToOneField(
        StaffChange, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )


class RightsReview(models.Model):
    """Review of all rights, with its result. Append-only.

    `people` is the snapshot that was reviewed: each staff user with state and roles.
    """

    acting_user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())
    note = models.CharField(max_length=500)
    people = models.JSONField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="rightsreview_note", condition=~Q(note="")),
        ]

    def __str__(self) -> str:
        return f"review {self.pk}"
