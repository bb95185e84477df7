"""Period and currency form of a player's statistics."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.moments import months_later
from reports.values.period import BEGINNING, Period, day_of

YEAR: Final = "365"
"""Twelve months as in the round history: one or two days more than the 365 days that end today."""
PERIODS: Final = (
    ("30", _("The last 30 days")),
    ("90", _("The last 90 days")),
    (YEAR, _("The last 12 months")),
    ("all", _("All the time")),
)
USUAL: Final = "30"


class ResultsForm(forms.Form):
    """Filter form; defaults are the last thirty days and the currency played most."""

    period = forms.ChoiceField(label=_("Period"), required=False, choices=PERIODS, initial=USUAL)
    currency = forms.ChoiceField(label=_("Currency"), required=False)

    def __init__(self, data: Mapping[str, Any], currencies: Iterable[str]) -> None:
        super().__init__({"period": USUAL, **{name: data[name] for name in data}})
        field = self.fields["currency"]
        if isinstance(field, forms.ChoiceField):
            most = ("", _("The one you play most"))
            field.choices = [most, *((code, code) for code in currencies)]

    @property
    def chosen(self) -> str:
        """Name of the period; valid forms only."""
        return str(self.cleaned_data["period"]) or USUAL

    def period_until(self, today: date) -> Period:
        """Return the days asked for, today included; valid forms only."""
        if self.chosen == "all":
            return Period.of_days(day_of(BEGINNING), today)
        if self.chosen == YEAR:
            return Period.of_days(months_later(datetime.combine(today, time()), -12).date(), today)
        return Period.last_days(int(self.chosen), today)
