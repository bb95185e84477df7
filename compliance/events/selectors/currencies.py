"""Currency of the table limits in events and changes, which store plain numbers."""

from collections.abc import Mapping
from typing import Final

from journal.models import Alteration, Event
from tables.models import MoneyKind, Table
from wallet.money.values import BASE_CURRENCY, PLAY_MONEY

_LOOKUPS: Final[Mapping[str, str]] = {
    "tables_table": "pk",
    "tables_tablechange": "changes",
    "tables_tablechangedecision": "changes",
}


def find_change_currency(row: Alteration) -> str:
    """Return play money or the base currency. One query if the row belongs to a table."""
    lookup = _LOOKUPS.get(row.table_name)
    return _currency(lookup, row.row_key) if lookup and row.row_key.isdigit() else BASE_CURRENCY


def find_event_currency(event: Event) -> str:
    """Return play money or the base currency. One query if the event is about a table."""
    head, _, slug = event.subject.partition(" ")
    return _currency("slug", slug) if head == "table" else BASE_CURRENCY


def _currency(lookup: str, value: str) -> str:
    tables = Table.objects.filter(**{lookup: value}, version__rule_set__money=MoneyKind.PLAY)
    return PLAY_MONEY if tables.exists() else BASE_CURRENCY
