"""Change history of configured rows, written by PostgreSQL triggers (sql/history.sql); read-only for the application."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from journal.values.transaction_ids import CurrentTransaction, TransactionIdField


class Operation(models.TextChoices):
    INSERT = "insert", _("new row")
    UPDATE = "update", _("changed")
    DELETE = "delete", _("deleted")
    TRUNCATE = "truncate", _("table emptied")


class Alteration(models.Model):
    """One write to a row of a configured table, by any statement: the changed columns, before and after.

    `declared`: the application named the acting user; `by_id` is null for scheduled work and
    anonymous requests. An undeclared change is also an event. Secret values are masked as "•".
    """

    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField(db_default=Now(), editable=False)
    xact = TransactionIdField(db_default=CurrentTransaction(), editable=False)
    table_name = models.CharField(max_length=63)
    row_key = models.CharField(max_length=200)
    operation = models.CharField(max_length=8, choices=Operation)
    by_id = models.BigIntegerField(null=True)
    role = models.CharField(max_length=63, help_text="of the database, that ran the statement")
    declared = models.BooleanField()
    before = models.JSONField()
    after = models.JSONField()

    class Meta:
        """Indexes: history by row, person and table; unchained records; undeclared changes."""

        indexes: ClassVar = [
            models.Index(fields=["table_name", "row_key", "-id"], name="journal_alteration_row"),
            models.Index(fields=["table_name", "-id"], name="journal_alteration_table"),
            models.Index(fields=["by_id", "-id"], name="journal_alteration_by"),
            models.Index(fields=["at", "id"], name="journal_alteration_at"),
            models.Index(fields=["xact", "id"], name="journal_alteration_xact"),
            models.Index(
                fields=["-id"],
                condition=models.Q(declared=False),
                name="journal_alteration_undeclared",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_name} {self.row_key}: {', '.join({**self.before, **self.after})}"
