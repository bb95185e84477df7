"""Form of the rules editor: one field per field of the rules, with its own errors."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from blackjack.fields import FIELDS, LONGEST_CLOCK
from blackjack.rules import Rules, RulesError
from blackjack.side_bets import OUTCOMES
from pages.amounts import AmountField
from tables.forms.problems import SettingsForm
from tables.words.rule_fields import (
    CLOCKS,
    DESCRIBED,
    GROUPS,
    ODDS,
    SHARE,
    SIDES,
    FieldDescription,
    Words,
    field_value,
)
from tables.words.rules import SIDE_BETS, SIDE_OUTCOMES

_MOST_ODDS: Final = 100_000
_LONGEST_ODDS: Final = 13
_OFFERED: Final = "offered"


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A form field, and the value in force if it differs."""

    field: forms.BoundField
    in_force: str | None


@dataclass(frozen=True, slots=True)
class Fieldset:
    """Fields under one heading. A `folded` group is rarely changed, and closed unless it has something to see."""

    key: str
    title: Words
    rows: list[FieldRow]
    folded: bool = False

    @property
    def is_open(self) -> bool:
        """True if a field differs from the rules in force or has an error."""
        return any(row.in_force is not None or row.field.errors for row in self.rows)


class RulesForm(SettingsForm):
    """Form with every field of the rules; `rules` is the value of a valid form."""

    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, rules: Rules, in_force: Rules | None = None) -> None:
        initial = {"seen": rules.digest, **_initial(rules)}
        super().__init__(data, initial=initial)
        self.base, self.in_force = rules, in_force
        for name, described in DESCRIBED.items():
            self.fields[name] = _form_field(name, described)
        for bet, outcomes in OUTCOMES.items():
            self.fields[f"{bet}-{_OFFERED}"] = _choice(SIDE_BETS[bet], _YES_OR_NO)
            for outcome in outcomes:
                self.fields[f"{bet}-{outcome}"] = forms.IntegerField(
                    label=_("%(outcome)s pays … to 1") % {"outcome": SIDE_OUTCOMES[outcome]},
                    min_value=0,
                    max_value=_MOST_ODDS,
                    required=False,
                )

    @property
    def fieldsets(self) -> list[Fieldset]:
        """Groups of the rules, then one group per side bet."""
        groups = [
            Fieldset(one.key, one.title, [self._row(name) for name in one.fields], one.folded)
            for one in GROUPS
        ]
        return [*groups, *self._side_sets()]

    def _side_sets(self) -> Iterator[Fieldset]:
        for number, (bet, outcomes) in enumerate(OUTCOMES.items(), 1):
            names = [f"{bet}-{name}" for name in (_OFFERED, *outcomes)]
            rows = [self._side_row(name) for name in names]
            title = _("Side bet: %(bet)s") % {"bet": SIDE_BETS[bet]}
            offered = self[names[0]].value() == "yes"
            yield Fieldset(f"side-{number}", title, rows, folded=not offered)

    @property
    def shown_rules(self) -> Rules | None:
        """Rules that the fields show, stored or entered; None if a field has an error."""
        if not self.is_bound:
            return self.base
        return None if self.errors else self.rules

    @property
    def rules(self) -> Rules:
        """Entered rules; valid forms only."""
        found: Rules = self.cleaned_data["rules"]
        return found

    def clean(self) -> dict[str, Any]:
        """Build the rules from all fields; an error of the engine is added to its field."""
        cleaned: dict[str, Any] = super().clean() or {}
        sides = self._sides(cleaned)
        if self.errors:
            return cleaned
        values = {name: cleaned[name] for name in DESCRIBED}
        if values["reshuffle"] != "at_penetration":
            values[SHARE] = self.base.penetration  # has no effect under other reshuffle rules
        elif values[SHARE] is None:
            self.add_error(SHARE, self.fields[SHARE].error_messages["required"])
            return cleaned
        else:
            values[SHARE] = float(values[SHARE])
        try:
            cleaned["rules"] = Rules.from_dict({**values, SIDES: sides})
        except RulesError as error:
            self.add_error(error.field, _refusal(error))
        return cleaned

    def _row(self, name: str) -> FieldRow:
        if self.in_force is None or not self._differs(name, _initial(self.in_force)):
            return FieldRow(self[name], None)
        return FieldRow(self[name], field_value(name, getattr(self.in_force, name)))

    def _side_row(self, name: str) -> FieldRow:
        present = _initial(self.in_force) if self.in_force else {}
        if not self.in_force or not self._differs(name, present):
            return FieldRow(self[name], None)
        value = present[name]
        return FieldRow(self[name], str(_BY_KEY.get(value, value or "\N{EN DASH}")))

    def _differs(self, name: str, present: dict[str, Any]) -> bool:
        """Return whether the field's value differs from the rules in force."""
        own = self.fields[name].prepare_value(present[name])
        return _plain(own) != _plain(self[name].value())

    def _sides(self, cleaned: dict[str, Any]) -> dict[str, dict[str, int]]:
        sides: dict[str, dict[str, int]] = {}
        for bet, outcomes in OUTCOMES.items():
            if not cleaned.get(f"{bet}-{_OFFERED}"):
                continue
            sides[bet] = {}
            for outcome in outcomes:
                name = f"{bet}-{outcome}"
                odds = cleaned.get(name)
                if odds is not None:
                    sides[bet][outcome] = odds
                elif name not in self.errors:
                    self.add_error(name, _("Enter what it pays: 0 for nothing."))
        return sides


