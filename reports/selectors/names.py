"""Names of tables, versions and countries in reports."""

from accounts.values.countries import country_choices
from pages.names import select_name
from tables.models import RuleSetVersion, Table


def load_table_names() -> dict[int, str]:
    """Return the name of every table by id. One query."""
    return dict(Table.objects.values_list("pk", select_name()))


def load_version_names() -> dict[int, str]:
    """Return rule set and number of every version by id. One query."""
    versions = RuleSetVersion.objects.values_list("pk", select_name("rule_set__"), "number")
    return {pk: f"{family} {number}" for pk, family, number in versions}


def load_country_names() -> dict[str, str]:
    """Return the name of every country by its code."""
    return dict(country_choices())
