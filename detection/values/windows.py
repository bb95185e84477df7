"""The part of a history that a signal without looks judges."""

from dataclasses import replace

from signals.columns import DAY, History
from signals.rows import keep_deals


def cut_window(history: History, days: int, now: float) -> History:
    """Return what happened in the last `days` before `now`."""
    since = now - days * DAY
    kept = keep_deals(history, history.deals.at >= since)
    return replace(
        kept,
        since=max(since, history.since),
        shoe_ends=kept.shoe_ends.take(kept.shoe_ends.at >= since),
        visits=kept.visits.take(kept.visits.begun >= since),
        deposits=kept.deposits.take(kept.deposits.at >= since),
        withdrawals=kept.withdrawals.take(kept.withdrawals.at >= since),
        protection=kept.protection.take(kept.protection.at >= since),
    )
