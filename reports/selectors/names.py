"""Names of tables, versions and countries in reports."""

from accounts.values.countries import country_choices
from tables.models import RuleSetVersion, Table


def names_of_tables() -> dict[int, str]:
    """The name of every table, by its number. One query."""
    return dict(Table.objects.values_list("pk", "name"))


def names_of_versions() -> dict[int, str]:
    """Family and number of every version. One query."""
    versions = RuleSetVersion.objects.values_list("pk", "rule_set__name", "number")
    return {pk: f"{family} {number}" for pk, family, number in versions}


def names_of_countries() -> dict[str, str]:
    """Return the name of every country by its code."""
    return dict(country_choices())


def name_of_version(version: RuleSetVersion) -> str:
    """The name of one version with its family loaded."""
    return f"{version.rule_set.name} {version.number}"
