"""Reports: the sheet that the page shows, as JSON."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.serializers.base import MoneySerializer, QuerySerializer, UTCDateTimeField, write_document
from pages.lists import Column
from reports.files.screen import ScreenSection, SheetParts
from reports.forms import PERIODS, RANGE
from reports.models import Segment
from reports.values.sheet import Share
from wallet.money.values import Money
from wallet.rates.selectors.rates import REAL


class _Number(serializers.IntegerField):
    """An optional number of a row."""

    def __init__(self) -> None:
        super().__init__(required=False, min_value=1, max_value=2**63 - 1)


class ReportQuery(QuerySerializer):
    """Period and filters, as on the report's page; without a period, yesterday."""

    period = serializers.ChoiceField(required=False, choices=[*PERIODS, RANGE])
    since = serializers.DateField(required=False, help_text=_("First day of a range."))
    since_time = serializers.TimeField(required=False, help_text=_("In the operator's zone."))
    until = serializers.DateField(required=False, help_text=_("Last day, included."))
    until_time = serializers.TimeField(required=False, help_text=_("In the operator's zone."))
    table = _Number()
    version = _Number()
    currency = serializers.ChoiceField(required=False, choices=list(REAL))
    segment = serializers.ChoiceField(required=False, choices=Segment.values)
    country = serializers.CharField(required=False, max_length=2)
    accounts = serializers.ChoiceField(required=False, choices=["test"])


class ReportNameSerializer(serializers.Serializer[Any]):
    """A report that the key may read."""

    name = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField(source="tells")
    filters = serializers.ListField(child=serializers.CharField(), source="narrowed_by")


class ReportListSerializer(serializers.Serializer[Any]):
    """All reports that the key may read."""

    data = ReportNameSerializer(many=True, source="rows")  # type: ignore[assignment]  # the metaclass takes the field out
    next = serializers.CharField(allow_null=True)


class FigureSerializer(serializers.Serializer[Any]):
    """A headline figure."""

    label = serializers.CharField()  # type: ignore[assignment]  # the metaclass takes the field out
    value = serializers.JSONField(help_text=_("Money, a number or a text; null if there is none."))
    note = serializers.CharField()


class ColumnSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text=_("Name of the value in each row; it never changes."))
    title = serializers.CharField()


class SectionSerializer(serializers.Serializer[Any]):
    """A table of the report."""

    title = serializers.CharField()
    note = serializers.CharField()
    columns = ColumnSerializer(many=True)
    rows = serializers.ListField(child=serializers.DictField())
    totals = serializers.ListField(child=serializers.DictField())
    more = serializers.BooleanField(
        help_text=_("Whether the page, too, shows only the first rows; an export has all.")
    )


class SheetSerializer(serializers.Serializer[Any]):
    """A report. Amounts are money objects, shares decimals of 1, times UTC, durations seconds."""

    name = serializers.CharField()
    title = serializers.CharField()
    operator = serializers.CharField()
    period = serializers.CharField(help_text=_("In words."))
    made_at = UTCDateTimeField()
    figures = FigureSerializer(many=True)
    sections = SectionSerializer(many=True)
    notes = serializers.ListField(child=serializers.CharField())


def write_sheet(parts: SheetParts) -> dict[str, Any]:
    """Return the JSON of a report's sheet with the rows that its page shows."""
    sheet = parts["sheet"]
    return {
        "name": sheet.name,
        "title": sheet.title,
        "operator": sheet.operator,
        "period": sheet.period,
        "made_at": _cell(sheet.made_at),
        "figures": [
            {"label": str(one.label), "value": _cell(one.value), "note": str(one.note)}
            for one in sheet.figures
        ],
        "sections": [_section(one) for one in parts["sections"]],
        "notes": [str(note) for note in sheet.notes],
    }


def _section(part: ScreenSection) -> dict[str, Any]:
    section = part["section"]
    return {
        "title": section.title,
        "note": section.note,
        "columns": [{"key": one.key, "title": str(one.title)} for one in section.columns],
        "rows": _rows(part["rows"], section.columns),
        "totals": _rows(section.totals, section.columns),
        "more": bool(part["cut"]),
    }


def _rows(rows: Iterable[Any], columns: Sequence[Column[Any]]) -> list[dict[str, Any]]:
    return [{one.key: _cell((one.code or one.value)(row)) for one in columns} for row in rows]


def _cell(value: object) -> Any:
    """Return a cell's value as JSON; the same kinds as `reports.words.cells` formats."""
    if value is None or isinstance(value, bool | int):
        return value
    for kind, write in _WRITTEN:
        if isinstance(value, kind):
            return write(value)
    return str(value)


def _time(value: datetime) -> str:
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


_WRITTEN: Final[tuple[tuple[type, Callable[..., Any]], ...]] = (
    (Money, lambda value: write_document(MoneySerializer, value)),
    (Share, lambda value: format(value.value, "f")),
    (Decimal, lambda value: format(value, "f")),
    (datetime, _time),
    (date, date.isoformat),
    (timedelta, lambda value: int(value.total_seconds())),
    (tuple, lambda values: [_cell(one) for one in values]),
)
