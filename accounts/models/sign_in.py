"""Failed sign-ins that lock until a second factor is used, where the profile says so."""

from typing import ClassVar

from django.db import models


class SignInLock(models.Model):
    """Consecutive failures for an email address, with or without an account, from one network or known device.

    Both are digests. The row is deleted by a successful sign-in, a new password, or staff.
    """

    email = models.CharField(max_length=64)
    place = models.CharField(max_length=64)
    failures = models.PositiveSmallIntegerField()
    failed_at = models.DateTimeField()
    is_locked = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="signinlock_once", fields=["email", "place"]),
        ]

    def __str__(self) -> str:
        return f"{self.failures} failures"
