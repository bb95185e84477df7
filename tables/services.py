"""Making tables."""

from django.db import transaction

from blackjack.rules import Rules
from tables.models import RuleSet, RuleSetVersion, Table

CENT = 100  # units of 10^-4


@transaction.atomic
def add_version(name: str, rules: Rules) -> RuleSetVersion:
    """The version of the family `name` that holds `rules`: the newest one if it is the same value, else a new one."""
    family, _ = RuleSet.objects.select_for_update().get_or_create(name=name)
    newest = family.versions.order_by("-number").first()
    if newest is not None and newest.rules_hash == rules.digest:
        return newest
    number = 1 if newest is None else newest.number + 1
    return RuleSetVersion.objects.create(
        rule_set=family, number=number, rules_json=rules.to_dict(), rules_hash=rules.digest
    )


def open_ligalo_table(slug: str, name: str, rules: Rules) -> Table:
    """A table with the house's own limits: 0.10 to 50.00, 200.00 a round, 60 a minute, 5,000 a day."""
    table, _ = Table.objects.get_or_create(
        slug=slug,
        defaults={
            "name": name,
            "version": add_version("Lígalo", rules),
            "min_bet_usd": 10 * CENT,
            "max_bet_usd": 5_000 * CENT,
            "max_round_usd": 20_000 * CENT,
            "step": 10 * CENT,
            "chips": [10 * CENT, 50 * CENT, 100 * CENT, 500 * CENT, 2_500 * CENT],
            "hands_per_minute": 60,
            "hands_per_day": 5_000,
        },
    )
    return table
