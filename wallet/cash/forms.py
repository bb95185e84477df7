"""Forms of the bank and of the cashier's desk."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from hashlib import sha256
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from approvals.forms import DecisionForm
from approvals.models import REASON_LENGTH
from pages.amounts import AmountField
from pages.moments import local_day, midnight, midnight_after
from wallet import providers
from wallet.cash.destination_fields import FIELDS, DestinationForm
from wallet.cash.finding import Search
from wallet.cash.findings import Finding, words_of
from wallet.cash.models import CorrectionKind, DepositState, LimitName, WithdrawalState
from wallet.cash.statement import Filter
from wallet.forms import REAL, MoneyForm
from wallet.models import Kind
from wallet.money import MINOR_DIGITS, SCALE_DIGITS, Money
from wallet.row_words import row_words

STATEMENT_DAYS: Final = 30
_LONGEST_NOTE: Final = 500


def ways_in() -> list[tuple[str, str]]:
    """By whom a player may pay in."""
    return [(name, providers.label(name)) for name in providers.self_service()]


class DepositForm(MoneyForm):
    """What a player pays in, and by whom."""

    provider = forms.ChoiceField(label=_("By way of"), choices=ways_in)
    field_order = ("amount", "currency", "provider", "key")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(ways_in()) <= 1:  # nothing to choose
            del self.fields["provider"]

    @property
    def provider_name(self) -> str:
        """Who was chosen, or the only one; of a valid form only. With none, one that then refuses, being switched off."""
        chosen: str | None = self.cleaned_data.get("provider")
        return chosen or next(iter(providers.self_service()), providers.DEMO)


class WithdrawalForm(MoneyForm, DestinationForm):
    """What a player wants, and where."""

    field_order = ("amount", "currency", *FIELDS, "key")


class PeriodForm(forms.Form):
    """From a day to a day of the reader's calendar, both included; either may be left open."""

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
        """The first instant of the period, if it has one; of a valid form only."""
        day: date | None = self.cleaned_data["since"]
        return midnight(day) if day else None

    @property
    def ends(self) -> datetime | None:
        """The first instant after the period, if it has one; of a valid form only."""
        day: date | None = self.cleaned_data["until"]
        return midnight_after(day) if day else None


_OF_PLAYERS = [choice for choice in Kind.choices if choice[0] not in (Kind.OWE, Kind.SUSPEND)]


class StatementForm(PeriodForm):
    """Which movements to see: a currency, a kind, a period."""

    currency = forms.ChoiceField(
        label=_("Currency"),
        required=False,
        choices=[("", _("All currencies")), *((code, code) for code in MINOR_DIGITS)],
    )
    kind = forms.ChoiceField(
        label=_("Movement"), required=False, choices=[("", _("All kinds")), *_OF_PLAYERS]
    )
    field_order = ("currency", "kind", "since", "until")

    @property
    def chosen(self) -> Filter:
        """The filter; of a valid form only."""
        cleaned = self.cleaned_data
        return Filter(
            currency=cleaned["currency"] or None,
            kind=cleaned["kind"] or None,
            since=self.begins,
            until=self.ends,
        )


def first_day() -> date:
    """The day from which a statement is shown when nobody chose one."""
    return local_day(timezone.now()) - timedelta(days=STATEMENT_DAYS)


class RecordDepositForm(MoneyForm):
    """What a player paid at the desk."""

    player = forms.EmailField(label=_("Player's e-mail address"), max_length=254)
    note = forms.CharField(
        label=_("What was seen"),
        max_length=_LONGEST_NOTE,
        help_text=_("How it was paid, and the number of its paper: it stays in the history."),
    )
    field_order = ("player", "amount", "currency", "note", "key")


class CorrectionForm(MoneyForm):
    """An adjustment or a bonus to propose."""

    player = forms.EmailField(label=_("Player's e-mail address"), max_length=254)
    what = forms.ChoiceField(
        label=_("What it does"),
        choices=[
            ("add", _("Adjustment: add to the balance")),
            ("take", _("Adjustment: take from the balance")),
            ("bonus", _("Bonus: money of the house")),
        ],
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=_LONGEST_NOTE,
        help_text=_(
            "What happened, and where it can be looked up. It stays in the history. The player reads it in the statement and gets it by e-mail."
        ),
    )
    field_order = ("player", "what", "amount", "currency", "reason", "key")

    @property
    def correction(self) -> tuple[CorrectionKind, Money]:
        """Its kind, and the amount with its sign; of a valid form only."""
        what = self.cleaned_data["what"]
        if what == "bonus":
            return CorrectionKind.BONUS, self.money
        return CorrectionKind.ADJUST, self.money if what == "add" else -self.money


