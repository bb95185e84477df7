"""Whether the ledger's check stops withdrawals, for everybody or for one player."""

from datetime import timedelta
from enum import StrEnum

from django.conf import settings
from django.utils import timezone

from wallet.ledger.selectors.check_runs import latest_check, unfinished_checks


class WithdrawalStop(StrEnum):
    """Why withdrawals are closed, for everybody or one player."""

    BROKEN = "broken"  # the latest check of the ledger failed, or died
    UNCHECKED = "unchecked"  # there was none yet, or none for too long, or the clock was set back


def stop_reason(player_id: int | None = None) -> WithdrawalStop | None:
    """Why withdrawals are closed for everybody or this player, or None.

    None if the latest check is recent and no later one died, and it passed or its findings concern other players.
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
    """Number of single players for whom the latest check closes withdrawals."""
    latest = latest_check()
    return len(latest.players or ()) if latest else 0


def withdrawals_open(player_id: int | None = None) -> bool:
    """Whether money may leave the house, or this player's account."""
    return stop_reason(player_id) is None
