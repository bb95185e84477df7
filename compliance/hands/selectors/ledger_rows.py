"""The ledger's rows of a hand: every transfer that names it, with its entries."""

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID

from wallet.ledger.models import Kind, Transfer

Moved = tuple[int, int]
"""What the ledger held of a round and paid back, in units; what a void moves later is no part of it."""


def transfers_of(round_id: UUID) -> list[Transfer]:
    """A round's movements in their order."""
    return list(Transfer.objects.filter(round_id=round_id).order_by("pk"))


def sum_moved(transfers: Iterable[Transfer]) -> Moved:
    """What these movements of one round held and paid."""
    held, paid = 0, 0
    for one in transfers:
        if one.kind == Kind.BET:
            held += one.amount
        elif one.kind == Kind.SETTLE:
            paid += one.received or 0
        elif one.kind == Kind.REFUND:
            paid += one.amount
    return held, paid


def moved_by_round(rounds: Iterable[UUID]) -> dict[UUID, Moved]:
    """The same of many rounds. One query."""
    found: defaultdict[UUID, list[Transfer]] = defaultdict(list)
    for one in Transfer.objects.filter(round_id__in=list(rounds)):
        if one.round_id is not None:
            found[one.round_id].append(one)
    return {round_id: sum_moved(transfers) for round_id, transfers in found.items()}
