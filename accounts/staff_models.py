"""What is known of staff besides their accounts: when each was last here, and who reviewed the rights of all."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.models import User


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
