"""System check: the rows of currencies and house account kinds match the enums in the code."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.core.checks import Error, Tags, register
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from accounts.values import currencies
from wallet.ledger.models import Currency, HouseAccount, HouseKind


@register(Tags.database)
def check_reference_rows(*, databases: Sequence[str] | None = None, **_: Any) -> list[Error]:
    """Compare both tables with their enums, in each given database that is fully migrated."""
    return [error for alias in databases or () if _is_migrated(alias) for error in _errors(alias)]


def _is_migrated(alias: str) -> bool:
    executor = MigrationExecutor(connections[alias])
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _errors(alias: str) -> Iterator[Error]:
    facts = ("code", "minor_digits", "is_base", "is_play_money")
    members = {
        tuple(getattr(one, name) for name in ("value", *facts[1:]))
        for one in currencies.CurrencyCode
    }
    differ = members ^ set(Currency.objects.using(alias).values_list(*facts))
    if differ:
        yield Error(
            f"wallet_currency and the enum CurrencyCode differ: {sorted(differ)}", id="wallet.E001"
        )
    kinds = set(HouseAccount.values) ^ set(
        HouseKind.objects.using(alias).values_list("code", flat=True)
    )
    if kinds:
        yield Error(
            f"wallet_house_kind and the enum HouseAccount differ: {sorted(kinds)}", id="wallet.E002"
        )
