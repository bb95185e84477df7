"""What waits for a person, across the house: how many, and where they are decided."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, IntegerField, Model, QuerySet, Value
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.identity.doubles import waiting as doubles_waiting
from accounts.identity.uploads import senders
from accounts.recovery.selectors import waiting as resets_waiting
from accounts.roles import Right
from accounts.staffing.selectors import changes_waiting
from casino.selectors.freezes import open_freezes
from casino.selectors.staff_rounds import Wanted, rounds_in_progress
from compliance.models import Dispute, DisputeState, VoidCase
from compliance.models.voids import CaseState
from compliance.players.selectors.profile import waiting_liftings
from compliance.voids.selectors import HELD, with_held_stakes
from loyalty.models import TierSet
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
    query: str = ""

    @property
    def link(self) -> str:
        """The page where they are, asked for them alone where it can be."""
        return link_to(self.address) + self.query


def waiting(rights: AbstractSet[Right]) -> list[Waits]:
    """What waits that who has these rights may look at, each kind that has any. One query."""
    kinds = [one for one in _kinds() if one.right in rights]
    if not kinds:
        return []
    counted = _counted([one.rows for one in kinds])
    return [Waits(one.name, counted[n], one.link) for n, one in enumerate(kinds) if counted.get(n)]


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
    return (*_cash(), *_people(), *_tables(), *_rates(), *_loyalty())


def _cash() -> tuple[_Kind, ...]:
    deposits = Deposit.objects.filter(state=DepositState.REQUESTED, provider=providers.MANUAL)
    withdrawals = Withdrawal.objects.filter(state__in=_OPEN)
    see, desk = Right.VIEW_CASH, "cash:desk"
    return (
        _Kind(_("Deposits"), see, deposits, desk),
        _Kind(_("Withdrawals"), see, withdrawals, desk),
        _Kind(_("Corrections"), see, _undecided(Correction), desk),
        _Kind(_("Cash limits"), Right.VIEW_LIMITS, _undecided(CashLimit), "cash:limits"),
        _Kind(
            _("Findings of the ledger's check"),
            see,
            _undecided(Acceptance),
            "cash:findings",
        ),
    )


def _people() -> tuple[_Kind, ...]:
    voids = VoidCase.objects.filter(state=CaseState.PROPOSED)
    disputes = Dispute.objects.filter(state=DisputeState.OPEN)
    held = VoidCase.objects.filter(with_held_stakes())
    liftings = waiting_liftings().select_related(None)
    doubles = doubles_waiting().select_related(None)
    papers = senders()
    resets = resets_waiting().select_related(None)
    staff = changes_waiting().select_related(None)
    see, cases = Right.VIEW_VOIDS, "voids:list"
    return (
        _Kind(_("Voids"), see, voids, cases),
        _Kind(_("Cases with suspended stakes"), see, held, cases, f"?stakes={HELD}"),
        _Kind(_("Documents of players"), Right.RESTRICT_PLAYERS, papers, "players:documents"),
        _Kind(_("Players who may be one person"), Right.VIEW_PLAYERS, doubles, "players:doubles"),
        _Kind(_("Disputes"), Right.VIEW_DISPUTES, disputes, "disputes:list"),
        _Kind(_("Restrictions to lift"), Right.VIEW_PLAYERS, liftings, "players:liftings"),
        _Kind(_("Lost second steps"), Right.VIEW_PLAYERS, resets, "players:resets"),
        _Kind(
            _("Changes of administrators and managers"),
            Right.APPROVE_STAFF,
            staff,
            "people:changes",
        ),
    )


def _tables() -> tuple[_Kind, ...]:
    rules = RuleSetVersion.objects.filter(state=VersionState.PROPOSED)
    see, overview = Right.VIEW_TABLES, "tables:overview"
    long = rounds_in_progress(Wanted(age="month"), timezone.now()).select_related(None)
    frozen = open_freezes()
    return (
        _Kind(_("Frozen rounds"), Right.CANCEL_ROUNDS, frozen, "rounds:list", "?frozen=on"),
        _Kind(_("Rounds open for 30 days"), Right.CANCEL_ROUNDS, long, "rounds:list", "?age=month"),
        _Kind(_("Rules"), see, rules, overview),
        _Kind(_("Changes of tables"), see, _undecided(TableChange), overview),
        _Kind(_("Limits of play"), see, _undecided(LimitSet), overview),
    )


def _rates() -> tuple[_Kind, ...]:
    see, page, rules = Right.VIEW_RATES, "rates:waiting", "rates:rules"
    return (
        _Kind(_("Rates"), see, rates.waiting(), page),
        _Kind(_("Rates to take out of effect"), see, rates.doubted(), page),
        _Kind(_("Limits of rates"), see, _undecided(RateLimit), rules),
        _Kind(_("Spreads"), see, _undecided(Spread), rules),
    )


def _loyalty() -> tuple[_Kind, ...]:
    return (_Kind(_("Tiers"), Right.VIEW_TIERS, _undecided(TierSet), "tiers:list"),)


def _undecided(model: type[Model]) -> QuerySet[Any]:
    return model._default_manager.filter(decision=None)  # noqa: SLF001  # Django documents the name
