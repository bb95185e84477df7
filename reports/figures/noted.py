"""Reports 7 and 9: the greatest wins and bets, and the rounds that were interrupted or cancelled."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from reports.asking import ask
from reports.facts import GREATEST, NOTED
from reports.filters import Filters
from reports.models import NotedRound
from reports.period import Period
from wallet.money import BASE_CURRENCY, Money

_Why = NotedRound.Why
MOST_INTERRUPTED: Final = 500
_BATCH: Final = 1000

# A filter is about the rounds themselves. Without one, only those that will be shown are looked up: of the
# facts in order, so many, and all that are equal to the last of them.
_FILTERED: Final = """
    , noted AS (
        SELECT kept.why, kept.usd, round.*, sitting.table_id
        FROM (SELECT *, rank() OVER (PARTITION BY why ORDER BY {order} DESC) AS nth FROM fact
              WHERE why = ANY (%(whys)s)
                AND (%(before)s::bigint IS NULL OR round_id < %(before)s)) AS kept
             JOIN casino_round AS round ON round.id = kept.round_id
             JOIN casino_sitting AS sitting ON sitting.id = round.sitting_id
        WHERE (%(chosen)s OR nth <= %(most)s)
          AND (%(of_table)s::bigint IS NULL OR sitting.table_id = %(of_table)s)
          AND (%(of_version)s::bigint IS NULL OR round.version_id = %(of_version)s)
          AND (%(of_currency)s::text IS NULL OR round.currency = %(of_currency)s)
    )
"""
_LINES: Final = f"""
    {_FILTERED}
    SELECT why, usd, noted.id, noted.public_id, player_id, person.email, tables.name AS table_name,
           noted.version_id, currency, staked, returned, staked_usd, returned_usd, finished_at, started_at,
           EXISTS (SELECT FROM casino_void AS void
                   WHERE void.round_id = noted.id AND void.undone_at IS NULL) AS voided
    FROM (SELECT *, row_number() OVER (PARTITION BY why ORDER BY {{place}} DESC, id DESC) AS place
          FROM noted) AS noted
         JOIN accounts_user AS person ON person.id = player_id
         JOIN tables_table AS tables ON tables.id = table_id
    WHERE place <= %(most)s ORDER BY why, place
"""  # noqa: S608 - written above
_GREATEST: Final = _LINES.format(order="usd", place="usd")
_LATEST: Final = _LINES.format(order="day", place="finished_at")
_BY_NUMBER: Final = _LINES.format(order="round_id", place="id")
_COUNTED: Final = "SELECT why, count(*) AS rounds, sum(usd)::bigint AS usd FROM"
_COUNTS: Final = f"{_COUNTED} fact WHERE why = ANY (%(whys)s) GROUP BY why"
_COUNTS_CHOSEN: Final = f"{_FILTERED.format(order='round_id')} {_COUNTED} noted GROUP BY why"


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round that is named, as it was played; `voided` says that it counts no more."""

    number: int
    public_id: UUID
    player_id: int
    email: str
    table: str
    version_id: int
    staked: Money
    returned: Money
    staked_usd: Money
    returned_usd: Money
    started_at: datetime
    finished_at: datetime
    voided: bool

    @property
    def won_usd(self) -> Money:
        """What the player won, below zero lost."""
        return self.returned_usd - self.staked_usd


@dataclass(frozen=True, slots=True)
class Large:
    """The greatest first. Of each day the fifty greatest are kept, and a filter chooses among these."""

    wins: tuple[RoundLine, ...]
    bets: tuple[RoundLine, ...]


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The latest first, as many as are shown of `interrupted` and `cancelled` in all; `*_usd` is what was staked in them."""

    interrupted: int
    cancelled: int
    interrupted_usd: Money
    cancelled_usd: Money
    lines: tuple[RoundLine, ...]
    cancelled_lines: tuple[RoundLine, ...]


def large(period: Period, chosen: Filters, most: int = GREATEST) -> Large:
    """Report 7. Two queries."""
    found = _asked(_GREATEST, period, chosen, [_Why.WIN, _Why.BET], most)
    return Large(_of(found, _Why.WIN), _of(found, _Why.BET))


def interrupted(period: Period, chosen: Filters, most: int = MOST_INTERRUPTED) -> Interrupted:
    """Report 9. Four queries."""
    whys = [_Why.INTERRUPTED, _Why.CANCELLED]
    counted = _COUNTS_CHOSEN if _are_chosen(chosen) else _COUNTS
    counts = {one["why"]: one for one in _asked(counted, period, chosen, whys, 0)}
    found = _asked(_LATEST, period, chosen, whys, most)
    nothing = {"rounds": 0, "usd": 0}
    first, second = (counts.get(why, nothing) for why in whys)
    return Interrupted(
        interrupted=first["rounds"],
        cancelled=second["rounds"],
        interrupted_usd=Money(first["usd"], BASE_CURRENCY),
        cancelled_usd=Money(second["usd"], BASE_CURRENCY),
        lines=_of(found, _Why.INTERRUPTED),
        cancelled_lines=_of(found, _Why.CANCELLED),
    )


def every(period: Period, chosen: Filters, why: NotedRound.Why) -> Iterator[RoundLine]:
    """Every round that is noted for this, the newest number first, a batch at a time."""
    before: int | None = None
    more = True
    while more:
        found = _of(_asked(_BY_NUMBER, period, chosen, [why], _BATCH, before), why)
        yield from found
        more = len(found) == _BATCH
        before = found[-1].number if found else before


def _asked(
    question: str,
    period: Period,
    chosen: Filters,
    whys: list[_Why],
    most: int,
    before: int | None = None,
) -> list[dict[str, Any]]:
    given = {
        "whys": [why.value for why in whys],
        "chosen": _are_chosen(chosen),
        "of_table": chosen.table,
        "of_version": chosen.version,
        "of_currency": chosen.currency,
        "most": most,
        "before": before,
    }
    return ask(NOTED, period, Filters(test=chosen.test), question, given)


def _are_chosen(chosen: Filters) -> bool:
    """Whether some of the rounds are wanted only, by what their facts do not tell."""
    return any((chosen.table, chosen.version, chosen.currency))


def _of(found: list[dict[str, Any]], why: _Why) -> tuple[RoundLine, ...]:
    return tuple(_line(one) for one in found if one["why"] == why)


def _line(one: Mapping[str, Any]) -> RoundLine:
    return RoundLine(
        number=one["id"],
        public_id=one["public_id"],
        player_id=one["player_id"],
        email=one["email"],
        table=one["table_name"],
        version_id=one["version_id"],
        staked=Money(one["staked"], one["currency"]),
        returned=Money(one["returned"], one["currency"]),
        staked_usd=Money(one["staked_usd"], BASE_CURRENCY),
        returned_usd=Money(one["returned_usd"], BASE_CURRENCY),
        started_at=one["started_at"],
        finished_at=one["finished_at"],
        voided=one["voided"],
    )
