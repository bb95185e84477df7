"""Sealing until everything is, whoever else has transactions open on the server."""

from time import monotonic, sleep

from django.db.models import Sum

from tests.wallet.ledger import ask
from wallet.models import Entry, Seal
from wallet.seals import seal_ledger


def seal_all() -> int:
    """Seal until everything is: the horizon is that of the whole server, where other tests have transactions open.

    Returns how many entries and records were.
    """
    sealed, deadline = 0, monotonic() + 60
    while written() != counted("entries") + counted("records"):
        assert monotonic() < deadline, "the horizon does not move"
        sealed += seal_ledger()
        sleep(0.01)
    return sealed


def written() -> int:
    """How many entries and records there are."""
    return Entry.objects.count() + len(records())


def records() -> list[str]:
    """The name of every record of money beside the ledger."""
    return list(ask("SELECT array_agg(name) FROM wallet_records('0', '18446744073709551615')"))


def counted(column: str) -> int:
    """How many of them are sealed."""
    return int(Seal.objects.aggregate(all=Sum(column))["all"] or 0)
