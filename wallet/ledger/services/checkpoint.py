"""Checkpoints of full ledger checks, stored beside the seals; later checks start from the last one.

One line per checkpoint: last block with an external line, its hash, entries up to it, hash of all states at its end
(`wallet/sql/states.sql`), number of failed checks, time. Writing to the database alone cannot make one.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from django.db import connection
from django.db.models import Sum
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from journal.values import line_files
from wallet.ledger.models import LedgerCheck, Seal
from wallet.ledger.selectors import slices
from wallet.ledger.selectors.slices import LedgerSlice
from wallet.ledger.services import seal_files

CHECKPOINT_LINE: Final = "proved blocks are as they were"
VALID_FOR: Final = timedelta(hours=36)
"""Maximum age of a checkpoint: a missing nightly check is noticed soon."""

_LINE: Final = re.compile(r"(\d+) ([0-9a-f]{64}) (\d+) ([0-9a-f]{64}) (\d+) (\S+\+00:00)")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Proof that everything up to the end of a block was read and correct.

    `entries` is the number of entries up to it, `states` the hash of accounts, rounds, withdrawals and debts, `failed`
    the number of checks that had failed before.
    """

    block: int
    hash: str
    entries: int
    states: str
    failed: int
    at: datetime

    def __str__(self) -> str:
        said = self.block, self.hash, self.entries, self.states, self.failed, self.at.isoformat()
        return " ".join(map(str, said))

    @property
    def differs(self) -> str:
        """The finding for states that do not follow from this checkpoint though every line holds."""
        return f"block {self.block}, proved at {self.at:%Y-%m-%d %H:%M:%S} UTC: the states do not follow from it"


def checkpoint_path() -> Path:
    """Return the path of the checkpoint file; version 2, whose states include debts."""
    return seal_files.seals_folder() / "proved-2.txt"


def load_checkpoint() -> Checkpoint | None:
    """Return the last checkpoint if it is recent, else None: the check then reads the whole ledger.

    Malformed lines are skipped.
    """
    text = (
        checkpoint_path().read_text(encoding="ascii", errors="replace")
        if checkpoint_path().exists()
        else ""
    )
    proofs = [found for line in text.split("\n")[:-1] if (found := _read(line))]
    young = [proof for proof in proofs[-1:] if abs(timezone.now() - proof.at) < VALID_FOR]
    return young[0] if young else None


def _read(line: str) -> Checkpoint | None:
    found = _LINE.fullmatch(line)
    at = parse_datetime(found[6]) if found else None
    if found is None or at is None:
        return None
    return Checkpoint(int(found[1]), found[2], int(found[3]), found[4], int(found[5]), at)


def store_checkpoint(proof: Checkpoint) -> None:
    """Append a checkpoint to the file and flush it to disk."""
    with seal_files.lock_files():
        line_files.append_lines(checkpoint_path(), f"{proof}\n")


def make_checkpoint(block: int) -> Checkpoint | None:
    """Return the checkpoint up to a block, after all lines held; None without the block. Uses the check's snapshot."""
    seal = Seal.objects.filter(number=block).first()
    if seal is None:
        return None
    entries = Seal.objects.filter(number__lte=block).aggregate(all=Sum("entries"))["all"]
    states = _states(slices.slice_after(seal, int(entries)))
    return Checkpoint(
        block, bytes(seal.hash).hex(), int(entries), states, _count_failed_checks(), timezone.now()
    )


def has_failed_since(proof: Checkpoint) -> bool:
    """True if a check failed since, whose finding may be older. Compares numbers of checks, not times."""
    return _count_failed_checks() != proof.failed


def _count_failed_checks() -> int:
    return LedgerCheck.objects.filter(passed=False).count()


def slice_since(proof: Checkpoint) -> LedgerSlice | None:
    """Return the part since a checkpoint if all states follow from it and from the movements since; else None.

    Uses the check's snapshot. Reads every account once, and the part.
    """
    seal = Seal.objects.filter(number=proof.block).first()
    if seal is None or bytes(seal.hash).hex() != proof.hash:
        return None
    part = slices.slice_after(seal, proof.entries)
    return part if _states(part) == proof.states else None


def _states(part: LedgerSlice) -> str:
    with connection.cursor() as cursor:
        cursor.execute(slices.fill_query(_query(), part))
        row = cursor.fetchone()
    return str(row[0]) if row else ""


@cache
def _query() -> str:
    return (files("wallet.sql") / "states.sql").read_text(encoding="utf-8")
