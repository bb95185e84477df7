"""Reading tables and the mathematics of what they play."""

from django.db.models import QuerySet

from blackjack.rules import Rules
from tables.models import Mathematics, RuleSetVersion, Table


def open_tables() -> QuerySet[Table]:
    """Tables a player may sit down at, with their rules, in one query."""
    return Table.objects.filter(status=Table.Status.OPEN).select_related("version__rule_set")


def table_by_slug(slug: str) -> Table:
    """One table with its rules, open or not. Raises `Table.DoesNotExist`."""
    return Table.objects.select_related("version__rule_set").get(slug=slug)


def mathematics_of(version: RuleSetVersion) -> Mathematics | None:
    """What is known of the version's rules, in whatever state; None where nobody has asked."""
    return Mathematics.objects.filter(digest=version.rules_hash).first()


def rules_by_digest(digest: str) -> Rules | None:
    """The value with this hash, if a version holds it or somebody asked for its mathematics."""
    version = RuleSetVersion.objects.filter(rules_hash=digest).first()
    known = version or Mathematics.objects.filter(digest=digest).first()
    return known.rules if known else None
