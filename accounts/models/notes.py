"""Notes that staff write about players."""

import uuid
from typing import ClassVar, Final

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.models.users import User
from journal.models.personal import PersonalTextField

NOTE_LENGTH: Final = 2000


class Note(models.Model):
    """Note by staff about a player, for other staff. Append-only."""

    key = models.UUIDField(unique=True, default=uuid.uuid4)
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="notes", db_index=False)
    text = PersonalTextField(max_length=NOTE_LENGTH)
    acting_user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="note_text", condition=~Q(text="")),
        ]
        indexes: ClassVar = [models.Index(fields=["player", "-at"], name="note_of_player")]

    def __str__(self) -> str:
        return f"note on player {self.player_id}"
