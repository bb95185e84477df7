"""Withdrawals closed by the ledger check, for everybody or for one player."""

from datetime import timedelta
from enum import StrEnum

from django.conf import settings
from django.utils import timezone

from wallet.ledger.selectors.check_runs import latest_check, unfinished_checks


class WithdrawalStop(StrEnum):
    """Reason why withdrawals are closed."""

    BROKEN = "broken"  # the latest check failed, or a later one died
    UNCHECKED = "unchecked"  # no check yet, none recently, or the clock was set back


def find_stop_reason(player_id: int | None = None) -> WithdrawalStop | None:
    """Return why withdrawals are closed for everybody or for this player; None if they are open.

    They are open if the latest check is recent, no later run died, and it passed or its findings concern other players.
    """
    latest = latest_check()
    if latest is None:
        return WithdrawalStop.UNCHECKED
    failed = not latest.passed and (latest.players is None or player_id in latest.players)
    if failed or unfinished_checks().filter(at__gt=latest.at).exists():
        return WithdrawalStop.BROKEN
    young = abs(timezone.now() - latest.at) < timedelta(hours=settings.LEDGER_CHECK_HOURS)
    return None if young else WithdrawalStop.UNCHECKED


def count_stopped_players() -> int:
    """Return the number of players named by the latest check, whose withdrawals alone it closes."""
    latest = latest_check()
    return len(latest.players or ()) if latest else 0


def are_withdrawals_open(player_id: int | None = None) -> bool:
    """True if money may leave the house, or this player's account."""
    return find_stop_reason(player_id) is None
