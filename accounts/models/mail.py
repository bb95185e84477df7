"""Outbox of mails waiting to be sent."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now

from accounts.models.letters import Letter


class Mail(models.Model):
    """One mail, encrypted because it may contain a sign-in link; deleted once sent.

    A mail that cannot be sent for too long is given up: the content is deleted, the row stays.
    """

    sealed = models.BinaryField(null=True)
    # the player's letter that this mail delivers, if any; sending it marks the letter as mailed
    letter = models.OneToOneField(
        Letter, on_delete=models.PROTECT, null=True, related_name="waiting_mail"
    )
    at = models.DateTimeField(db_default=Now())
    tried = models.PositiveSmallIntegerField(default=0)  # failed attempts
    next_at = models.DateTimeField(db_default=Now())
    given_up_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="mail_waits_or_is_given_up",
                condition=models.Q(sealed__isnull=False, given_up_at__isnull=True)
                | models.Q(sealed__isnull=True, given_up_at__isnull=False),
            )
        ]
        indexes: ClassVar = [models.Index(fields=["given_up_at", "next_at"], name="mail_due")]

    def __str__(self) -> str:
        return f"mail {self.pk}"
