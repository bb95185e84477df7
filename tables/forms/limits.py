"""Forms of tables and limits: amounts in US dollars (or play money), numbers, hours."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.values.currencies import PLAY_MONEY, REAL_CURRENCIES, CurrencyCode
from limits.models import LimitSet
from limits.models.sets import AMOUNTS, PACE
from pages.amounts import AmountField
from pages.names import select_name
from tables.forms.problems import SettingsForm
from tables.forms.short import LONGEST_REASON
from tables.models import RuleSet, Table, VersionState
from tables.selectors.house_tables import LIGALO
from tables.selectors.tables import next_free_name
from tables.words.limits import TABLE_AMOUNTS, TABLE_HOURS, column_label, units_to_decimal
from tables.words.rule_fields import Words

UNIT: Final = 10_000
TABLE_NUMBERS: Final = (
    "hands_per_minute",
    "hands_per_day",
    "min_seconds_between_rounds",
    "rounds_before_shoe_change",
    "max_bet_ratio",
)
_CHIPS: Final = tuple(f"chip-{number}" for number in range(1, 6))
_MOST_NUMBER: Final = 10**6
_ENDS: Final = ("accepted", "reason")
_GROUPS: Final[tuple[tuple[str, Words, tuple[str, ...]], ...]] = (
    ("table", _("Table"), ("name", "name_es", "slug", "rule_set", "kind", "currencies")),
    ("bets", _("Bets"), TABLE_AMOUNTS),
    ("chips", _("Chips"), _CHIPS),
    ("pace", _("Pace and shoe"), TABLE_NUMBERS),
    ("others", _("Hours, hints and play money"), (*TABLE_HOURS, "hints", "bet_formula")),
)
_ACCEPTED: Final = _("The unusual limit is intended")


@dataclass(frozen=True, slots=True)
class TableFieldset:
    """Fields of a table form under one heading."""

    key: str
    title: Words
    fields: list[forms.BoundField]


class _Configured(SettingsForm):
    """Form base with amount fields converted to units of 10^-4, and a reason at the end."""

    amounts: tuple[str, ...] = ()

    def _add(self, model: type[Table | LimitSet], *names: str) -> None:
        for name in names:
            column = model._meta.get_field(name)  # noqa: SLF001  # documented Django API
            empty = bool(getattr(column, "null", False))
            self.fields[name] = self._field(name, column_label(model, name), required=not empty)

    def _field(self, name: str, label: Words, *, required: bool) -> forms.Field:
        if name in self.amounts:
            return AmountField(label=label, decimal_places=4, max_digits=14, required=required)
        if name in TABLE_HOURS:
            widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
            return forms.TimeField(label=label, widget=widget, required=required)
        return forms.IntegerField(
            label=label, min_value=0, max_value=_MOST_NUMBER, required=required
        )

    def _add_reason(self) -> None:
        self.fields["accepted"] = forms.BooleanField(label=_ACCEPTED, required=False)
        self.fields["reason"] = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)

    def _plain_values(self, names: tuple[str, ...]) -> dict[str, Any]:
        """Return the values as services take them, amounts in units."""
        return {name: self._plain(name) for name in names}

    def _plain(self, name: str) -> Any:
        value = self.cleaned_data[name]
        return int(value * UNIT) if name in self.amounts and value is not None else value

    def field_of_setting(self, name: str) -> str:
        return _CHIPS[0] if name == "chips" else name


class LimitsForm(_Configured):
    """Limits of the house or of a player; an empty field means no limit."""

    amounts = AMOUNTS

    def __init__(self, data: Any = None, *, present: Mapping[str, int]) -> None:
        shown = {
            name: units_to_decimal(value) if name in AMOUNTS else value
            for name, value in present.items()
        }
        super().__init__(data, initial=shown)
        self._add(LimitSet, *AMOUNTS, *PACE)
        self._add_reason()

    @property
    def values(self) -> dict[str, int | None]:
        """Entered values; valid forms only."""
        return self._plain_values((*AMOUNTS, *PACE))


class TableForm(_Configured):
    """All configurable settings of a table."""

    amounts = TABLE_AMOUNTS
    name = forms.CharField(label=_("Name"), max_length=60)
    name_es = forms.CharField(
        label=_("Name in Spanish"),
        max_length=60,
        required=False,
        help_text=_("Pages in Spanish show it. Leave it empty if the name is the same."),
    )

    def __init__(self, data: Any = None, *, table: Table | None = None) -> None:
        super().__init__(data, initial=_initial_values(table) if table else None)
        self._add(Table, *TABLE_AMOUNTS)
        for number, name in enumerate(_CHIPS, 1):
            label = _("Chip %(number)d") % {"number": number}
            self.fields[name] = AmountField(label=label, decimal_places=4, max_digits=14)
        self._add_currencies(table)
        self._add(Table, *TABLE_NUMBERS, *TABLE_HOURS)
        self.fields["hints"] = _choice(Table, "hints", [("", _("no")), ("yes", _("yes"))])
        self.fields["bet_formula"] = _choice(Table, "bet_formula", Table.BetFormula.choices)
        self._add_reason()

    def _add_currencies(self, table: Table | None) -> None:
        real = [(code, code) for code in REAL_CURRENCIES]
        play = [(PLAY_MONEY, CurrencyCode.PLY.label)]
        if table is not None:
            real, play = ([], play) if table.is_play_money else (real, [])
        self.fields["currencies"] = forms.MultipleChoiceField(
            label=column_label(Table, "currencies"),
            choices=[*real, *play],
            widget=forms.CheckboxSelectMultiple,
        )

    @property
    def values(self) -> dict[str, Any]:
        """Entered values; valid forms only."""
        given = self._plain_values(
            ("name", "name_es", *TABLE_AMOUNTS, *TABLE_NUMBERS, *TABLE_HOURS, "currencies")
        )
        given["chips"] = [int(self.cleaned_data[name] * UNIT) for name in _CHIPS]
        given["hints"] = self.cleaned_data["hints"] == "yes"
        given["bet_formula"] = self.cleaned_data["bet_formula"]
        return given

    @property
    def fieldsets(self) -> Iterator[TableFieldset]:
        """Grouped fields, without `last_fields`."""
        for key, title, names in _GROUPS:
            yield TableFieldset(key, title, [self[name] for name in names if name in self.fields])

    @property
    def last_fields(self) -> list[forms.BoundField]:
        """Fields below the groups; a doubt is accepted only after the form was refused for it."""
        refused = self.is_bound and bool(self.errors)
        return [self[name] for name in _ENDS if name != "accepted" or refused]


class RuleSetField(forms.ModelChoiceField):  # type: ignore[type-arg]  # generic in the stubs only
    """Choice of a rule set by its name for the reader."""

    def label_from_instance(self, obj: RuleSet) -> str:
        return obj.display_name


class NewTableForm(TableForm):
    """Settings of a new table, with its slug, rule set and kind."""

    slug = forms.SlugField(
        label=_("Address"), help_text=_("Part of the table's web address; it never changes.")
    )
    rule_set = RuleSetField(label=_("Rule set"), queryset=RuleSet.objects.none())
    kind = forms.ChoiceField(
        choices=Table.Kind.choices,
        help_text=_(
            "At a live table several players share dealer, shoe and clock. It never changes."
        ),
        required=False,
    )

    def __init__(self, data: Any = None, *, like: Table | None = None) -> None:
        """`like` is the table to copy, under the next free name; without it the house's defaults are used."""
        super().__init__(data)
        self.initial = _initial_values(like or Table(**LIGALO.values))
        if like is not None:
            named = next_free_name(like)
            copied = {**named, "kind": like.kind, "rule_set": like.rule_set.pk}
            self.initial.update(copied)
        families = RuleSet.objects.filter(versions__state=VersionState.ACTIVE)
        self.fields["kind"].label = column_label(Table, "kind")  # translated per request
        self.fields["rule_set"].queryset = families.order_by(select_name())  # type: ignore[attr-defined]  # of ModelChoiceField
        self.order_fields(["name", "name_es", "slug", "rule_set", "kind"])

    @property
    def values(self) -> dict[str, Any]:
        """Entered values; valid forms only."""
        return {**super().values, "kind": self.cleaned_data["kind"] or Table.Kind.PRIVATE}


class OpenOrCloseForm(forms.Form):
    """Open or close a table, with a reason."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)
    do = forms.ChoiceField(choices=[("open", ""), ("close", "")])


class PlayerEmailForm(forms.Form):
    email = forms.EmailField(label=_("Player's email address"))


def _choice(
    model: type[Table], name: str, choices: Sequence[tuple[Any, Words]]
) -> forms.ChoiceField:
    return forms.ChoiceField(label=column_label(model, name), choices=choices, required=False)


def _initial_values(table: Table) -> dict[str, Any]:
    shown: dict[str, Any] = {
        name: getattr(table, name)
        for name in (
            *("name", "name_es", "currencies", "bet_formula"),
            *(*TABLE_NUMBERS, *TABLE_HOURS),
        )
    }
    for name in TABLE_AMOUNTS:
        units = getattr(table, name)
        shown[name] = None if units is None else units_to_decimal(units)
    shown.update(zip(_CHIPS, map(units_to_decimal, table.chips), strict=False))
    shown["hints"] = "yes" if table.hints else ""
    return shown
