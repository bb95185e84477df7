"""Checks of apps above the wallet before money leaves an account; each app adds its own when it starts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from wallet.cash.models import Withdrawal
from wallet.cash.refusals import HeldInCase


@dataclass(frozen=True, slots=True)
class OutsideCheck:
    """`must_hold` says whether a withdrawal must not be paid now; `hold` holds what it must of a locked player, if any."""

    must_hold: Callable[[Withdrawal], bool]
    hold: Callable[[int], bool]


_CHECKS: Final[dict[str, OutsideCheck]] = {}


def register_outside_check(app: str, check: OutsideCheck) -> None:
    """Have this check asked before a withdrawal is approved or paid, and after it is requested or released."""
    _CHECKS[app] = check


def require_no_hold(withdrawal: Withdrawal) -> None:
    """Raise HeldInCase if a check says that a locked withdrawal must be held."""
    if any(check.must_hold(withdrawal) for check in _CHECKS.values()):
        raise HeldInCase(detail=withdrawal.number)


def hold_if_needed(player_id: int) -> bool:
    """Let each check hold withdrawals of a locked player, in the caller's transaction. Return whether one did."""
    held = [check.hold(player_id) for check in _CHECKS.values()]  # each, also after one that held
    return any(held)
