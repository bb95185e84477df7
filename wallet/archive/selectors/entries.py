"""Ledger entries of detached months, as the database had them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from wallet.archive.models import ArchivedMonth
from wallet.archive.selectors.files import find_rows, iterate_account_rows, iterate_range
from wallet.archive.selectors.months import detached_months
from wallet.archive.values import ACCOUNTS, TRANSFERS
from wallet.ledger.models import Account, Entry, Transfer
from wallet.money.values import Money

_COLUMNS: Final = ("transfer_id", "account_id", "currency_id", "amount", "created_at")


def iterate_entries(
    account: int,
    *,
    above: int = 0,
    up_to: int,
    upward: bool,
    since: datetime | None = None,
    until: datetime | None = None,
) -> Iterator[Entry]:
    """Yield the archived entries of a player's account with numbers above `above` and up to `up_to`, by number.

    One query. Raises ArchiveMissing, ArchiveAltered.
    """
    if above >= up_to:
        return
    months = list(detached_months().filter(detached__balances__account=account))
    for month in months if upward else reversed(months):
        if (until and month.since and month.since >= until) or (since and month.until <= since):
            continue
        rows = iterate_account_rows(
            month, ACCOUNTS, account, above=above, up_to=up_to, upward=upward
        )
        for row in rows:
            at = row["created_at"]
            if (since is None or at >= since) and (until is None or at < until):
                yield build_entry(row)


def load_archived_entries(transfers: Iterable[Transfer]) -> dict[int, list[Entry]]:
    """Return the archived entries of these transfers by transfer, each with its account. At most two queries.

    A transfer of a month that is in the database has none here. Raises ArchiveMissing, ArchiveAltered.
    """
    found: defaultdict[int, list[Entry]] = defaultdict(list)
    wanted = list(transfers)
    for month in detached_months() if wanted else ():
        own = [one.pk for one in wanted if covers(month, one.created_at)]
        for row in find_rows(month, TRANSFERS, "transfer_id", own) if own else ():
            found[row["transfer_id"]].append(build_entry(row))
    _add_accounts(found.values())
    return dict(found)


def load_first_balances(transfer_id: int) -> dict[str, Money]:
    """Return the player's balances after an archived transfer, by currency. Three queries at most.

    They are the first answer to a request whose repetition is `Posting.is_archived`. Raises ArchiveMissing, ArchiveAltered.
    """
    entries = load_archived_entries([Transfer.objects.get(pk=transfer_id)]).get(transfer_id, ())
    return {
        one.currency_id: Money(one.balance_after, one.currency_id)
        for one in entries
        if one.balance_after is not None
    }


def find_transfers_of_player(
    player_id: int, since: datetime | None, until: datetime | None
) -> list[int]:
    """Return the numbers of a player's archived transfers of a period. Two queries, one without archived entries."""
    accounts = Account.objects.filter(player_id=player_id, carried__isnull=False)
    found: set[int] = set()
    for account, seq in set(accounts.values_list("pk", "seq")):
        found.update(
            entry.transfer_id
            for entry in iterate_entries(account, up_to=seq, upward=True, since=since, until=until)
        )
    return sorted(found)


def load_archived_columns(since: datetime, until: datetime) -> tuple[list[Any], ...]:
    """Return the archived entries of a period by column: transfer, account, currency, amount and time. One query.

    Raises ArchiveMissing, ArchiveAltered.
    """
    found: tuple[list[Any], ...] = tuple([] for _ in _COLUMNS)
    for month in detached_months():
        if (month.since is None or month.since < until) and month.until > since:
            for table in iterate_range(month, TRANSFERS, "created_at", since, until):
                for name, column in zip(_COLUMNS, found, strict=True):
                    column.extend(table[name].to_pylist())
    return found


def covers(month: ArchivedMonth, at: datetime) -> bool:
    """True if rows of this time are in the month."""
    return (month.since is None or month.since <= at) and at < month.until


def build_entry(row: dict[str, Any]) -> Entry:
    """Return an archived row as the model's instance."""
    return Entry(**{**row, "xact": str(row["xact"])})


def _add_accounts(groups: Iterable[Sequence[Entry]]) -> None:
    entries = [entry for group in groups for entry in group]
    accounts = Account.objects.in_bulk({entry.account_id for entry in entries})
    for entry in entries:
        entry.account = accounts[entry.account_id]
