"""Work queues of exchange rates and their rules."""

from accounts.roles.values import Right
from approvals.selectors import Queue, undecided_proposals
from wallet.rates.models import RateMaxAge, Spread
from wallet.rates.selectors import rates


def rate_queues() -> tuple[Queue, ...]:
    """Return the queues of rates, recalls, maximum ages and spreads."""
    see, page, rules = Right.VIEW_RATES, "rates:waiting", "rates:rules"
    return (
        Queue("rates", see, rates.pending_rates(), page),
        Queue("rate_recalls", see, rates.pending_recalls(), page),
        Queue("rate_max_ages", see, undecided_proposals(RateMaxAge), rules),
        Queue("spreads", see, undecided_proposals(Spread), rules),
    )
