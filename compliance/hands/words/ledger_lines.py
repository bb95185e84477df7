"""Ledger rows and voids of a hand, for its page."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from casino.models import Round, Treatment, VoidReason
from compliance.hands.selectors.ledger_rows import entries_by_transfer, find_known_cases
from wallet.ledger.models import Entry, HouseAccount, Transfer, TransferKind
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One entry: account, amount, and the player's balance after it."""

    account: str | Promise
    amount: Money
    after: Money | None


@dataclass(frozen=True, slots=True)
class TransferLine:
    """One transfer of a round with its entries."""

    id: int
    kind: str
    label: str | Promise
    at: datetime
    entries: list[EntryLine]


@dataclass(frozen=True, slots=True)
class HandVoidLine:
    """A void of a hand: reason, amounts moved, and the time it was undone."""

    case: UUID
    reason: str | Promise
    treatment: str | Promise
    at: datetime
    undone_at: datetime | None
    known: bool  # the case has a page
    moved: Money
    owed: Money
    suspended: Money


def transfer_lines(transfers: list[Transfer]) -> list[TransferLine]:
    """Return these transfers with their entries. One query."""
    entries = entries_by_transfer(transfers)
    return [
        TransferLine(
            one.pk,
            one.kind,
            TransferKind(one.kind).label,
            one.created_at,
            [*map(_leg, entries[one.pk])],
        )
        for one in transfers
    ]


def void_lines(round_: Round) -> list[HandVoidLine]:
    """Return the voids of a round, oldest first. Two queries."""
    voids = list(round_.voids.order_by("at", "pk"))
    known = find_known_cases([one.case for one in voids])
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


def _leg(entry: Entry) -> EntryLine:
    code = entry.account.house_code
    after = entry.balance_after
    return EntryLine(
        account=_("Player") if code is None else HouseAccount(code).label,
        amount=Money(entry.amount, entry.currency_id),
        after=None if after is None else Money(after, entry.currency_id),
    )
