"""What both ledgers say after the rehearsal: each transfer whole, once, or not at all."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID, uuid5

from tools.shards.transfer import Connection, Transfer

_KINDS: Final = ("withdraw", "pay_out", "cancel_withdrawal")
_LEGAL: Final = {
    (): "",
    ("withdraw", "pay_out", "deposit"): "confirmed",
    ("withdraw", "cancel_withdrawal"): "released",
}


@dataclass
class Audit:
    """Counts of transfers; `problems` names each that is not whole."""

    confirmed: int = 0
    released: int = 0
    untouched: int = 0
    lost: int = 0
    doubled: int = 0
    problems: list[str] = field(default_factory=list)


def audit(
    home: Connection, other: Connection, transfers: Iterable[Transfer], answers: Mapping[UUID, str]
) -> Audit:
    """Compare both ledgers with the answers that clients got (`c`onfirmed, `r`eleased, `p`oor)."""
    moved, credited = _count(home, "withdrawal_id"), _count_deposits(other)
    found = Audit()
    for transfer in transfers:
        _judge(found, transfer, moved, credited, answers.get(transfer.id, ""))
    found.problems += _sums(home, other)
    return found


def _judge(
    found: Audit,
    transfer: Transfer,
    moved: Counter[tuple[UUID, str]],
    credited: Counter[UUID],
    answer: str,
) -> None:
    counts = {kind: moved[transfer.id, kind] for kind in _KINDS}
    counts["deposit"] = credited[uuid5(transfer.id, "deposit")]
    names = tuple(kind for kind in (*_KINDS, "deposit") if counts[kind])
    state = _LEGAL.get(names)
    if any(count > 1 for count in counts.values()) or {"deposit", "cancel_withdrawal"} <= set(
        names
    ):
        found.doubled += 1
        found.problems.append(f"{transfer.id} doubled: {counts}")
    elif state is None:
        found.lost += 1
        found.problems.append(f"{transfer.id} is not whole: {names}")
    elif answer and answer != (state[:1] or "p"):
        found.lost += 1
        found.problems.append(f"{transfer.id} was answered {answer}, and is {state or 'untouched'}")
    found.confirmed += state == "confirmed"
    found.released += state == "released"
    found.untouched += state == ""


def _count(shard: Connection, column: str) -> Counter[tuple[UUID, str]]:
    rows = shard.execute(
        f"SELECT {column}, kind, count(*) FROM wallet_transfer"  # noqa: S608  a constant
        f" WHERE {column} IS NOT NULL GROUP BY 1, 2"
    ).fetchall()
    return Counter({(UUID(str(one)), str(kind)): int(str(count)) for one, kind, count in rows})


def _count_deposits(shard: Connection) -> Counter[UUID]:
    rows = shard.execute(
        "SELECT key, count(*) FROM wallet_transfer WHERE details->>'provider' = 'transit' GROUP BY 1"
    ).fetchall()
    return Counter({UUID(str(key)): int(str(count)) for key, count in rows})


def _sums(home: Connection, other: Connection) -> Iterable[str]:
    """Both ledgers balance, no reservation is open, and the house accounts of both cancel out."""
    for name, shard in (("home", home), ("other", other)):
        if _number(shard, "SELECT coalesce(sum(amount), 0) FROM wallet_entry"):
            yield f"{name}: the entries do not balance"
    if _number(home, "SELECT count(*) FROM transit.outgoing WHERE state = 'reserved'"):
        yield "reservations are open"
    out = _number(
        home, "SELECT coalesce(sum(amount), 0) FROM wallet_transfer WHERE kind = 'pay_out'"
    )
    into = _number(
        other,
        "SELECT coalesce(sum(amount), 0) FROM wallet_transfer WHERE details->>'provider' = 'transit'",
    )
    if out != into:
        yield f"{out} units left home, {into} arrived"


def _number(shard: Connection, query: str) -> int:
    row = shard.execute(query.encode()).fetchone()
    return int(str(row[0])) if row else 0
