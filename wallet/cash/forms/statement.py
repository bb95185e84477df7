"""Filter forms of the statement."""

from datetime import date, datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.values.currencies import CURRENCY_CHOICES
from pages.moments import local_day, midnight, midnight_after
from wallet.cash.values.statement_lines import StatementFilter
from wallet.ledger.models import TransferKind


class PeriodForm(forms.Form):
    """First and last day, inclusive, in the reader's zone; both optional."""

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
    def begins(self) -> datetime | None:
        """Start of the period, inclusive; None if open. Valid form only."""
        day: date | None = self.cleaned_data["since"]
        return midnight(day) if day else None

    @property
    def ends(self) -> datetime | None:
        """End of the period, exclusive; None if open. Valid form only."""
        day: date | None = self.cleaned_data["until"]
        return midnight_after(day) if day else None


STATEMENT_DAYS: Final = 30


PLAYER_KINDS = [
    choice
    for choice in TransferKind.choices
    if choice[0] not in (TransferKind.OWE, TransferKind.SUSPEND, TransferKind.REMIT)
]


class StatementForm(PeriodForm):
    currency = forms.ChoiceField(
        label=_("Currency"),
        required=False,
        choices=[("", _("All currencies")), *CURRENCY_CHOICES],
    )
    kind = forms.ChoiceField(
        label=_("Movement"), required=False, choices=[("", _("All kinds")), *PLAYER_KINDS]
    )
    field_order = ("currency", "kind", "since", "until")

    @property
    def statement_filter(self) -> StatementFilter:
        """The filter. Valid form only."""
        cleaned = self.cleaned_data
        return StatementFilter(
            currency=cleaned["currency"] or None,
            kind=cleaned["kind"] or None,
            since=self.begins,
            until=self.ends,
        )


def default_first_day() -> date:
    return local_day(timezone.now()) - timedelta(days=STATEMENT_DAYS)
