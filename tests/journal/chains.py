"""Chaining until everything is, whoever else has transactions open on the server."""

from journal.models import Alteration, Event, Link
from journal.services.chaining import chain_records
from tests.waiting import wait_for_horizon


def chain_all(*, but: int = 0) -> int:
    """Chain until everything is, but so many: the horizon is that of the whole server, where other tests have transactions.

    Returns how many records were.
    """
    chained: list[int] = []

    def all_are_chained() -> bool:
        return Link.objects.count() >= Event.objects.count() + Alteration.objects.count() - but

    wait_for_horizon(all_are_chained, meanwhile=lambda: chained.append(chain_records()))
    return sum(chained)