_YES_OR_NO: Final[dict[Any, Words]] = {True: _("yes"), False: _("no")}
_BY_KEY: Final[dict[Any, Words]] = {"yes": _("yes"), "no": _("no")}


def _form_field(name: str, described: FieldDescription) -> forms.Field:
    label, note = described.label, described.note
    if described.choices:
        return _choice(label, dict(described.choices), note)
    if name == SHARE:
        least, most = Decimal("0.10"), Decimal("0.95")
        return AmountField(
            label=label,
            help_text=note,
            fine=True,
            decimal_places=4,
            max_digits=6,
            min_value=least,
            max_value=most,
            required=False,
        )
    if name in CLOCKS:
        return forms.IntegerField(
            label=label, help_text=note, min_value=1, max_value=LONGEST_CLOCK, required=False
        )
    return _OddsField(label=label, help_text=note, max_length=_LONGEST_ODDS)


class _OddsField(forms.CharField):
    """Odds as text, such as "3:2"."""

    def validate(self, value: Any) -> None:
        super().validate(value)
        if not FIELDS[ODDS].allowed.accepts(value):
            raise forms.ValidationError(_("Two whole numbers from 1 on, such as 3:2."))


def _choice(label: Words, choices: dict[Any, Words], note: Words = "") -> forms.Field:
    by_key = {_plain(value): value for value in choices}
    return forms.TypedChoiceField(
        label=label,
        help_text=note,
        choices=[(_plain(value), words) for value, words in choices.items()],
        coerce=by_key.__getitem__,
        required=None not in choices,
        empty_value=None,
    )


def _initial(rules: Rules) -> dict[str, Any]:
    values: dict[str, Any] = {
        name: Decimal(str(getattr(rules, name))) if name == SHARE else _plain(getattr(rules, name))
        for name in DESCRIBED
    }
    for bet, outcomes in OUTCOMES.items():
        table = rules.side_bets.get(bet)
        values[f"{bet}-{_OFFERED}"] = _plain(table is not None)
        for outcome in outcomes:
            values[f"{bet}-{outcome}"] = None if table is None else table[outcome]
    return values


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _refusal(error: RulesError) -> Words:
    if error.field == "peek":
        return _("Where no hole card is dealt, the dealer never looks for blackjack.")
    return _("This value is not allowed here.")
