"""Which tables are archived, and in which order their files have the rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, LiteralString

GROUP_ROWS: Final = 50_000
"""Rows of a row group: a look-up by key reads one or two groups."""


@dataclass(frozen=True, slots=True)
class FileSpec:
    """A file of a month: rows for which `condition` holds, in the order of `keys`, which are unique."""

    name: str
    keys: tuple[LiteralString, ...]
    condition: LiteralString = "true"


@dataclass(frozen=True, slots=True)
class TableSpec:
    """A partitioned table: its partition column, its amount and the currency of it, and the files of a month.

    The first file has every row; the others repeat rows in an order that other look-ups need.
    """

    time: LiteralString
    amount: LiteralString
    currency: LiteralString
    files: tuple[FileSpec, ...]


TRANSFERS: Final = "transfers"
ACCOUNTS: Final = "accounts"
ROUNDS: Final = "rounds"
TABLES: Final[Mapping[str, TableSpec]] = {
    "wallet_entry": TableSpec(
        time="created_at",
        amount="amount",
        currency="currency_id",
        files=(
            FileSpec(TRANSFERS, ("transfer_id", "account_id")),
            FileSpec(ACCOUNTS, ("account_id", "seq"), "seq IS NOT NULL"),
        ),
    ),
    "casino_decision": TableSpec(
        time="made_at",
        amount="amount_usd",
        currency="'USD'",
        files=(FileSpec(ROUNDS, ("round_id", "id")),),
    ),
}


@dataclass(frozen=True, slots=True)
class Part:
    """A partition that is attached: its table, its name and its bounds (`since` None: everything before `until`)."""

    source: str
    name: str
    since: datetime | None
    until: datetime
