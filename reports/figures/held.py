"""Stakes that voids have suspended and nobody has given back or kept yet: of report 8."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from reports.asking import Answer, answers
from reports.filters import Filters
from wallet.money import BASE_CURRENCY, PLAY_MONEY, Money

_BATCH: Final = 1000

_HELD: Final = """
    FROM casino_void AS void JOIN casino_round AS round ON round.id = void.round_id
         JOIN casino_sitting AS sitting ON sitting.id = round.sitting_id
         JOIN accounts_user AS person ON person.id = void.player_id
    WHERE void.undone_at IS NULL AND void.suspended > 0
      AND NOT EXISTS (SELECT FROM casino_voidstep AS step WHERE step.void_id = void.id AND step.released > 0)
      AND round.currency <> %(play)s AND person.is_test_account = %(test)s
      AND (%(table)s::bigint IS NULL OR sitting.table_id = %(table)s)
      AND (%(version)s::bigint IS NULL OR round.version_id = %(version)s)
      AND (%(currency)s::text IS NULL OR round.currency = %(currency)s)
"""
_LINES: Final = f"""
    SELECT void.id, void.at, void."case", round.public_id AS round, void.player_id, person.email,
           round.currency, void.suspended, round(void.suspended * round.tasa_cambio)::bigint AS usd
    {_HELD} AND void.id > %(after)s ORDER BY void.id LIMIT %(most)s
"""
_SUMS: Final = f"""
    SELECT count(*) AS held, coalesce(sum(round(void.suspended * round.tasa_cambio)), 0)::bigint AS usd
    {_HELD}
"""


@dataclass(frozen=True, slots=True)
class HeldLine:
    """The stakes of one round, since its void; in dollars at the round's rate."""

    number: int
    at: datetime
    case: UUID
    round: UUID
    player_id: int
    email: str
    amount: Money
    usd: Money


@dataclass(frozen=True, slots=True)
class Held:
    """The oldest first, as many as were asked for, and how many and how much in all."""

    lines: tuple[HeldLine, ...]
    count: int
    usd: Money


def figures(chosen: Filters, most: int) -> Held:
    """What is suspended now, whatever the period. Two queries."""
    (total,) = answers(_SUMS, _asked(chosen, 0))
    return Held(_lines(chosen, most), total["held"], Money(total["usd"], BASE_CURRENCY))


def every(chosen: Filters) -> Iterator[HeldLine]:
    """All of it, the oldest first, a batch at a time."""
    after, more = 0, True
    while more:
        found = _lines(chosen, _BATCH, after)
        yield from found
        more = len(found) == _BATCH
        after = found[-1].number if found else after


def _lines(chosen: Filters, most: int, after: int = 0) -> tuple[HeldLine, ...]:
    return tuple(map(_line, answers(_LINES, _asked(chosen, most, after))))


def _asked(chosen: Filters, most: int, after: int = 0) -> dict[str, object]:
    return {
        "play": PLAY_MONEY,
        "test": chosen.test,
        "table": chosen.table,
        "version": chosen.version,
        "currency": chosen.currency,
        "most": most,
        "after": after,
    }


def _line(one: Answer) -> HeldLine:
    return HeldLine(
        number=one["id"],
        at=one["at"],
        case=one["case"],
        round=one["round"],
        player_id=one["player_id"],
        email=one["email"],
        amount=Money(one["suspended"], one["currency"]),
        usd=Money(one["usd"], BASE_CURRENCY),
    )
