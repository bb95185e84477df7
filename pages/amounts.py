"""Parsing and formatting of numbers in the page's language.

A separator followed by exactly three digits is ambiguous: «1.000» is a thousand in Spanish and one
in English. It is accepted only if the page's language and the field allow one reading; otherwise it
is refused with the possible meanings.
"""

import re
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import get_format, number_format
from django.utils.translation import gettext as _

CENTS: Final = 2
SCALE_DIGITS: Final = 4  # as in the ledger
_SPACES: Final = " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"
_LONGEST: Final = 40  # characters; longer text must consist of digits only
_GROUP: Final = 3  # digits behind each thousands separator
_HEAD: Final = "[1-9][0-9]{0,2}"


def parse_number(text: str, *, decimals: int, fine: bool = False) -> Decimal:
    """Parse a typed number. Raises ValidationError with the message for the field.

    `decimals` is the field's number of decimals. `fine` is for rates and shares, which often have
    three decimals: there a single thousands separator is ambiguous.
    """
    typed = text.strip()
    body = _completed(typed.removeprefix("-"))
    if len(body) > _LONGEST and not re.fullmatch("[0-9]+", body):
        raise _unreadable()
    return Decimal(f"{'-' if typed.startswith('-') else ''}{_plain(body, decimals, fine=fine)}")


def format_number(value: Decimal, *, fine: bool = False, grouped: bool = False) -> str:
    """Format a number for a field so that `parse_number` reads it back: never three decimals; thousands separators only if `grouped`.

    A `fine` number keeps its digits and has no thousands separators, because a single one would be
    ambiguous.
    """
    found = len(format(value, "f").partition(".")[2].rstrip("0"))
    if not fine:
        found = CENTS if found <= CENTS else max(found, SCALE_DIGITS)
    return number_format(value, found, use_l10n=True, force_grouping=grouped and not fine)


def _completed(body: str) -> str:
    """Complete «.5» and «,5» to 0.5, «5.» and «5,» to 5: both marks are unambiguous there."""
    if re.fullmatch("[.,][0-9]+", body):
        return f"0{body}"
    return body[:-1] if re.fullmatch("[0-9]+[.,]", body) else body


def _plain(body: str, decimals: int, *, fine: bool) -> str:
    """Return the digits with a decimal point and without separators."""
    mark = str(get_format("DECIMAL_SEPARATOR"))
    other = "." if mark == "," else ","
    if found := re.fullmatch(rf"([0-9]+)(?:{re.escape(mark)}([0-9]+))?", body):
        whole, part = found[1], found[2] or ""
        if not fine and _looks_grouped(whole, part):
            raise _two_readings(body, whole, part, decimals)
        return f"{whole}.{part}" if part else whole
    grouped = rf"({_HEAD}(?:([{re.escape(other)}{_SPACES}])[0-9]{{3}})(?:\2[0-9]{{3}})*)(?:{re.escape(mark)}([0-9]+))?"
    if found := re.fullmatch(grouped, body):
        groups = found[1].split(found[2])
        if fine and found[2] == other and not found[3] and len(groups) == 2:  # noqa: PLR2004  «1.165»
            raise _two_readings(body, groups[0], groups[1], decimals)
        return f"{''.join(groups)}.{found[3] or '0'}"
    return _of_the_other_language(body, mark, other, fine=fine)


def _looks_grouped(whole: str, part: str) -> bool:
    return len(part) == _GROUP and re.fullmatch(_HEAD, whole) is not None


def _of_the_other_language(body: str, mark: str, other: str, *, fine: bool) -> str:
    """Read a number with the other language's decimal mark, if it is unambiguous."""
    if found := re.fullmatch(rf"([0-9]+){re.escape(other)}([0-9]+)", body):
        whole, part = found.groups()
        sure = len(part) != _GROUP if fine else len(part) <= CENTS
        if sure or not whole.strip("0"):
            return f"{whole}.{part}"
        raise _meant(Decimal(f"{whole}.{part}"), mark, fine=fine)
    grouped = rf"({_HEAD}(?:{re.escape(mark)}[0-9]{{3}})+)(?:{re.escape(other)}([0-9]+))?"
    if found := re.fullmatch(grouped, body):
        whole = found[1].replace(mark, "")
        raise _meant(Decimal(f"{whole}.{found[2] or '0'}"), mark, fine=fine)
    raise _unreadable()


def _two_readings(typed: str, whole: str, part: str, decimals: int) -> ValidationError:
    together = f"{whole}{part}"
    value = Decimal(f"{whole}.{part}")
    if decimals < _GROUP and value != value.quantize(Decimal(1).scaleb(-decimals)):
        told = _("“%(typed)s” has too many decimals. If you mean thousands, write %(together)s.")
        return ValidationError(told, "invalid", params={"typed": typed, "together": together})
    short = number_format(value, SCALE_DIGITS if decimals > _GROUP else decimals, use_l10n=True)
    told = _("“%(typed)s” can be read as %(together)s or as %(short)s. Write one of these two.")
    return ValidationError(
        told, "invalid", params={"typed": typed, "together": together, "short": short}
    )


def _meant(value: Decimal, mark: str, *, fine: bool) -> ValidationError:
    told = (
        _(
            "On this page a comma separates the decimals. If you mean %(amount)s, write it like that."
        )
        if mark == ","
        else _(
            "On this page a point separates the decimals. If you mean %(amount)s, write it like that."
        )
    )
    return ValidationError(told, "invalid", params={"amount": format_number(value, fine=fine)})


def _unreadable() -> ValidationError:
    told = _("This cannot be read as an amount. Write it in plain digits, like %(example)s.")
    example = number_format(Decimal("1234.50"), CENTS, use_l10n=True)
    return ValidationError(told, "invalid", params={"example": example})


class AmountField(forms.DecimalField):
    """A number in the page's language (`parse_number`).

    `fine` is for rates and shares with three decimals; `grouped` fills in thousands separators.
    """

    widget = forms.TextInput

    def __init__(
        self, *, decimal_places: int, fine: bool = False, grouped: bool = False, **options: Any
    ) -> None:
        super().__init__(decimal_places=decimal_places, **options)
        self.places, self.fine, self.grouped = decimal_places, fine, grouped

    def to_python(self, value: Any) -> Any:
        """Parse typed text; return a number unchanged."""
        if isinstance(value, str) and value.strip():
            value = parse_number(value, decimals=self.places, fine=self.fine)
        return super().to_python(value)

    def prepare_value(self, value: Any) -> Any:
        """Format an initial value; return typed text unchanged."""
        if not isinstance(value, Decimal):
            return value
        return format_number(value, fine=self.fine, grouped=self.grouped)

    def run_validators(self, value: Any) -> None:
        """Format the limit in an error message in the page's language: 0,75 rather than 0.75."""
        try:
            super().run_validators(value)
        except ValidationError as refused:
            for one in refused.error_list:
                params = one.params or {}
                limit = params.get("limit_value")
                if isinstance(limit, Decimal | int):
                    told = format_number(Decimal(limit), fine=self.fine, grouped=True)
                    one.params = {**params, "limit_value": told}
            raise

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Add a keypad with a decimal mark on phones, and disable autocompletion."""
        return {"inputmode": "decimal", "autocomplete": "off", **super().widget_attrs(widget)}
