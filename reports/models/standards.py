"""Who looked at an item of the standards, and what was noted."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from journal.values.transaction_ids import ClockTime

NOTE_LENGTH = 1000


class StandardLook(models.Model):
    """A look at one item, with an optional note. Append-only."""

    item = models.CharField(_("item"), max_length=8)
    staff = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    note = models.CharField(max_length=NOTE_LENGTH, blank=True, default="", db_default="")
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["item", "-id"], name="standard_looks")]

    def __str__(self) -> str:
        return f"{self.item} {self.at}"
