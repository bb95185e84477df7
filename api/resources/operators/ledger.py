"""Transfers of the ledger with their entries."""

from collections.abc import Sequence
from dataclasses import dataclass

from compliance.hands.selectors.ledger_rows import entries_by_transfer
from wallet.ledger.models import Entry, Transfer
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """One leg: "player" or the house's account, amount, and the player's balance after it."""

    account: str
    amount: Money
    balance_after: Money | None


@dataclass(frozen=True, slots=True)
class TransferRecord:
    """A transfer with its entries."""

    transfer: Transfer
    entries: Sequence[EntryRecord]


@dataclass(frozen=True, slots=True)
class TransferPage:
    """Transfers in ascending order, the cursor after the last one, and whether there are more."""

    rows: Sequence[TransferRecord]
    next: str | None
    more: bool


def build_transfer_records(transfers: Sequence[Transfer]) -> list[TransferRecord]:
    """Return these transfers with their entries. One query."""
    entries = entries_by_transfer(transfers)
    return [TransferRecord(one, [*map(_entry, entries[one.pk])]) for one in transfers]


def _entry(one: Entry) -> EntryRecord:
    after = None if one.balance_after is None else Money(one.balance_after, one.currency_id)
    account = one.account.house_code or "player"
    return EntryRecord(account, Money(one.amount, one.currency_id), after)
