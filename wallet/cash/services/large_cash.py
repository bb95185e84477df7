"""Significant events of large deposits and withdrawals, single and in sum for a player's gaming day."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.db.models import QuerySet, Sum

from journal.models import EventKind
from journal.selectors.gaming_days import DAY, day_of, start_of
from journal.services.recording import record_once
from profiles.selectors.in_force import profile_in_force
from wallet.cash.models import (
    Deposit,
    DepositState,
    DepositStep,
    Withdrawal,
    WithdrawalState,
    WithdrawalStep,
)
from wallet.cash.selectors.reportable import find_reportable
from wallet.money.values import UNITS

Step = DepositStep | WithdrawalStep
_SINGLE: Final = {"deposit": EventKind.LARGE_DEPOSIT, "withdrawal": EventKind.LARGE_WITHDRAWAL}
_SUMS: Final = {
    "deposit": EventKind.LARGE_DEPOSITS_OF_A_DAY,
    "withdrawal": EventKind.LARGE_WITHDRAWALS_OF_A_DAY,
}


def find_single_threshold(kind: str) -> int:
    """Return the amount from which a deposit or withdrawal is large, in US dollars."""
    return int(getattr(profile_in_force(), f"large_{kind}_usd"))


def find_day_threshold(kind: str) -> int:
    """Return the sum of a player's day from which it is large, in US dollars."""
    return int(getattr(profile_in_force(), f"large_{kind}s_day_usd"))


def record_large_cash(now: datetime) -> int:
    """Write the events of yesterday and today that are missing; return how many. Idempotent."""
    return sum(
        _record_single(kind, steps) + _record_sums(kind, steps, day)
        for day in (day_of(now) - DAY, day_of(now))
        for kind, steps in _find_steps(start_of(day), start_of(day + DAY))
    ) + _record_reportable(start_of(day_of(now) - DAY), start_of(day_of(now) + DAY))


def _record_reportable(since: datetime, until: datetime) -> int:
    """Write the events of deposits and withdrawals from the profile's reporting threshold on."""
    return sum(
        record_once(
            EventKind.REPORTABLE_CASH,
            subject=f"{one.kind} {one.reference}",
            data={
                "player": one.player_id,
                "amount": str(one.money),
                "usd": f"{one.usd / UNITS:.2f}",
            },
        )
        for one in find_reportable(since, until)
    )


def _find_steps(since: datetime, until: datetime) -> Iterator[tuple[str, QuerySet[Step]]]:
    """Yield the steps that moved cash: deposits credited and withdrawals paid. Without test accounts."""
    deposits = DepositStep.objects.filter(
        to_state=DepositState.CREDITED, deposit__player__is_test_account=False
    )
    withdrawals = WithdrawalStep.objects.filter(
        to_state=WithdrawalState.PAID, withdrawal__player__is_test_account=False
    )
    for kind, steps in (("deposit", deposits), ("withdrawal", withdrawals)):
        yield kind, steps.filter(at__gte=since, at__lt=until).select_related(kind)


def _record_single(kind: str, steps: QuerySet[Step]) -> int:
    least = find_single_threshold(kind)
    large = steps.filter(**{f"{kind}__amount_usd__gte": least * UNITS})
    return sum(_record_one(kind, getattr(step, kind), least) for step in large.order_by("pk"))


def _record_one(kind: str, moved: Deposit | Withdrawal, least: int) -> bool:
    data = {"player": moved.player_id, **_amounts(moved.amount_usd, least)}
    return record_once(_SINGLE[kind], subject=f"{kind} {moved.reference}", data=data)


def _record_sums(kind: str, steps: QuerySet[Step], day: object) -> int:
    least = find_day_threshold(kind)
    players = steps.values(f"{kind}__player").annotate(usd=Sum(f"{kind}__amount_usd"))
    large = players.filter(usd__gte=least * UNITS).order_by(f"{kind}__player")
    return sum(
        record_once(
            _SUMS[kind],
            subject=f"user {one[f'{kind}__player']}",
            data={"day": str(day), **_amounts(one["usd"], least)},
            once=str(day),
        )
        for one in large
    )


def _amounts(units: int, least: int) -> dict[str, str]:
    return {"usd": f"{units / UNITS:.2f}", "from_usd": str(least)}
