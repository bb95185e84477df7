"""Checks of apps above the wallet before money leaves an account; each app adds its own when it starts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from accounts.models.users import User
from wallet.cash.models import Withdrawal
from wallet.cash.refusals import HeldInCase


@dataclass(frozen=True, slots=True)
class OutsideCheck:
    """What an app asks of withdrawals.

    `must_hold` says whether a locked withdrawal must not be paid now. `require_judged` raises a Refusal while what happened up
    to its request is not judged yet. `hold` holds what it must of a locked player, and returns whether it held anything.
    `note_reversal` learns that a held withdrawal was refused because its money pays for a reversed deposit.
    """

    must_hold: Callable[[Withdrawal], bool]
    require_judged: Callable[[Withdrawal], None]
    hold: Callable[[int], bool]
    note_reversal: Callable[[Withdrawal, User], None]


_CHECKS: Final[dict[str, OutsideCheck]] = {}


def register_outside_check(app: str, check: OutsideCheck) -> None:
    """Have this check asked before a withdrawal is approved or paid, and after it is requested or released."""
    _CHECKS[app] = check


def require_no_hold(withdrawal: Withdrawal) -> None:
    """Raise HeldInCase if a check says that a locked withdrawal must be held, and a Refusal while it is not judged yet."""
    if any(check.must_hold(withdrawal) for check in _CHECKS.values()):
        raise HeldInCase(detail=withdrawal.number)
    for check in _CHECKS.values():
        check.require_judged(withdrawal)


def hold_if_needed(player_id: int) -> bool:
    """Let each check hold withdrawals of a locked player, in the caller's transaction. Return whether one did."""
    held = [check.hold(player_id) for check in _CHECKS.values()]  # each, also after one that held
    return any(held)


def note_reversal(withdrawal: Withdrawal, acting_user: User) -> None:
    """Tell each check that a locked, held withdrawal is refused for a reversed deposit, before it is."""
    for check in _CHECKS.values():
        check.note_reversal(withdrawal, acting_user)
