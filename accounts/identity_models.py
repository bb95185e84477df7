"""Who a player is: the number of the document, and players who may be one person."""

from typing import ClassVar, Final

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.models import User

REASON_LENGTH: Final = 500


class IdentityNumber(models.Model):
    """The number of a player's document: encrypted, and hashed with a key so that no two accounts have one.

    Rows stay, those of closed accounts too: nobody comes back under another address. What staff corrected was `withdrawn`.
    """

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="identity_numbers")
    country = models.CharField(max_length=2)  # whose document it is
    digest = models.CharField(max_length=64)
    sealed = models.BinaryField()
    by = models.ForeignKey(  # null: the player entered it
        User, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField(db_default=Now())
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["digest"],
                condition=Q(withdrawn_at__isnull=True),
                name="identity_number_once",
            ),
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(withdrawn_at__isnull=True),
                name="identity_number_of_player",
            ),
        ]

    def __str__(self) -> str:
        """Whose, for logs: never which."""
        return f"document number of player {self.player_id}"


class Double(models.Model):
    """Two accounts that may be one person's: the same words in the name and the same birth date. `newer` waits for a decision."""

    newer = models.ForeignKey(User, on_delete=models.PROTECT, related_name="doubles")
    other = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["newer", "other"], name="double_once"),
            models.CheckConstraint(name="double_of_two", condition=~Q(newer=models.F("other"))),
        ]

    def __str__(self) -> str:
        """Both, for logs."""
        return f"players {self.newer_id} and {self.other_id}"


class DoubleDecision(models.Model):
    """Whether they are one person: staff decide it, once."""

    double = models.OneToOneField(
        Double, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
    same = models.BooleanField()
    reason = models.CharField(max_length=REASON_LENGTH)
    decided_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="double_decision_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        """Which two and the word, for logs."""
        return f"{self.double_id}: {'one person' if self.same else 'two people'}"
