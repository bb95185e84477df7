"""Forms of the cash desk."""

from collections.abc import Sequence
from decimal import Decimal
from hashlib import sha256
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from limits.values import CashLimitKind
from pages.amounts import AmountField
from wallet.cash.forms.statement import PeriodForm
from wallet.cash.models import CorrectionKind, DepositState, WithdrawalState
from wallet.cash.selectors.desk_search import DeskSearch
from wallet.cash.selectors.discrepancies import Discrepancy
from wallet.ledger.words.check_lines import translate_line
from wallet.ledger.words.check_rows import translate_row
from wallet.money.forms import REAL, MoneyForm
from wallet.money.values import SCALE_DIGITS, Money
from wallet.providers.services import registry

_LONGEST_NOTE: Final = 500


class RecordDepositForm(MoneyForm):
    player = forms.EmailField(label=_("Player's email address"), max_length=254)
    note = forms.CharField(
        label=_("Payment and receipt"),
        max_length=_LONGEST_NOTE,
        help_text=_("Payment method and number of the receipt. It stays in the history."),
    )
    field_order = ("player", "amount", "currency", "note", "key")


class CorrectionForm(MoneyForm):
    """An adjustment or a bonus to propose."""

    player = forms.EmailField(label=_("Player's email address"), max_length=254)
    what = forms.ChoiceField(
        label=_("Kind of case"),
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
            "Say what happened and where it can be checked. It stays in the history. The player reads it in the statement and gets it by email."
        ),
    )
    field_order = ("player", "what", "amount", "currency", "reason", "key")

    @property
    def correction(self) -> tuple[CorrectionKind, Money]:
        """Kind and signed amount. Valid form only."""
        what = self.cleaned_data["what"]
        if what == "bonus":
            return CorrectionKind.BONUS, self.money
        return CorrectionKind.ADJUST, self.money if what == "add" else -self.money


class ReversalForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=_LONGEST_NOTE,
        help_text=_(
            "Say what happened and where it can be checked. It stays in the history. The player reads it in the statement and gets it by email."
        ),
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)


class TransferForm(forms.Form):
    """Search for a transfer by its ledger number."""

    transfer = forms.IntegerField(
        label=_("Ledger number"), min_value=1, max_value=2**63 - 1, localize=False
    )


class DeskSearchForm(PeriodForm):
    """Filters of the desk's list; all fields optional."""

    q = forms.CharField(
        label=_("Player, number or reference"),
        required=False,
        max_length=100,
        help_text=_("Name, email, account, D-000012, W-000012, or a word of a note."),
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
            *((name, registry.provider_label(name)) for name in registry.enabled_providers()),
        ],
    )
    field_order = ("q", "amount", "state", "currency", "provider", "since", "until")

    @property
    def search(self) -> DeskSearch:
        """The search as filters. Valid form only."""
        cleaned = self.cleaned_data
        what, _dot, state = cleaned["state"].partition(".")
        amount: Decimal | None = cleaned["amount"]
        return DeskSearch(
            words=cleaned["q"],
            units=None if amount is None else int(amount.scaleb(SCALE_DIGITS)),
            what=what or None,
            state=state,
            currency=cleaned["currency"],
            provider=cleaned["provider"],
            since=self.begins,
            until=self.ends,
        )


class AcceptFindingForm(forms.Form):
    """Choice of a finding of the latest ledger check to accept."""

    row = forms.ChoiceField(label=_("Finding"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=_LONGEST_NOTE,
        help_text=_("The cause, what was done about the money, and where it can be checked."),
        widget=forms.Textarea({"rows": 2}),
    )

    def __init__(self, found: Sequence[Discrepancy], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = [(one.line, row) for one in found for row in one.rows]
        self._rows = {sha256(repr(row).encode()).hexdigest()[:16]: row for row in rows}
        field = self.fields["row"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [
                (name, f"{translate_line(line)}: {translate_row(row)}")
                for name, (line, row) in self._rows.items()
            ]

    @property
    def has_rows(self) -> bool:
        return bool(self._rows)

    @property
    def finding(self) -> tuple[str, str]:
        """Line and row of the chosen finding. Valid form only."""
        return self._rows[self.cleaned_data["row"]]


class StepForm(forms.Form):
    """Staff step on a payment. `seen` is the number of the last step shown (optimistic lock)."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=32_000)
    note = forms.CharField(
        label=_("Reason or reference"),
        max_length=_LONGEST_NOTE,
        required=False,
        help_text=_("For staff. The player reads only the reference of a payment."),
        widget=forms.Textarea({"rows": 2}),
    )
    told_player = forms.ChoiceField(label=_("To refuse: message to the player"), required=False)

    def __init__(self, sentences: type[TextChoices] | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if sentences is None:  # nothing to refuse
            del self.fields["told_player"]
        elif isinstance(field := self.fields["told_player"], forms.ChoiceField):
            field.choices = [("", _("Choose…")), *sentences.choices]


class CashLimitForm(forms.Form):
    name = forms.ChoiceField(label=_("Limit"), choices=CashLimitKind.choices)
    currency = forms.ChoiceField(label=_("Currency"), choices=REAL)
    amount = AmountField(
        label=_("Amount"),
        min_value=0,
        max_digits=15,
        decimal_places=2,
    )
    reason = forms.CharField(label=_("Reason"), max_length=_LONGEST_NOTE)
