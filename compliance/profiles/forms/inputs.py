"""The input of each kind of a profile's field, and the way between what is stored, what is shown and what is typed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from internals.texts import Text
from profiles.values.fields import FIELDS
from profiles.values.kinds import (
    AmountList,
    ByCountry,
    NamedLinks,
    OneOf,
    OneText,
    Percent,
    SomeOf,
    TextsByKey,
    ValueKind,
    Whole,
    YesNo,
)
from profiles.values.labels import label_unit, label_word

_ROWS: Final = 4
_DIGITS: Final = 4
_LONGEST: Final = 20_000


@dataclass(frozen=True, slots=True)
class ValueInput:
    """An input: `show` makes its initial value of a stored one, `read` a value as in a file of what was typed."""

    field: forms.Field
    show: Callable[[Any], Any]
    read: Callable[[Any], Any]


def build_input(name: str) -> ValueInput:
    """Return the input for a field of the profile."""
    definition = FIELDS[name]
    made = _build(definition.kind)
    unit = label_unit(definition.kind.unit)
    made.field.label = f"{definition.label} ({unit})" if unit else str(definition.label)
    made.field.required = False
    return made


def _build(kind: ValueKind) -> ValueInput:
    match kind:
        case Whole():
            number = forms.IntegerField(min_value=kind.least, max_value=kind.most)
            made = ValueInput(number, _same, _same)
        case Percent():
            made = _percent(kind)
        case YesNo():
            made = _yes_or_no(kind)
        case OneOf():
            one = forms.ChoiceField(choices=[(word, label_word(word)) for word in kind.words])
            made = ValueInput(one, _same, _same)
        case SomeOf() if kind.words:
            made = _some_words(kind)
        case OneText():
            made = ValueInput(forms.CharField(), _same, _same)
        case _:
            made = _lines(kind)
    return made


def _percent(kind: Percent) -> ValueInput:
    field = forms.DecimalField(min_value=kind.least, max_value=kind.most, decimal_places=_DIGITS)
    return ValueInput(field, _same, lambda typed: f"{typed:f}")


def _same(value: Any) -> Any:
    return value


def _yes_or_no(kind: YesNo) -> ValueInput:
    answers: list[tuple[str, Text]] = [("yes", _("yes")), ("no", _("no"))]
    allowed = [one for one in answers if kind.only is None or (one[0] == "yes") == kind.only]
    field = forms.ChoiceField(choices=allowed)
    return ValueInput(field, lambda stored: "yes" if stored else "no", lambda typed: typed == "yes")


def _some_words(kind: SomeOf) -> ValueInput:
    choices = [(word, label_word(word)) for word in kind.words]
    field = forms.MultipleChoiceField(choices=choices, widget=forms.CheckboxSelectMultiple)
    return ValueInput(field, list, list)


_HINTS: Final[dict[type[Any], Text]] = {
    SomeOf: _("One on each line."),
    AmountList: _("One on each line, as 600 EUR."),
    NamedLinks: _("One on each line, as Name=https://example.org/."),
    ByCountry: _("One on each line, as US=21."),
    TextsByKey: _("One on each line, as key=text."),
}


def _lines(kind: ValueKind) -> ValueInput:
    """Return a text with one entry on each line; mappings have "key=value"."""
    field = forms.CharField(
        max_length=_LONGEST,
        widget=forms.Textarea(attrs={"rows": _ROWS, "spellcheck": "false"}),
        help_text=_HINTS[type(kind)],
    )
    if not isinstance(kind, ByCountry | TextsByKey):
        return ValueInput(field, "\n".join, _split)
    value = _whole if isinstance(kind, ByCountry) else str
    return ValueInput(
        field,
        lambda stored: "\n".join(f"{key}={one}" for key, one in stored.items()),
        lambda typed: {key: value(one) for key, one in map(_pair, _split(typed))},
    )


def _split(typed: str) -> list[str]:
    return [line.strip() for line in typed.splitlines() if line.strip()]


def _pair(line: str) -> tuple[str, str]:
    key, _sign, value = line.partition("=")
    return key.strip(), value.strip()


def _whole(text: str) -> int | str:
    """Return a whole number; any other text as it is, which the kind refuses."""
    return int(text) if text.isascii() and text.isdecimal() else text
