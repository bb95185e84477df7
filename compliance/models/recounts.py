"""Checkpoints of the recount of finished rounds with the independent implementation."""

from typing import ClassVar

from django.db import models

from journal.values.transaction_ids import ClockTime


class Recount(models.Model):
    """One batch of finished rounds, by time of ending. The newest row is the checkpoint for the next batch."""

    at = models.DateTimeField(db_default=ClockTime(), editable=False)
    until = models.DateTimeField(help_text="when the last round of the batch ended")
    last_round = models.BigIntegerField()
    rounds = models.PositiveIntegerField()
    differing = models.PositiveIntegerField()

    class Meta:
        """Unique, so that a batch counted by two workers is stored once."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["until", "last_round"], name="recount_once"),
        ]

    def __str__(self) -> str:
        return f"{self.until} {self.last_round}: {self.differing} of {self.rounds}"
