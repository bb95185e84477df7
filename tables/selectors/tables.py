"""Tables and the mathematics of their rules."""

import re
from collections.abc import Iterable
from typing import Final

from django.db.models import QuerySet

from blackjack.rules import Rules
from pages.names import select_name
from tables.models import Mathematics, RuleSet, RuleSetVersion, Table, VersionState

KNOWN: Final = (Table.Status.CLOSED, Table.Status.OPENING, Table.Status.OPEN)
"""States of tables that players can see; proposed and refused tables are hidden."""
PUBLISHED: Final = (VersionState.SCHEDULED, VersionState.ACTIVE, VersionState.RETIRED)
"""States of versions whose rules are public."""
_NUMBER: Final = re.compile(r"[ -]\d{1,3}$")


def open_tables() -> QuerySet[Table]:
    """Return open tables with their rules, oldest first; laboratory tables are not among them. One query."""
    found = Table.objects.filter(status=Table.Status.OPEN, is_laboratory=False).order_by("pk")
    return found.select_related("version__rule_set")


def are_tables_opening() -> bool:
    """Return whether a table opens soon: none is approved yet, or one waits for its mathematics. One query."""
    known = Table.objects.filter(status__in=KNOWN, is_laboratory=False)
    states = set(known.values_list("status", flat=True))
    return not states or Table.Status.OPENING in states


def laboratory_tables() -> QuerySet[Table]:
    """Return open laboratory tables with their rules, oldest first. One query."""
    found = Table.objects.filter(status=Table.Status.OPEN, is_laboratory=True).order_by("pk")
    return found.select_related("version__rule_set")


def table_by_slug(slug: str, *, laboratory: bool = False) -> Table:
    """Return a table with its rules, open or not; with `laboratory` also a laboratory table.

    Raises `Table.DoesNotExist`, also if it is only proposed or was refused.
    """
    known = Table.objects.filter(status__in=KNOWN)
    if not laboratory:
        known = known.filter(is_laboratory=False)
    return known.select_related("version__rule_set").get(slug=slug)


def find_rule_set_tables(rule_set_id: int) -> QuerySet[Table]:
    """Return the tables of a rule set with their rules, proposed ones included, refused ones not."""
    family = Table.objects.filter(version__rule_set=rule_set_id)
    return family.exclude(status=Table.Status.REFUSED).select_related("version__rule_set")


def next_free_name(table: Table) -> dict[str, str]:
    """Return the names and slug of a copy: the table's own with the next free number. One query."""
    taken = {one for names in Table.objects.values_list("name", "slug") for one in names}
    name, spanish, slug = (_NUMBER.sub("", one) for one in (table.name, table.name_es, table.slug))
    copies = ((n, f"{name[:56]} {n}", f"{slug[:46]}-{n}") for n in range(2, len(taken) + 3))
    n, name, slug = next(one for one in copies if taken.isdisjoint(one[1:]))
    return {"name": name, "name_es": spanish and f"{spanish[:56]} {n}", "slug": slug}


def tables_to_copy() -> QuerySet[Table]:
    """Return the tables a new one may copy, with their rules, oldest first."""
    return Table.objects.filter(status__in=KNOWN).select_related("version__rule_set").order_by("pk")


def find_mathematics(version: RuleSetVersion) -> Mathematics | None:
    """Return the mathematics of the version's rules, in any state; None if never requested."""
    return Mathematics.objects.filter(digest=version.rules_hash).first()


def load_mathematics_by_digest(versions: Iterable[RuleSetVersion]) -> dict[str, Mathematics]:
    """Return the mathematics of many versions by hash of rules. One query."""
    hashes = {version.rules_hash for version in versions}
    return {row.digest: row for row in Mathematics.objects.filter(digest__in=hashes)}


def find_rules(digest: str) -> Rules | None:
    """Return the rules with this hash, if a version or a computation has them."""
    version = RuleSetVersion.objects.filter(rules_hash=digest).first()
    known = version or Mathematics.objects.filter(digest=digest).first()
    return known.rules if known else None


def find_published_version(digest: str) -> RuleSetVersion | None:
    """Return a version with these rules that players may know: in force, announced or retired; None otherwise."""
    return RuleSetVersion.objects.filter(rules_hash=digest, state__in=PUBLISHED).first()


def find_version_in_force(family: RuleSet) -> RuleSetVersion | None:
    """Return the version that the rule set's tables play, if any."""
    return family.versions.filter(state=VersionState.ACTIVE).first()


def tables_with_rules() -> list[Table]:
    """Return every table with its version and rule set, by name. One query."""
    return list(Table.objects.select_related("version__rule_set").order_by(select_name()))
