"""Monthly partitions of the ledger entries."""

from typing import Final

from journal.services.months import make_months

_MAKE: Final = "SELECT public.wallet_make_partitions()"


def make_partitions() -> int:
    """Create missing partitions from two months back to three months ahead; return how many.

    Idempotent, and does not block transfers. The SQL function runs with its owner's rights (decision 0007).
    """
    return make_months("wallet_entry", _MAKE)
