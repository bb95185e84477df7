"""Reads of the history of configured rows."""

from django.db.models import Model, QuerySet

from journal.models import Alteration


def load_history(row: Model) -> QuerySet[Alteration]:
    """Return the changes of one configured row, newest first."""
    table = row._meta.db_table  # noqa: SLF001  # documented by Django
    return Alteration.objects.filter(table_name=table, row_key=str(row.pk)).order_by("-id")
