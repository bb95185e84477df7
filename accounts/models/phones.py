"""Phone numbers that players gave."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from accounts.models.users import User


class PhoneNumber(models.Model):
    """A player's phone number in E.164 form; optional. The row is deleted when the player removes the number."""

    player = models.OneToOneField(
        User, on_delete=models.PROTECT, primary_key=True, related_name="+"
    )
    number = models.CharField(max_length=16, db_index=True)
    entered_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="phonenumber_e164", condition=Q(number__regex=r"^\+[1-9][0-9]{6,14}$")
            )
        ]

    def __str__(self) -> str:
        return self.number
