"""The ledger's rows of a hand: every transfer that names it, with its entries."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from casino.models import Round, Treatment, VoidReason
from compliance.models import VoidCase
from wallet.ledger.models import Entry, House, Kind, Transfer
from wallet.money.values import Money

Moved = tuple[int, int]
"""What the ledger held of a round and paid back, in units; what a void moves later is no part of it."""


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One leg: whose account, what came in or went out, and a player's balance after it."""

    account: str | Promise
    amount: Money
    after: Money | None


@dataclass(frozen=True, slots=True)
class TransferLine:
    """One movement of a round's money."""

    id: int
    kind: str
    label: str | Promise
    at: datetime
    entries: list[EntryLine]


def transfers_of(round_id: UUID) -> list[Transfer]:
    """A round's movements in their order."""
    return list(Transfer.objects.filter(round_id=round_id).order_by("pk"))


def moved(transfers: Iterable[Transfer]) -> Moved:
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
    return {round_id: moved(transfers) for round_id, transfers in found.items()}


def transfer_lines(transfers: list[Transfer]) -> list[TransferLine]:
    """These movements with their entries. One query."""
    legs = _legs(transfers)
    return [
        TransferLine(one.pk, one.kind, Kind(one.kind).label, one.created_at, legs[one.pk])
        for one in transfers
    ]


@dataclass(frozen=True, slots=True)
class HandVoidLine:
    """A void of a hand: why, what it did with the money, and whether it was undone."""

    case: UUID
    reason: str | Promise
    treatment: str | Promise
    at: datetime
    undone_at: datetime | None
    known: bool  # whether there is a case of it to be looked at
    moved: Money
    owed: Money
    suspended: Money


def voids_of(round_: Round) -> list[HandVoidLine]:
    """The voids of a round, the first first. Two queries."""
    voids = list(round_.voids.order_by("at", "pk"))
    cases = VoidCase.objects.filter(public_id__in=[one.case for one in voids])
    known = set(cases.values_list("public_id", flat=True))
    return [
        HandVoidLine(
            case=one.case,
            reason=VoidReason(one.reason).label,
            treatment=Treatment(one.treatment).label,
            at=one.at,
            undone_at=one.undone_at,
            known=one.case in known,
            moved=round_.money(one.moved),
            owed=round_.money(one.owed),
            suspended=round_.money(one.suspended),
        )
        for one in voids
    ]


def _legs(transfers: list[Transfer]) -> defaultdict[int, list[EntryLine]]:
    """The entries of each; their times are named, so that only the months are read that hold them."""
    found: defaultdict[int, list[EntryLine]] = defaultdict(list)
    if not transfers:
        return found
    times = [one.created_at for one in transfers]
    entries = Entry.objects.filter(
        transfer__in=[one.pk for one in transfers], created_at__range=(min(times), max(times))
    )
    for entry in entries.select_related("account").order_by("transfer_id", "account_id"):
        found[entry.transfer_id].append(_leg(entry))
    return found


def _leg(entry: Entry) -> EntryLine:
    code = entry.account.house_code
    after = entry.balance_after
    return EntryLine(
        account=_("Player") if code is None else House(code).label,
        amount=Money(entry.amount, entry.currency_id),
        after=None if after is None else Money(after, entry.currency_id),
    )
