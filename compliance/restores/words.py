"""Restores in words, for the staff page."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext_lazy as _

from compliance.restores.selectors.payments import ASK
from internals.texts import LazyText
from restores.models import Restore
from restores.selectors import BackupAges
from wallet.cash.models import DepositState, WithdrawalState
from wallet.cash.selectors.provider_comparison import DifferenceKind
from wallet.cash.words.providers import describe_kind, describe_status
from wallet.providers.refusals import (
    ProviderDeclined,
    ProviderUnavailable,
    ProviderUnreachable,
    StatementUnreadable,
)
from wallet.providers.services.registry import provider_label
from wallet.providers.values import PaymentFlow

Row = Mapping[str, str]
_REASONS: Final[Mapping[str, LazyText]] = {
    ProviderUnavailable.code: _("It reports no list."),
    ProviderUnreachable.code: _("It did not answer."),
    ProviderDeclined.code: _("It refused the question."),
    StatementUnreadable.code: _("Its list cannot be read."),
}
_ASK: Final = _("Ask the provider")
_MISSING: Final = _("Not in our records")


def describe_payments(rows: list[dict[str, str]]) -> list[Row]:
    """Return the payments to compare with their states in words."""
    return [_describe(row) for row in rows]


def _describe(row: Row) -> Row:
    is_deposit = row["flow"] == PaymentFlow.IN.value
    states: type[DepositState | WithdrawalState] = DepositState if is_deposit else WithdrawalState
    known = {one.value: one.label for one in states}
    return {
        "provider": provider_label(row["provider"]),
        "flow": str(_("Deposit") if is_deposit else _("Withdrawal")),
        "reference": row["reference"],
        "amount": row["amount"],
        "state": str(known.get(row["state"], _MISSING)),
        "reported": _describe_reported(row["reported"]),
        "difference": str(_ASK) if row["difference"] == ASK else describe_kind(row["difference"]),
    }


def _describe_reported(status: str) -> str:
    if status == ASK:
        return str(_ASK)
    return "" if status == DifferenceKind.MISSING.value else describe_status(status)


def describe_unanswered(rows: list[dict[str, str]]) -> list[tuple[str, str]]:
    """Return the providers without a statement and the reasons."""
    return [(provider_label(row["provider"]), str(_REASONS[row["code"]])) for row in rows]


def describe_ages(ages: BackupAges) -> list[tuple[str, str]]:
    """Return the ages of the last backup, archived log and drill, with their labels."""
    labelled = (
        (_("Last backup"), ages.backup),
        (_("Last archived log file"), ages.archived_log),
        (_("Last restore drill"), ages.drill),
    )
    return [(str(label), _describe_age(age)) for label, age in labelled]


def _describe_age(age: float | None) -> str:
    return str(_("never")) if age is None else _age_text(age)


def _age_text(age: float) -> str:
    now = timezone.now()
    return str(_("%(age)s ago") % {"age": timesince(now - timedelta(seconds=age), now)})


def describe_cause(restore: Restore) -> str:
    """Return why the installation is closed."""
    return str(Restore.Cause(restore.cause).label)
