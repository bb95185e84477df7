"""What forbids to erase a person now."""

from collections.abc import Callable, Iterator
from datetime import date, datetime
from typing import Final

from django.db.models import Max

from accounts.models.users import State, StateChange, User
from compliance.erasure.refusals import (
    AlreadyErased,
    ErasureAccountOpen,
    ErasureCaseOpen,
    ErasureDisputeOpen,
    ErasureMoneyLeft,
    ErasureTooEarly,
)
from compliance.models import CaseState, Dispute, DisputeState, VoidLine
from journal.refusals import Refusal
from pages.moments import months_later
from profiles.selectors.in_force import profile_in_force
from wallet.cash.models import OPEN_WITHDRAWALS, Deposit, DepositState, Withdrawal
from wallet.debts.selectors import load_debts
from wallet.ledger.selectors import funds

_CASES: Final[dict[str, Callable[[int], bool]]] = {}
_OVER: Final = (
    CaseState.CARRIED_OUT,
    CaseState.REFUSED,
    CaseState.WITHDRAWN,
    CaseState.EXPIRED,
)


def register_open_cases(app: str, has_open_case: Callable[[int], bool]) -> None:
    """Have an app above asked whether it has an open case about a player."""
    _CASES[app] = has_open_case


def find_obstacles(player: User, now: datetime) -> list[Refusal]:
    """Return why this person cannot be erased now. A fixed number of queries."""
    if player.erased_at is not None:
        return [AlreadyErased()]
    if player.state != State.CLOSED or player.is_staff or player.is_guest:
        return [ErasureAccountOpen()]
    return list(_find_open_matters(player, now))


def _find_open_matters(player: User, now: datetime) -> Iterator[Refusal]:
    if _has_money_left(player):
        yield ErasureMoneyLeft()
    if _has_open_case(player):
        yield ErasureCaseOpen()
    if Dispute.objects.filter(player=player).exclude(state=DisputeState.CLOSED).exists():
        yield ErasureDisputeOpen()
    if (until := kept_until(player)) > now.date():
        yield ErasureTooEarly(until)


def _has_money_left(player: User) -> bool:
    pending = (DepositState.REQUESTED, DepositState.PENDING)
    return bool(
        any(funds.balances(player.pk))
        or load_debts(player.pk)
        or Deposit.objects.filter(player=player, state__in=pending).exists()
        or Withdrawal.objects.filter(player=player, state__in=OPEN_WITHDRAWALS).exists()
    )


def _has_open_case(player: User) -> bool:
    voids = VoidLine.objects.filter(round__player=player).exclude(case__state__in=_OVER)
    return voids.exists() or any(has_open_case(player.pk) for has_open_case in _CASES.values())


def kept_until(player: User) -> date:
    """Return the first day on which no retention of the profile keeps the records of a closed account."""
    profile = profile_in_force(player.country)
    closed = find_closing_time(player)
    asked = Dispute.objects.filter(player=player).aggregate(at=Max("at"))["at"]
    paid = [
        model._default_manager.filter(player=player).aggregate(at=Max("created_at"))["at"]  # noqa: SLF001  # Django documents the name
        for model in (Deposit, Withdrawal)
    ]
    kept = [
        (closed, profile.identity_kept_years),
        (asked, profile.complaints_kept_years),
        *((at, profile.money_kept_years) for at in paid),
    ]
    return max(months_later(at, 12 * years).date() for at, years in kept if at is not None)


def find_closing_time(player: User) -> datetime:
    """Return when the account was closed; of one without a record of that, when it was opened."""
    closings = StateChange.objects.filter(user=player, to_state=State.CLOSED)
    found: datetime | None = closings.aggregate(at=Max("at"))["at"]
    return found or player.created_at
