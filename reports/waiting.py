"""What waits for a person, across the house: how many, and where they are decided."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, IntegerField, QuerySet, Value
from django.utils.translation import gettext as _

from accounts.player_models import Lifting
from accounts.roles import Right
from compliance.models import VoidCase
from compliance.models.voids import CaseState
from reports.sheets.parts import link_to
from tables.models import LimitSet, RuleSetVersion, TableChange, VersionState
from wallet import providers, rates
from wallet.cash.models import (
    Acceptance,
    CashLimit,
    Correction,
    Deposit,
    DepositState,
    Withdrawal,
    WithdrawalState,
)
from wallet.rate_models import RateLimit, Spread

_OPEN = (
    WithdrawalState.REQUESTED,
    WithdrawalState.SECOND,
    WithdrawalState.APPROVED,
    WithdrawalState.HELD,
    WithdrawalState.DOUBTED,
    WithdrawalState.BOUNCED,
)


@dataclass(frozen=True, slots=True)
class Waits:
    """So many of one kind."""

    name: str
    count: int
    address: str


@dataclass(frozen=True, slots=True)
class _Kind:
    name: str
    right: Right
    rows: QuerySet[Any]
    address: str


def waiting(rights: AbstractSet[Right]) -> list[Waits]:
    """What waits that who has these rights may look at, each kind that has any. One query."""
    kinds = [one for one in _kinds() if one.right in rights]
    if not kinds:
        return []
    counted = _counted([one.rows for one in kinds])
    return [
        Waits(one.name, counted[n], link_to(one.address))
        for n, one in enumerate(kinds)
        if counted.get(n)
    ]


def _counted(each: Iterable[QuerySet[Any]]) -> dict[int, int]:
    first, *others = (
        rows.order_by()
        .values(n=Value(n, IntegerField()))
        .annotate(rows=Count("pk"))
        .values_list("n", "rows")
        for n, rows in enumerate(each)
    )
    return dict(first.union(*others, all=True)) if others else dict(first)


def _kinds() -> tuple[_Kind, ...]:
    """A row that waits is one without a decision, or in a state that somebody has to end."""
    deposits = Deposit.objects.filter(state=DepositState.REQUESTED, provider=providers.MANUAL)
    return (
        _Kind(_("Deposits"), Right.VIEW_CASH, deposits, "cash:desk"),
        _Kind(
            _("Withdrawals"),
            Right.VIEW_CASH,
            Withdrawal.objects.filter(state__in=_OPEN),
            "cash:desk",
        ),
        _Kind(
            _("Corrections"), Right.VIEW_CASH, Correction.objects.filter(decision=None), "cash:desk"
        ),
        _Kind(
            _("Cash limits"),
            Right.VIEW_LIMITS,
            CashLimit.objects.filter(decision=None),
            "cash:limits",
        ),
        _Kind(
            _("Findings of the ledger's check"),
            Right.VIEW_CASH,
            Acceptance.objects.filter(decision=None),
            "cash:findings",
        ),
        _Kind(
            _("Voids"),
            Right.VIEW_VOIDS,
            VoidCase.objects.filter(state=CaseState.PROPOSED),
            "voids:list",
        ),
        _Kind(
            _("Restrictions to lift"),
            Right.VIEW_PLAYERS,
            Lifting.objects.filter(decision=None),
            "players:liftings",
        ),
        _Kind(
            _("Rules"),
            Right.VIEW_TABLES,
            RuleSetVersion.objects.filter(state=VersionState.PROPOSED),
            "tables:overview",
        ),
        _Kind(
            _("Changes of tables"),
            Right.VIEW_TABLES,
            TableChange.objects.filter(decision=None),
            "tables:overview",
        ),
        _Kind(
            _("Limits of play"),
            Right.VIEW_TABLES,
            LimitSet.objects.filter(decision=None),
            "tables:overview",
        ),
        _Kind(_("Rates"), Right.VIEW_RATES, rates.waiting(), "rates:waiting"),
        _Kind(_("Rates to take out of effect"), Right.VIEW_RATES, rates.doubted(), "rates:waiting"),
        _Kind(
            _("Limits of rates"),
            Right.VIEW_RATES,
            RateLimit.objects.filter(decision=None),
            "rates:rules",
        ),
        _Kind(_("Spreads"), Right.VIEW_RATES, Spread.objects.filter(decision=None), "rates:rules"),
    )
