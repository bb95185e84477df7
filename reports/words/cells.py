"""Formatting of cell values: for people, for a spreadsheet's CSV, for a program's CSV.

A tuple holds amounts, possibly in several currencies.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format, get_format, number_format
from django.utils.translation import gettext as _

from pages.signs import with_minus, with_percent
from reports.values.sheet import Share
from wallet.money.values import MINOR_DIGITS, SCALE_DIGITS, Money
from wallet.money.words import format_money, format_with_code

_HUNDRED: Final = Decimal(100)


@dataclass(frozen=True, slots=True)
class CsvStyle:
    """CSV dialect: decimal mark, separator, and whether it is for a spreadsheet or a program."""

    mark: str
    between: str
    sheet: bool

    @classmethod
    def of_language(cls) -> "CsvStyle":
        """Return the dialect of a spreadsheet in the active language."""
        mark = str(get_format("DECIMAL_SEPARATOR"))
        return cls(mark, ";" if mark == "," else ",", sheet=True)


PROGRAMS: Final = CsvStyle(".", ",", sheet=False)


def cell_text(value: object) -> str:
    """Format a value for a page, in the active language; "" for None."""
    if value is None:
        return ""
    for kind, write in _SAID:
        if isinstance(value, kind):
            return write(value)
    return str(value)


def file_text(value: object) -> str:
    """Format a value for a file: as on a page, but amounts with ISO codes."""
    if isinstance(value, Money):
        return format_with_code(value)
    if isinstance(value, tuple):
        return " · ".join(map(format_with_code, value))
    return cell_text(value)


def brief_text(value: object) -> str:
    """Format a value for a page, amounts rounded to the smallest coin."""
    if not isinstance(value, Money):
        return cell_text(value)
    coin = 10 ** (SCALE_DIGITS - MINOR_DIGITS[value.currency])
    coins = (Decimal(value.units) / coin).to_integral_value()
    return format_money(Money(int(coins) * coin, value.currency))


def csv_text(value: object, style: CsvStyle) -> str:
    """Format a value for CSV; money without its currency, which has its own column."""
    if value is None:
        return ""
    for kind, write in _WRITTEN:
        if isinstance(value, kind):
            return write(value, style)
    return str(value)


def _share(value: Share, style: CsvStyle) -> str:
    if style.sheet:
        return f"{value.value * _HUNDRED:.{value.places}f}%".replace(".", style.mark)
    return format(value.value, "f")


def _switch(value: bool, style: CsvStyle) -> str:  # noqa: FBT001  the value to format
    return _yes_or_no(value) if style.sheet else str(value).lower()


def _time(value: datetime, style: CsvStyle) -> str:
    if style.sheet:
        return f"{timezone.localtime(value):%Y-%m-%d %H:%M:%S}"
    return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _clock(value: timedelta, style: CsvStyle) -> str:
    seconds = int(value.total_seconds())
    minutes, rest = divmod(seconds, 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}" if style.sheet else str(seconds)


def _whole(value: int) -> str:
    return with_minus(number_format(value, 0, use_l10n=True, force_grouping=True))


def _decimal(value: Decimal) -> str:
    places = max(0, -int(value.as_tuple().exponent)) if value.is_finite() else 0
    return with_minus(number_format(value, places, use_l10n=True, force_grouping=True))


def _percent(share: Share) -> str:
    value = number_format(
        round(share.value * _HUNDRED, share.places),
        share.places,
        use_l10n=True,
        force_grouping=True,
    )
    return with_percent(with_minus(value))


def _moment(value: datetime) -> str:
    return date_format(timezone.localtime(value), _("j M Y, H:i"))


def _day(value: date) -> str:
    return date_format(value, _("j M Y"))


def _length(value: timedelta) -> str:
    minutes = int(value.total_seconds()) // 60
    told = {"hours": _whole(minutes // 60), "minutes": minutes % 60}
    return (_("%(hours)s h %(minutes)s min") if minutes >= 60 else _("%(minutes)s min")) % told  # noqa: PLR2004  an hour


def _yes_or_no(value: bool) -> str:  # noqa: FBT001  the value to format
    return _("yes") if value else _("no")


_SAID: Final[tuple[tuple[type, Callable[..., str]], ...]] = (
    (Money, format_money),
    (Share, _percent),
    (bool, _yes_or_no),
    (int, _whole),
    (Decimal, _decimal),
    (datetime, _moment),
    (date, _day),
    (timedelta, _length),
    (tuple, lambda amounts: " · ".join(map(format_money, amounts))),
)


def _amounts(amounts: Sequence[Money], style: CsvStyle) -> str:
    """Format several amounts in one cell, each with its currency: "12.50 USD;3.00 EUR" for programs."""
    texts = [f"{_WRITTEN[0][1](one, style)} {one.currency}" for one in amounts]
    return (" · " if style.sheet else ";").join(texts)


_WRITTEN: Final[tuple[tuple[type, Callable[..., str]], ...]] = (
    (Money, lambda value, style: value.text.replace(".", style.mark)),
    (Share, _share),
    (bool, _switch),
    (Decimal, lambda value, style: format(value, "f").replace(".", style.mark)),
    (datetime, _time),
    (timedelta, _clock),
    (tuple, _amounts),
)
