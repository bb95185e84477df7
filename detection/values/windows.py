"""The part of a history that a signal without looks judges."""

from dataclasses import replace

import numpy as np

from signals.columns import DAY, Deals, Decisions, EarlyShoeEnds, History
from signals.rows import keep_deals


def cut_window(history: History, days: int, now: float, *, rounds: bool = True) -> History:
    """Return what happened in the last `days` before `now`; without `rounds` no deals and decisions."""
    since = now - days * DAY
    kept = _cut_rounds(history, since) if rounds else _drop_rounds(history)
    return replace(
        kept,
        since=max(since, history.since),
        visits=kept.visits.take(kept.visits.begun >= since),
        deposits=kept.deposits.take(kept.deposits.at >= since),
        withdrawals=kept.withdrawals.take(kept.withdrawals.at >= since),
        protection=kept.protection.take(kept.protection.at >= since),
    )


def _cut_rounds(history: History, since: float) -> History:
    kept = keep_deals(history, np.asarray(history.deals.at >= since))
    return replace(kept, shoe_ends=kept.shoe_ends.take(kept.shoe_ends.at >= since))


def _drop_rounds(history: History) -> History:
    return replace(
        history,
        deals=Deals.empty(),
        decisions=Decisions.empty(),
        shoe_ends=EarlyShoeEnds.empty(),
    )
