"""Chaining of all records while other sessions have transactions open on the server."""

from journal.models import Alteration, Event, Link
from journal.services.chaining import chain_records
from tests.waiting import wait_for_horizon


def chain_all(*, but: int = 0) -> int:
    """Chain records until at most `but` are left unchained; return how many were chained.

    The transaction horizon is the whole server's, where other tests have transactions open.
    """
    chained: list[int] = []

    def all_are_chained() -> bool:
        return Link.objects.count() >= Event.objects.count() + Alteration.objects.count() - but

    wait_for_horizon(all_are_chained, meanwhile=lambda: chained.append(chain_records()))
    return sum(chained)
