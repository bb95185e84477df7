"""Values of tables and limits in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy

from accounts.values.currencies import CURRENCY_CHOICES
from limits.models import LimitSet
from limits.models.sets import AMOUNTS
from tables.models import Table
from tables.words.rule_fields import Words

TABLE_AMOUNTS: Final = (
    "min_bet_usd",
    "max_bet_usd",
    "min_player",
    "max_player",
    "max_round_usd",
    "max_insurance",
    "min_side",
    "max_side",
    "step",
)
TABLE_HOURS: Final = ("opens", "closes")

_CENT: Final = 100
_OTHERS: Final[Mapping[str, Words]] = {  # columns that are not proposed
    "id": gettext_lazy("Number"),
    "slug": gettext_lazy("Address"),
    "stopped_boxes": gettext_lazy("Stopped boxes"),
    "status": gettext_lazy("State"),
    "version_id": gettext_lazy("Number of the version"),
}
_MINUTES: Final = len("23:59")
AMOUNT_NAMES: Final = frozenset({*TABLE_AMOUNTS, *AMOUNTS})


@dataclass(frozen=True, slots=True)
class SettingValue:
    """A setting with its present or former value, and its proposed one."""

    label: Words
    now: str
    new: str


_CHOICES: Final = {"bet_formula": Table.BetFormula, "status": Table.Status, "kind": Table.Kind}
_CURRENCIES: Final = dict(CURRENCY_CHOICES)


def describe_value(name: str, value: Any) -> str:
    """Return a setting's value in words."""
    if value is None or value == "":
        return "\N{EN DASH}"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return " · ".join(_describe_part(name, one) for one in value)
    if name in _CHOICES:
        return str(_CHOICES[name](value).label)
    if name in TABLE_HOURS:
        return str(value)[:_MINUTES]  # of a time, or its JSON text
    return format_units(value) if name in AMOUNT_NAMES else str(value)


def _describe_part(name: str, value: Any) -> str:
    if name == "chips":
        return format_units(value)
    return str(_CURRENCIES[value]) if name == "currencies" else str(value)


def format_units(value: int) -> str:
    """Format units of 10^-4 as an amount, with two decimals or, if needed, four."""
    digits = 2 if value % _CENT == 0 else 4
    return number_format(units_to_decimal(value), digits, use_l10n=True, force_grouping=True)


def compare_values(
    model: type[Table | LimitSet], names: Mapping[str, Any], now: Mapping[str, Any]
) -> list[SettingValue]:
    """Return the proposed values that differ from the present ones."""
    return [
        SettingValue(
            setting_label(model, name),
            describe_value(name, now.get(name)),
            describe_value(name, value),
        )
        for name, value in names.items()
        if value != now.get(name)
    ]


def list_values(model: type[Table | LimitSet], values: Mapping[str, Any]) -> list[SettingValue]:
    return [
        SettingValue(setting_label(model, name), describe_value(name, value), "")
        for name, value in values.items()
    ]


def setting_label(model: type[Table | LimitSet], name: str) -> Words:
    """Return the label of a setting."""
    if name in _OTHERS:
        return _OTHERS[name]
    return _("Name") if name == "name" else column_label(model, name)


def column_label(model: type[Table | LimitSet], name: str) -> Words:
    """Return the label of a column."""
    found: Words = model._meta.get_field(name).verbose_name  # type: ignore[union-attr]  # noqa: SLF001  # a column; documented Django API
    return str(capfirst(str(found)))


def units_to_decimal(units: int) -> Decimal:
    return Decimal(units).scaleb(-4)
