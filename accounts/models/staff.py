"""What is known of staff besides their accounts: when each was last here, and who reviewed the rights of all."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from approvals.models import Decision, Proposal


class StaffAccess(models.Model):
    """When a member of staff was last inside, and from where; to the minute."""

    user = models.OneToOneField(
        User, on_delete=models.PROTECT, primary_key=True, related_name="access"
    )
    seen_at = models.DateTimeField()
    seen_from = models.GenericIPAddressField(null=True)

    def __str__(self) -> str:
        """Whose, for logs."""
        return f"user {self.user_id}"


class StaffChange(Proposal):
    """What is to be done about an administrator or a manager, as one of staff proposed it. Never changed.

    `data` says what: name, address, language and roles of a newcomer; roles `before` and after, and the `account`
    (address, second factors) as it was; a state; an address.
    """

    class Kind(models.TextChoices):
        """What it is."""

        CREATE = "create", _("New account")
        ROLES = "roles", _("Other roles")
        FACTOR = "factor", _("Reset of the second factor")
        STATE = "state", _("Other state")
        ADDRESS = "address", _("Other e-mail address")

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
        """Which, for logs."""
        return f"staff change {self.pk}"

    @property
    def may_not_decide(self) -> frozenset[int | None]:
        """Its proposer, and whom it is about."""
        return super().may_not_decide | {self.person_id}


class StaffChangeDecision(Decision):
    """Another person's decision on it: an administrator or a manager whose account is a week old, seen to by trigger."""

    proposal = models.OneToOneField(
        StaffChange, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )


class RightsReview(models.Model):
    """Somebody looked at who may do what and found it right, or said what is to be changed. Never changed.

    `people` is what was looked at: each member of staff with state and roles, as they were shown.
    """

    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())
    note = models.CharField(max_length=500)
    people = models.JSONField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="rightsreview_note", condition=~Q(note="")),
        ]

    def __str__(self) -> str:
        """Which, for logs."""
        return f"review {self.pk}"
