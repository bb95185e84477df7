"""Report 15: each shoe that was closed, with its rounds, stakes and result."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from pages.names import choose_name
from reports.selectors.names import load_version_names
from reports.selectors.period_query import query_rows
from reports.values.filters import Filters
from reports.values.period import Period
from wallet.money.values import BASE_CURRENCY, Money

MOST: Final = 200
_BATCH: Final = 1000
_CHOSEN: Final = """
    FROM casino_shoe AS shoe
         JOIN casino_place AS place ON place.id = shoe.place_id
         JOIN tables_table AS tables ON tables.id = place.table_id
         LEFT JOIN accounts_user AS person ON person.id = place.player_id
    WHERE shoe.status IN ('closed', 'lost', 'retired')
      AND shoe.closed_at >= %(since)s AND shoe.closed_at < %(until)s
      AND coalesce(person.is_test_account, false) = %(test)s
      AND (%(country)s::text IS NULL OR person.country = %(country)s)
      AND (%(table)s::bigint IS NULL OR place.table_id = %(table)s)
      AND (%(version)s::bigint IS NULL OR shoe.version_id = %(version)s)
"""
# A live table's shoe has players of every kind: its sums leave out the others' rounds, as other reports do.
_LINES: Final = f"""
    WITH chosen AS (
        SELECT shoe.*, tables.name, tables.name_es, person.email, place.player_id {_CHOSEN}
          AND (%(before)s::bigint IS NULL OR shoe.id < %(before)s)
        ORDER BY shoe.id DESC LIMIT %(most)s
    )
    SELECT chosen.id, chosen.public_id, chosen.name, chosen.name_es, chosen.version_id, chosen.email,
           chosen.player_id, chosen.opened_at, chosen.closed_at, chosen.status, chosen.close_reason,
           chosen.rounds_dealt, chosen.cards_out, coalesce(played.staked_usd, 0) AS staked_usd,
           coalesce(played.returned_usd, 0) AS returned_usd, coalesce(played.rounds, 0) AS rounds,
           server_seed IS NOT NULL
           AND encode(sha256(convert_to(server_seed, 'UTF8')), 'hex') = commitment AS verified
    FROM chosen LEFT JOIN LATERAL (
        SELECT count(*) AS rounds, sum(staked_usd)::bigint AS staked_usd, sum(returned_usd)::bigint AS returned_usd
        FROM casino_deal AS deal JOIN casino_round AS round ON round.deal_id = deal.id
             JOIN accounts_user AS player ON player.id = round.player_id
        WHERE deal.shoe_id = chosen.id AND round.status = 'completed' AND round.currency <> 'PLY'
          AND player.is_test_account = %(test)s
    ) AS played ON true
    ORDER BY chosen.id DESC
"""  # noqa: S608 - written above
_COUNT: Final = f"SELECT count(*) AS shoes {_CHOSEN}"


@dataclass(frozen=True, slots=True)
class ShoeLine:
    """A closed shoe. `rounds`, `staked` and `returned` are of completed rounds with real money."""

    number: int
    public_id: UUID
    table: str
    version: str
    player_id: int | None
    email: str
    opened_at: datetime | None
    closed_at: datetime
    status: str
    close_reason: str
    deals: int
    cards: int
    rounds: int
    staked: Money
    returned: Money
    is_verified: bool

    @property
    def won(self) -> Money:
        """The house's win, negative for a loss."""
        return self.staked - self.returned


def count_shoes(period: Period, chosen: Filters) -> int:
    """Return the number of shoes closed in the period. One query."""
    return int(query_rows(_COUNT, _given(period, chosen, None, 0))[0]["shoes"])


def load_shoes(period: Period, chosen: Filters, most: int = MOST) -> list[ShoeLine]:
    """Return the newest shoes closed in the period. Two queries."""
    return _load(period, chosen, None, most)


def iterate_shoes(period: Period, chosen: Filters) -> Iterator[ShoeLine]:
    """Yield all shoes closed in the period, newest number first, in batches."""
    before: int | None = None
    while found := _load(period, chosen, before, _BATCH):
        yield from found
        before = found[-1].number


def _load(period: Period, chosen: Filters, before: int | None, most: int) -> list[ShoeLine]:
    versions = load_version_names()
    rows = query_rows(_LINES, _given(period, chosen, before, most))
    return [_read_line(one, versions) for one in rows]


def _given(period: Period, chosen: Filters, before: int | None, most: int) -> dict[str, Any]:
    return {
        "since": period.since,
        "until": period.until,
        "test": chosen.test,
        "country": chosen.country,
        "table": chosen.table,
        "version": chosen.version,
        "before": before,
        "most": most,
    }


def _read_line(one: dict[str, Any], versions: dict[int, str]) -> ShoeLine:
    return ShoeLine(
        number=one["id"],
        public_id=one["public_id"],
        table=choose_name(one["name"], one["name_es"]),
        version=versions[one["version_id"]],
        player_id=one["player_id"],
        email=one["email"] or "",
        opened_at=one["opened_at"],
        closed_at=one["closed_at"],
        status=one["status"],
        close_reason=one["close_reason"],
        deals=one["rounds_dealt"],
        cards=one["cards_out"],
        rounds=one["rounds"],
        staked=Money(one["staked_usd"], BASE_CURRENCY),
        returned=Money(one["returned_usd"], BASE_CURRENCY),
        is_verified=one["verified"],
    )
