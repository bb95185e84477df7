"""Ledger rows of a hand: every transfer that names its round, with its entries."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from uuid import UUID

from compliance.models import VoidCase
from wallet.archive.selectors.entries import load_archived_entries
from wallet.ledger.models import Entry, Transfer, TransferKind

Moved = tuple[int, int]
"""Units that the ledger held for a round and paid back, without later voids."""


def load_round_transfers(round_id: UUID) -> list[Transfer]:
    """Return the transfers of a round, oldest first."""
    return list(Transfer.objects.filter(round_id=round_id).order_by("pk"))


def sum_moved(transfers: Iterable[Transfer]) -> Moved:
    """Return the totals held and paid by these transfers of one round; voids are ignored."""
    held, paid = 0, 0
    for one in transfers:
        if one.kind == TransferKind.BET:
            held += one.amount
        elif one.kind == TransferKind.SETTLE:
            paid += one.received or 0
        elif one.kind == TransferKind.REFUND:
            paid += one.amount
    return held, paid


def sum_moved_by_round(rounds: Iterable[UUID]) -> dict[UUID, Moved]:
    """Return the totals held and paid by round. One query."""
    found: defaultdict[UUID, list[Transfer]] = defaultdict(list)
    for one in Transfer.objects.filter(round_id__in=list(rounds)):
        if one.round_id is not None:
            found[one.round_id].append(one)
    return {round_id: sum_moved(transfers) for round_id, transfers in found.items()}


def entries_by_transfer(transfers: Sequence[Transfer]) -> defaultdict[int, list[Entry]]:
    """Return the entries of each transfer. One query, more with archived months.

    The time range limits it to the months' partitions. Raises ArchiveMissing, ArchiveAltered.
    """
    found: defaultdict[int, list[Entry]] = defaultdict(list)
    if not transfers:
        return found
    times = [one.created_at for one in transfers]
    entries = Entry.objects.filter(
        transfer__in=[one.pk for one in transfers], created_at__range=(min(times), max(times))
    )
    for entry in entries.select_related("account").order_by("transfer_id", "account_id"):
        found[entry.transfer_id].append(entry)
    found.update(load_archived_entries(one for one in transfers if one.pk not in found))
    return found


def find_known_cases(cases: Iterable[UUID]) -> set[UUID]:
    """Return which of these void cases exist and so have a page. One query."""
    rows = VoidCase.objects.filter(public_id__in=list(cases))
    return set(rows.values_list("public_id", flat=True))