class ReversalForm(forms.Form):
    """Why a movement is to be undone."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=_LONGEST_NOTE,
        help_text=_(
            "What happened, and where it can be looked up. It stays in the history. The player reads it in the statement and gets it by e-mail."
        ),
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)


class TransferForm(forms.Form):
    """A movement by its number in the ledger."""

    transfer = forms.IntegerField(
        label=_("Ledger number"), min_value=1, max_value=2**63 - 1, localize=False
    )


class DecideForm(DecisionForm):
    """A verdict on a correction, with the plan that was shown."""

    seen = forms.CharField(required=False, max_length=64)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        required=False,
        help_text=_("Needed to refuse."),
        widget=forms.Textarea({"rows": 2}),
    )


class FindForm(PeriodForm):
    """What to look for in the desk's list; everything may be left empty."""

    q = forms.CharField(
        label=_("Player, number or reference"),
        required=False,
        max_length=100,
        help_text=_("Name, e-mail, account, D-000012, W-000012, or a word of a note."),
    )
    amount = AmountField(
        label=_("Amount"), required=False, min_value=0, max_digits=15, decimal_places=2
    )
    state = forms.ChoiceField(
        label=_("State"),
        required=False,
        choices=[
            ("", _("All")),
            (
                _("Deposits"),
                [
                    ("deposit", _("All deposits")),
                    *((f"deposit.{value}", label) for value, label in DepositState.choices),
                ],
            ),
            (
                _("Withdrawals"),
                [
                    ("withdrawal", _("All withdrawals")),
                    *((f"withdrawal.{value}", label) for value, label in WithdrawalState.choices),
                ],
            ),
        ],
    )
    currency = forms.ChoiceField(
        label=_("Currency"), required=False, choices=[("", _("All")), *REAL]
    )
    provider = forms.ChoiceField(
        label=_("Provider"),
        required=False,
        choices=lambda: [
            ("", _("All")),
            *((name, providers.label(name)) for name in providers.enabled()),
        ],
    )
    field_order = ("q", "amount", "state", "currency", "provider", "since", "until")

    @property
    def chosen(self) -> Search:
        """The search; of a valid form only."""
        cleaned = self.cleaned_data
        what, _dot, state = cleaned["state"].partition(".")
        amount: Decimal | None = cleaned["amount"]
        return Search(
            words=cleaned["q"],
            units=None if amount is None else int(amount.scaleb(SCALE_DIGITS)),
            what=what or None,
            state=state,
            currency=cleaned["currency"],
            provider=cleaned["provider"],
            since=self.begins,
            until=self.ends,
        )


class AcceptForm(forms.Form):
    """A finding of the latest check to accept."""

    row = forms.ChoiceField(label=_("Finding"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=_LONGEST_NOTE,
        help_text=_("What it was, what was done about the money, and where it can be looked up."),
        widget=forms.Textarea({"rows": 2}),
    )

    def __init__(self, found: Sequence[Finding], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = [(one.line, row) for one in found for row in one.rows]
        self._rows = {sha256(repr(row).encode()).hexdigest()[:16]: row for row in rows}
        field = self.fields["row"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [
                (name, f"{words_of(line)}: {row_words(row)}")
                for name, (line, row) in self._rows.items()
            ]

    @property
    def has_rows(self) -> bool:
        """Whether there is anything to choose."""
        return bool(self._rows)

    @property
    def chosen(self) -> tuple[str, str]:
        """The line and the row; of a valid form only."""
        return self._rows[self.cleaned_data["row"]]


class StepForm(forms.Form):
    """A step of staff: the last one that the page showed, and the reason or reference."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=32_000)
    note = forms.CharField(
        label=_("Reason or reference"),
        max_length=_LONGEST_NOTE,
        required=False,
        help_text=_("For staff. The player reads only the reference of a payment."),
        widget=forms.Textarea({"rows": 2}),
    )
    told_player = forms.ChoiceField(label=_("To refuse: what the player is told"), required=False)

    def __init__(self, sentences: type[TextChoices] | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if sentences is None:  # nothing to refuse
            del self.fields["told_player"]
        elif isinstance(field := self.fields["told_player"], forms.ChoiceField):
            field.choices = [("", _("Choose…")), *sentences.choices]


class LimitForm(forms.Form):
    """A limit to propose."""

    name = forms.ChoiceField(label=_("Limit"), choices=LimitName.choices)
    currency = forms.ChoiceField(label=_("Currency"), choices=REAL)
    amount = AmountField(
        label=_("Amount"),
        min_value=0,
        max_digits=15,
        decimal_places=2,
    )
    reason = forms.CharField(label=_("Reason"), max_length=_LONGEST_NOTE)
