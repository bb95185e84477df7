"""Reading tables."""

from django.db.models import QuerySet

from tables.models import Table


def open_tables() -> QuerySet[Table]:
    """Tables a player may sit down at, with their rules, in one query."""
    return Table.objects.filter(status=Table.Status.OPEN).select_related("version__rule_set")


def table_by_slug(slug: str) -> Table:
    """One table with its rules, open or not. Raises `Table.DoesNotExist`."""
    return Table.objects.select_related("version__rule_set").get(slug=slug)
