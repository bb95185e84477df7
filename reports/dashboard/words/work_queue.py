"""What waits for a person, across the house: how many, and where they are decided."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from accounts.roles.values import Right
from approvals.selectors import Queue, count_waiting
from casino.incidents.words.queues import round_queues
from compliance.queues.words import people_queues
from loyalty.words.queues import tier_queues
from pages.page_links import PageLink
from tables.selectors.queues import table_queues
from wallet.cash.words.queues import cash_queues
from wallet.rates.words import rate_queues


@dataclass(frozen=True, slots=True)
class QueueCount:
    """So many of one kind."""

    name: str
    count: int
    page: PageLink


def all_queues() -> tuple[Queue, ...]:
    """Every queue of the house, in the order in which the overview shows them."""
    return (
        *cash_queues(),
        *people_queues(),
        *round_queues(),
        *table_queues(),
        *rate_queues(),
        *tier_queues(),
    )


def count_queues(rights: AbstractSet[Right]) -> list[QueueCount]:
    """What waits that who has these rights may look at, each kind that has any. One query."""
    return [
        QueueCount(str(one.label), count, PageLink(one.page, query=one.query))
        for one, count in count_waiting(all_queues(), rights)
    ]
