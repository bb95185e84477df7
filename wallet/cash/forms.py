"""Forms of the bank and of the cashier's desk."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from wallet.cash.models import LimitName
from wallet.cash.statement import Filter
from wallet.forms import REAL, AmountField, MoneyForm
from wallet.models import Kind
from wallet.money import MINOR_DIGITS

STATEMENT_DAYS: Final = 30
_LONGEST_NOTE: Final = 500


class DepositForm(MoneyForm):
    """What a player pays in."""


class WithdrawalForm(MoneyForm):
    """What a player wants, and where."""

    destination = forms.CharField(
        label=_("Where we pay it"),
        max_length=200,
        min_length=3,
        help_text=_("Bank and account in your own name, or the desk where you collect it."),
    )
    field_order = ("amount", "currency", "destination", "key")


class StatementForm(forms.Form):
    """Which movements to see: a currency, a kind, from a day to a day (UTC, both included)."""

    currency = forms.ChoiceField(
        label=_("Currency"),
        required=False,
        choices=[("", _("All")), *((code, code) for code in MINOR_DIGITS)],
    )
    kind = forms.ChoiceField(
        label=_("Movement"), required=False, choices=[("", _("All")), *Kind.choices]
    )
    since = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    until = forms.DateField(
        label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    use_required_attribute = False

    def clean(self) -> dict[str, Any]:
        """Refuse a period that ends before it begins."""
        cleaned: dict[str, Any] = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and until < since:
            self.add_error("until", _("The period ends before it begins."))
        return cleaned

    @property
    def chosen(self) -> Filter:
        """The filter; of a valid form only."""
        cleaned = self.cleaned_data
        return Filter(
            currency=cleaned["currency"] or None,
            kind=cleaned["kind"] or None,
            since=_midnight(cleaned["since"]),
            until=_midnight(cleaned["until"], days=1),
        )


def first_day() -> date:
    """The day from which a statement is shown when nobody chose one."""
    return timezone.now().date() - timedelta(days=STATEMENT_DAYS)


def _midnight(day: date | None, days: int = 0) -> datetime | None:
    if day is None or day == date.max:
        return None
    return datetime.combine(day + timedelta(days=days), time.min, UTC)


class RecordDepositForm(MoneyForm):
    """What a player paid at the desk."""

    player = forms.EmailField(label=_("Player's e-mail address"), max_length=254)
    note = forms.CharField(
        label=_("What was seen"),
        max_length=_LONGEST_NOTE,
        help_text=_("How it was paid, and the number of its paper: it stays in the history."),
    )
    field_order = ("player", "amount", "currency", "note", "key")


class StepForm(forms.Form):
    """A step of staff: the last one that the page showed, and the reason or reference."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=32_000)
    note = forms.CharField(
        label=_("Reason or reference"),
        max_length=_LONGEST_NOTE,
        required=False,
        widget=forms.Textarea({"rows": 2}),
    )


class LimitForm(forms.Form):
    """A limit to propose."""

    name = forms.ChoiceField(label=_("Limit"), choices=LimitName.choices)
    currency = forms.ChoiceField(label=_("Currency"), choices=REAL)
    amount = AmountField(
        label=_("Amount"),
        min_value=0,
        max_digits=15,
        decimal_places=2,
        localize=True,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    reason = forms.CharField(label=_("Reason"), max_length=_LONGEST_NOTE)
