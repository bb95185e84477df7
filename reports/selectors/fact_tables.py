"""Fact queries by day or hour: the same SQL closes a day and answers for open days.

Each is a file in `sql/facts/` with the columns of one model of `reports.models`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from django.db.models import Model

from journal.selectors.gaming_days import Rules, cached_rules, starts_of
from profiles.selectors.in_force import profile_in_force
from reports import models
from reports.values.period import DAY, Period
from wallet.archive.selectors.entries import load_archived_columns

GREATEST: Final = 50
"""Largest rounds stored per day, by win and by stake."""

_PART: Final = (
    "part AS NOT MATERIALIZED (SELECT %(since_{n})s::timestamptz AS since,"
    " %(until_{n})s::timestamptz AS until, %(day_before_{n})s::date AS day_before,"
    " %(starts_{n})s::timestamptz[] AS starts)"
)
"""One part of the period with constant bounds, so that the planner can estimate the rows. Its days are those after `day_before`,
beginning at `starts`: a moment belongs to the day `day_before + width_bucket(moment, starts)`."""

_ENTRIES: Final = """\
         CROSS JOIN LATERAL (
             SELECT account_id, currency_id, amount, created_at FROM wallet_entry
             WHERE transfer_id = transfer.id AND created_at >= part.since
               AND created_at < part.until OFFSET 0
         ) AS entry"""
"""How `money.sql` reads the entries of a transfer."""

_ARCHIVED_ENTRIES: Final = """\
         JOIN (
             SELECT transfer_id, account_id, currency_id, amount, created_at FROM wallet_entry
             WHERE created_at >= %(since_{n})s AND created_at < %(until_{n})s
             UNION ALL
             SELECT * FROM unnest(
                 %(transfers_{n})s::bigint[], %(accounts_{n})s::bigint[], %(currencies_{n})s::varchar[],
                 %(amounts_{n})s::bigint[], %(times_{n})s::timestamptz[])
         ) AS entry (transfer_id, account_id, currency_id, amount, created_at) ON entry.transfer_id = transfer.id"""

_DAYS_BACK: Final = 30
"""Number of earlier days included, for players who are new on a day."""

_PLAYED: Final = ("ended", "seen", "person")


@dataclass(frozen=True, slots=True)
class FactTable:
    """A fact query: its SQL file, the files of its CTEs, and the model that stores its results for closed days or hours."""

    name: str
    made_of: tuple[str, ...] = ()
    model: type[Model] = field(kw_only=True)
    by: str = field(default="day", kw_only=True)

    def select_statement(self, n: int = 0, *, archived: bool = False) -> str:
        """Return the statement for the `n`th part of the parameters (`query_parameters`).

        `archived`: it also reads the ledger entries in the parameters of `archived_parameters`.
        """
        made_of = [_PART.format(n=n), *(_text(name) for name in self.made_of)]
        text = _text(self.name)
        if archived:
            text = text.replace(_ENTRIES, _ARCHIVED_ENTRIES.format(n=n))
        return f"WITH {', '.join(made_of)}\n{text}"

    @property
    def table(self) -> str:
        """Name of the database table."""
        return self.model._meta.db_table  # noqa: SLF001 - documented Django API

    @property
    def columns(self) -> tuple[str, ...]:
        fields = self.model._meta.concrete_fields  # noqa: SLF001 - as above
        return tuple(str(field.column) for field in fields if field.column != "id")

    @property
    def insert_statement(self) -> str:
        """Statement that stores the results."""
        names = ", ".join(self.columns)
        return f"INSERT INTO {self.table} ({names}) SELECT {names} FROM ({self.select_statement()}) AS fact"  # noqa: S608 - names of models


GAMES: Final = FactTable(
    "games", ("ended", "voided", "seen_or_voided", "person"), model=models.DayOfGames
)
SIDES: Final = FactTable("sides", _PLAYED, model=models.DayOfSides)
PLAYERS: Final = FactTable("players", ("ended", "seen_or_paid", "person"), model=models.DayOfPlayer)
NOTED: Final = FactTable("noted", ("ended",), model=models.NotedRound)
RATES: Final = FactTable("rate", ("rates",), model=models.DayOfRates)
MONEY: Final = FactTable("money", ("rates",), model=models.DayOfMoney)
EXCHANGE: Final = FactTable("exchange", ("rates", "exchanged"), model=models.DayOfExchange)
USED: Final = FactTable("used", ("ended", "exchanged"), model=models.DayOfUsedRates)
SHOES: Final = FactTable("shoes", model=models.DayOfShoes)
EVENTS: Final = FactTable("events", model=models.DayOfEvents)
POINTS: Final = FactTable("points", model=models.DayOfPoints)
DECISIONS: Final = FactTable("decisions", model=models.DayOfDecisions)
"""Stored for days whose rounds are all judged (`reports.services.judging`); for other days nothing is known yet."""

STAKES: Final = FactTable("stakes", model=models.DayOfStakes)
"""Closed together with the decisions: insurance needs the visible cards, which the judgement knows."""

HANDS: Final = FactTable("hands", model=models.DayOfHands)
"""Players' own statistics, stored for days whose hands are summed (`reports.services.summing`)."""

HOURS: Final = FactTable("hours", ("voided",), model=models.HourOfGames, by="hour")
"""Sums of part of a day, by table."""

FACTS: Final = (GAMES, SIDES, PLAYERS, NOTED, RATES, MONEY, EXCHANGE, USED, SHOES, EVENTS, POINTS)
"""All fact tables, in the order in which a day is closed."""


def archived_parameters(n: int, part: Period) -> dict[str, Any]:
    """Return the parameters with the archived ledger entries of the `n`th part. Raises ArchiveMissing, ArchiveAltered."""
    names = ("transfers", "accounts", "currencies", "amounts", "times")
    columns = load_archived_columns(part.since, part.until)
    return {f"{name}_{n}": column for name, column in zip(names, columns, strict=True)}


def query_parameters(parts: Iterable[Period]) -> dict[str, Any]:
    """Return the query parameters for these parts, numbered from 0."""
    given: dict[str, Any] = {
        "high": profile_in_force().high_stakes_usd * 10_000,
        "greatest": GREATEST,
    }
    for n, part in enumerate(parts):
        days = day_parameters(part, _DAYS_BACK)
        given |= {f"since_{n}": part.since, f"until_{n}": part.until}
        given |= {f"{name}_{n}": value for name, value in days.items()}
    return given


def day_parameters(period: Period, back: int = 0) -> dict[str, Any]:
    """Return the query parameters for the days of a period and `back` days before it.

    `day_before` is the day before the first; `starts` are the starts of each, as a PostgreSQL array.
    """
    first = period.first - back * DAY
    return {"day_before": first - DAY, "starts": _array(cached_rules(), first, period.last)}


@lru_cache(maxsize=64)
def _array(_rules: Rules, first: date, last: date) -> str:
    """Return the starts of these days, and the end of the last, as a PostgreSQL array."""
    return f"{{{','.join(at.isoformat() for at in starts_of(first, last))}}}"


@cache
def _text(name: str) -> str:
    """Return a file without comment lines, whose percent signs would be read as parameters."""
    written = (files("reports.sql") / "facts" / f"{name}.sql").read_text(encoding="utf-8")
    return "\n".join(line for line in written.splitlines() if not line.startswith("--"))
