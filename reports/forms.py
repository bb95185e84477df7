"""Filter form of reports: period and part of the house."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final, cast
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.values.countries import country_choices
from journal.selectors.gaming_days import find_rule
from pages.moments import in_zone_lazy
from reports.models import ClosedDay, Segment
from reports.selectors.names import load_table_names, load_version_names
from reports.values.filters import Filters
from reports.values.period import DAY, Period, day_of, start_of
from wallet.rates.selectors.rates import REAL

RANGE: Final = "range"
DEFAULT: Final = "yesterday"
EARLIEST: Final = date(2000, 1, 1)
_NARROWED: Final = frozenset({"table", "version", "currency", "segment", "country", "accounts"})
_LONGEST: Final = timedelta(days=366 * 20)
Choices = Iterable[tuple[str, str | Promise]]


def _beginning(today: date) -> Period:
    """Return the period from the first closed day until today, included."""
    first = ClosedDay.objects.order_by("day").values_list("day", flat=True).first()
    return Period.of_days(min(first or today, today), today)


PERIODS: Final[Mapping[str, tuple[Promise, Callable[[date], Period]]]] = {
    "today": (_("Today"), Period.day),
    "yesterday": (_("Yesterday"), lambda today: Period.day(today - DAY)),
    "week": (_("Last 7 days"), lambda today: Period.last_days(7, today)),
    "days": (_("Last 30 days"), lambda today: Period.last_days(30, today)),
    "month": (_("Month to date"), Period.month_to_date),
    "year": (_("Year to date"), Period.year_to_date),
    "life": (_("Since the beginning"), _beginning),
}


def _of_all(label: Promise, choices: Choices) -> list[tuple[str, str | Promise]]:
    return [("", label), *choices]


def _tables() -> Choices:
    return _of_all(_("All tables"), ((str(pk), name) for pk, name in load_table_names().items()))


def _versions() -> Choices:
    return _of_all(_("All rules"), ((str(pk), name) for pk, name in load_version_names().items()))


def _countries() -> Choices:
    return _of_all(_("All countries"), country_choices())


class ReportForm(forms.Form):
    """Period, as days or an exact time span, and the report's filters."""

    period = forms.ChoiceField(
        label=_("Period"),
        choices=[
            *((name, label) for name, (label, _of) in PERIODS.items()),
            (RANGE, _("From … to …")),
        ],
        required=False,
    )
    since = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    since_time = forms.TimeField(
        label=in_zone_lazy(_("From, time ({zone})")),
        required=False,
        widget=forms.TimeInput({"type": "time"}, "%H:%M"),
    )
    until = forms.DateField(
        label=_("To, included"),
        required=False,
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
    )
    until_time = forms.TimeField(
        label=in_zone_lazy(_("To, time ({zone})")),
        required=False,
        widget=forms.TimeInput({"type": "time"}, "%H:%M"),
        help_text=_("Leave the times empty for whole days."),
    )
    table = forms.ChoiceField(label=_("Table"), choices=_tables, required=False)
    version = forms.ChoiceField(label=_("Rules"), choices=_versions, required=False)
    currency = forms.ChoiceField(
        label=_("Currency"),
        choices=_of_all(_("All currencies"), ((code, code) for code in REAL)),
        required=False,
    )
    segment = forms.ChoiceField(
        label=_("Players"), choices=_of_all(_("All players"), Segment.choices), required=False
    )
    country = forms.ChoiceField(label=_("Country"), choices=_countries, required=False)
    accounts = forms.ChoiceField(
        label=_("Accounts"),
        choices=[("", _("Without test accounts")), ("test", _("Test accounts only"))],
        required=False,
    )

    def __init__(self, data: Mapping[str, Any], narrowed_by: Iterable[str]) -> None:
        super().__init__(data)
        for name in _NARROWED - set(narrowed_by):
            del self.fields[name]
        self.found: Period | None = None

    def clean(self) -> dict[str, Any]:
        """Determine the period; a reversed, future or too long one is an error of its field."""
        given = self.cleaned_data
        name = given.get("period") or (RANGE if given.get("since") else DEFAULT)
        today = day_of(timezone.now())
        if name != RANGE:
            self.found = PERIODS[name][1](today)
            return given
        if {"since", "until", "since_time", "until_time"} & set(self.errors):
            return given
        first = given.get("since")
        if first is None:
            self.add_error("since", _("Enter a start date."))
            return given
        last = given.get("until") or max(first, today)
        if refused := _find_period_error(first, last, today):
            self.add_error(*refused)
            return given
        since = _at(first, given.get("since_time"))
        until = _at(last, given["until_time"]) if given.get("until_time") else start_of(last + DAY)
        if until <= since:
            self.add_error("until", _("It ends before it begins."))
        else:
            self.found = Period(since, until)
        return given

    @property
    def chosen(self) -> Filters:
        """The filters; valid forms only."""
        given = self.cleaned_data
        return Filters(
            table=_number(given.get("table")),
            version=_number(given.get("version")),
            currency=given.get("currency") or None,
            segment=given.get("segment") or None,
            country=given.get("country") or None,
            test=given.get("accounts") == "test",
        )

    @property
    def filter_words(self) -> list[tuple[str, str]]:
        """The filters in words."""
        found = []
        for name in ("table", "version", "currency", "segment", "country"):
            if value := self.cleaned_data.get(name):
                field = cast("forms.ChoiceField", self.fields[name])
                words = {str(key): word for key, word in cast("Choices", field.choices)}
                found.append((str(field.label), str(words.get(value, value))))
        return found


def _find_period_error(first: date, last: date, today: date) -> tuple[str, str] | None:
    """Return the field and message of an invalid day range, else None; safe at the ends of the calendar."""
    if last < first:
        return "until", str(_("It ends before it begins."))
    if first > today:
        return "since", str(_("This is in the future."))
    if last - first > _LONGEST:
        return "since", str(_("No more than twenty years."))
    if first < EARLIEST:
        return "since", str(_("There is nothing from before the year 2000."))
    return None


def _at(day: date, clock: time | None) -> datetime:
    return (
        start_of(day)
        if clock is None
        else datetime.combine(day, clock, ZoneInfo(find_rule(day).zone))
    )


def _number(written: str | None) -> int | None:
    return int(written) if written else None
