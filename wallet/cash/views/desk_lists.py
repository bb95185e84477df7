"""Lists of the cash desk for download: deposits, withdrawals and corrections, with its page's filters."""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from pages.lists import Column
from pages.moments import in_zone_lazy
from wallet.cash.forms.desk import DeskSearchForm
from wallet.cash.models import Correction, Deposit, Withdrawal
from wallet.cash.selectors.desk_search import Payment, What, filter_payments
from wallet.money.values import BASE_CURRENCY, Money
from wallet.providers.services import registry

DEPOSITS: Final[tuple[Column[Deposit], ...]] = (
    Column("number", _("Number"), lambda row: row.number),
    Column("time", in_zone_lazy(_("Time ({zone})")), lambda row: row.created_at),
    Column("player", _("Player"), lambda row: row.player.full_name),
    Column("email", _("Email"), lambda row: row.player.email),
    Column(
        "provider",
        _("By way of"),
        lambda row: str(registry.provider_label(row.provider)),
        code=lambda row: row.provider,
    ),
    Column("amount", _("Amount"), lambda row: Money(row.units, row.currency_id), money=True),
    Column("rate", _("Rate"), lambda row: row.rate.normalize(), numeric=True),
    Column("usd", _("In USD"), lambda row: Money(row.amount_usd, BASE_CURRENCY), money=True),
    Column("state", _("State"), lambda row: row.get_state_display(), code=lambda row: row.state),
)
WITHDRAWALS: Final[tuple[Column[Withdrawal], ...]] = (
    Column("number", _("Number"), lambda row: row.number),
    Column("time", in_zone_lazy(_("Time ({zone})")), lambda row: row.created_at),
    Column("player", _("Player"), lambda row: row.player.full_name),
    Column("email", _("Email"), lambda row: row.player.email),
    Column(
        "provider",
        _("By way of"),
        lambda row: str(registry.provider_label(row.provider)),
        code=lambda row: row.provider,
    ),
    Column("destination", _("Where we pay it"), lambda row: row.destination_text),
    Column("amount", _("Amount"), lambda row: Money(row.units, row.currency_id), money=True),
    Column("rate", _("Rate"), lambda row: row.rate.normalize(), numeric=True),
    Column("usd", _("In USD"), lambda row: Money(row.amount_usd, BASE_CURRENCY), money=True),
    Column("state", _("State"), lambda row: row.get_state_display(), code=lambda row: row.state),
)


def _word(row: Correction) -> str:
    decision = getattr(row, "decision", None)
    if decision is None:
        return str(_("waits for another person"))
    return str(_("approved") if decision.approved else _("refused"))


def _verdict(row: Correction) -> str:
    decision = getattr(row, "decision", None)
    return "waiting" if decision is None else "approved" if decision.approved else "refused"


def _decision_field(row: Correction, name: str) -> Any:
    """Return an attribute of the decision, for a person the full name; None if undecided."""
    value = getattr(getattr(row, "decision", None), name, None)
    return value.full_name if isinstance(value, User) else value


CORRECTIONS: Final[tuple[Column[Correction], ...]] = (
    Column("number", _("Number"), lambda row: row.number),
    Column("time", in_zone_lazy(_("Time ({zone})")), lambda row: row.proposed_at),
    Column(
        "kind", _("Kind of case"), lambda row: row.get_kind_display(), code=lambda row: row.kind
    ),
    Column("player", _("Player"), lambda row: row.player.full_name),
    Column("email", _("Email"), lambda row: row.player.email),
    Column("amount", _("Amount"), lambda row: Money(row.units, row.currency_id), money=True),
    Column("reason", _("Reason"), lambda row: row.reason),
    Column("proposed_by", _("Proposed by"), lambda row: row.proposed_by.full_name),
    Column("decision", _("Decision"), _word, code=_verdict),
    Column("decided_by", _("Decided by"), lambda row: _decision_field(row, "decided_by")),
    Column(
        "decided_at",
        in_zone_lazy(_("Decided ({zone})")),
        lambda row: _decision_field(row, "decided_at"),
    ),
    Column("note", _("Note"), lambda row: _decision_field(row, "reason")),
)


def filter_deposits(params: Mapping[str, str]) -> QuerySet[Deposit]:
    """Return the deposits that match these query parameters; none if the form is invalid."""
    return _matching_payments(Deposit.objects.select_related("player"), "deposit", params)


def filter_withdrawals(params: Mapping[str, str]) -> QuerySet[Withdrawal]:
    return _matching_payments(Withdrawal.objects.select_related("player"), "withdrawal", params)


def list_corrections(_params: Mapping[str, str]) -> QuerySet[Correction]:
    """Return all corrections; the desk has no filter for them."""
    people = ("player", "proposed_by", "decision__decided_by")
    return Correction.objects.select_related(*people)


def _matching_payments(
    rows: QuerySet[Payment, Payment], what: What, params: Mapping[str, str]
) -> QuerySet[Payment, Payment]:
    form = DeskSearchForm(params)
    return filter_payments(rows, what, form.search) if form.is_valid() else rows.none()
