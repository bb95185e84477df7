"""Table settings and play limits from events and changes, in the reader's language."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.text import capfirst

from compliance.events.words.tables import find_model
from limits.models import LimitSet
from limits.models.sets import NAMES
from tables.models import Table
from tables.services.changes import FIELDS
from tables.words.limits import AMOUNT_NAMES, describe_value, setting_label
from tables.words.rule_fields import field_label, field_value
from wallet.money.values import Money
from wallet.money.words import format_money

_MODELS: Final[Mapping[type[Table | LimitSet], tuple[str, ...]]] = {Table: FIELDS, LimitSet: NAMES}
_RULES: Final = ("tables_rulesetversion", "rules_json")
_NOT_TODAYS: Final = (TypeError, ValueError, KeyError, AttributeError)
# Columns that hold several settings of a table.
_OF_SETTINGS: Final = frozenset(
    {("tables_tablechange", "values"), ("tables_tablechangedecision", "before")}
)


def find_setting_label(table: str, name: str) -> str | None:
    """Return the label of a setting, or None. Without a table, the settings of tables and of limit sets are searched."""
    model = _model_with(table, name)
    return str(capfirst(str(setting_label(model, name)))) if model else None


def format_setting(table: str, name: str, value: object, currency: str) -> str | None:
    """Return a setting, or a column of several settings, in words; None for other columns and for outdated formats."""
    try:
        if (table, name) == _RULES and isinstance(value, Mapping):
            return " · ".join(
                f"{field_label(field)}: {field_value(field, one)}" for field, one in value.items()
            )
        if (table, name) in _OF_SETTINGS and isinstance(value, Mapping):
            return " · ".join(_setting(*one, currency) for one in value.items())
        return _value(name, value, currency) if _model_with(table, name) else None
    except _NOT_TODAYS:
        return None


def _setting(name: str, value: object, currency: str) -> str:
    return f"{capfirst(str(setting_label(Table, name)))}: {_value(name, value, currency)}"


def _value(name: str, value: Any, currency: str) -> str:
    if name in AMOUNT_NAMES and isinstance(value, int):
        return format_money(Money(value, currency))
    if name == "chips":
        return " · ".join(format_money(Money(one, currency)) for one in value)
    return describe_value(name, value)


def _model_with(table: str, name: str) -> type[Table | LimitSet] | None:
    model = find_model(table)
    found = (one for one, names in _MODELS.items() if model in (None, one) and name in names)
    return next(found, None)
