"""Chaining until everything is, whoever else has transactions open on the server."""

from time import monotonic, sleep

from journal.chain import chain_records
from journal.models import Alteration, Event, Link


def chain_all(*, but: int = 0) -> int:
    """Chain until everything is, but so many: the horizon is that of the whole server, where other tests have transactions.

    Returns how many records were.
    """
    chained, deadline = 0, monotonic() + 60
    while Link.objects.count() < Event.objects.count() + Alteration.objects.count() - but:
        assert monotonic() < deadline, "the horizon does not move"
        chained += chain_records()
        sleep(0.01)
    return chained
