"""Finished history of a house: players, deposits, withdrawals, exchanges, and rounds in five currencies.

`tools.history.round_rows` writes the rounds, played by people who know the chart, at moving
exchange rates; the SQL for their other money is in `money_statements`, for the consequences in
`after_rounds`. Every constraint is on, and the reconciliation finds nothing
(tests/tools/history/test_seed_history.py). For an empty house, or one that has not closed a day
yet; run as its owner. A house without rounds is written without indexes and keys, which are
restored at the end and validated against every row (`bare_tables`).
"""

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

import psycopg
from psycopg.sql import SQL, Literal

from blackjack.analysis.result import analyse
from blackjack.analysis.worths import Worths
from blackjack.rules import Rules
from reports.services.closing import LOCK
from tables.models import Table
from tools.history import (
    after_rounds,
    bare_tables,
    engine_play,
    events,
    fair_shoes,
    fairness_log,
    live_shoes,
    live_statements,
    money_statements,
    private_shoes,
    round_rows,
)
from tools.history.cast import PER_DOLLAR, Cast, CastLine
from tools.history.history_plan import Plan
from tools.history.manners import Habits
from tools.history.people import People, Walks
from tools.history.shoe_rows import ShoeRows

SHOES: Final = 24
_SAMPLED: Final = 4
"""For estimates of a player's needs this fraction of the shoes is enough."""
_EVERY: Final = timedelta(days=6)
"""Approximate interval between a player's rounds; determines the number of players."""
_LIVE_SHOES: Final = 4
_SHOE: Final = 15
_DAY: Final = timedelta(days=1)
GONE: Final = 197
VOIDS: Final = 1499
BREAKS: Final = 0.002
"""Share of rounds finished by the house and, if lost, voided; the same share of all rounds is cancelled."""
_LATE: Final = 0.6
_DOLLAR: Final = 10_000

Tell = Callable[[float, str], None]


_A_DAY_PASSED: Final = """
SELECT 1 FROM reports_passed CROSS JOIN journal_gamingday AS rule
WHERE (until AT TIME ZONE rule.zone)::time = make_time(rule.start_hour, 0, 0) LIMIT 1
"""
BARE: Final = (
    *("wallet_entry", "wallet_transfer", "casino_round", "casino_deal", "casino_decision"),
    *("casino_bet", "loyalty_entry", "reports_judgedround", "casino_logline", "casino_shoe"),
    *("casino_hint", "wallet_deposit_step", "wallet_deposit", "wallet_withdrawal_step"),
    *("wallet_withdrawal", "wallet_withdrawal_hold"),
)
"""Tables that grow with rounds. Indexes and keys are rebuilt in this order, the longest first."""
_PARTITIONED: Final = {
    "wallet_entry": "wallet_refuse_change",
    "casino_decision": "journal_refuse_change",
}
"""Tables in monthly partitions, with the trigger function of each partition's guard."""
TRIGGERED: Final = (*round_rows.TRIGGERED, *money_statements.TRIGGERED, *after_rounds.TRIGGERED)
_AFTER: Final = (
    *(after_rounds.BROUGHT, after_rounds.VOIDED, after_rounds.VOIDS, money_statements.MOVED),
    *(after_rounds.CASES, after_rounds.POINTS, after_rounds.JUDGED, after_rounds.HINTS),
    after_rounds.TOLD,
)


@dataclass(frozen=True)
class WrittenHistory:
    """Total number of rounds, and the players of each line."""

    rounds: int
    players: Mapping[CastLine, Sequence[int]]


class HistoryNotEmpty(Exception):
    """A day of this house is already closed: history before it would be in no report."""


def write_history(
    url: str, tables: Sequence[Table], plan: Plan, cast: Cast, tell: Tell
) -> WrittenHistory:
    """Write the history; `tell` gets the completed fraction and the step. Raises HistoryNotEmpty.

    Holds the advisory lock under which days and hours are closed.
    """
    known = {table.slug: table for table in tables}
    lines = [line for line in cast.lines if line.table in known]
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("SELECT pg_advisory_lock(%s)", [LOCK])  # prevents closing of days and hours
        bare_tables.restore(url)  # restores what an interrupted run dropped
        _see_empty(owner)
        _begin_hours_anew(owner)
        _make_months(owner, plan)
        people = People(plan, cast.staff)
        rates = people.rates(_walks(plan))
        total = sum(line.share for line in lines)
        tell(0.0, "shoes")
        played = [
            _line(known[line.table], line, plan, people, plan.rounds * line.share / total)
            for line in lines
        ]
        with _hands_free(url, owner):
            _rounds(url, played, rates, people, plan, tell)
            owner.execute(live_statements.WATCHES, people.given)
            if cast.noted:
                owner.execute(events.WRITTEN, people.given)
                owner.cursor().executemany(money_statements.PAID_AT, list(people.desks()))
            tell(1.0, "the public log")
            fairness_log.append_log_lines(url, owner)
            tell(1.0, "indexes, keys and triggers")
        tell(1.0, "statistics")
        owner.execute("VACUUM (ANALYZE)")
        row = owner.execute("SELECT count(*) FROM casino_round").fetchone()
    return WrittenHistory(int(row[0]) if row else 0, people.of_line)


@contextmanager
def _hands_free(url: str, owner: psycopg.Connection[Any]) -> Iterator[None]:
    """Disable triggers; if there are no rounds yet, drop indexes and keys too.

    With rounds, restoring them would take longer.
    """
    played = owner.execute("SELECT 1 FROM casino_round LIMIT 1").fetchone()
    with bare_tables.drop_temporarily(url, () if played else BARE, TRIGGERED):
        yield


def _rounds(
    url: str,
    lines: Sequence[round_rows.Line],
    rates: Sequence[round_rows.Rate],
    people: People,
    plan: Plan,
    tell: Tell,
) -> None:
    also = round_rows.ExtraStatements(
        whole=after_rounds.GATHERED,
        tables=f"{money_statements.PURSE}; {after_rounds.TABLES}",
        before=money_statements.BEFORE,
        after=_AFTER,
        now_and_then=[after_rounds.TIERS],
        given={"voids": VOIDS, **people.given},
        key=f"{plan.mark}:{plan.seed}:{plan.since:%Y-%m-%d}",
    )
    round_rows.write_rounds(url, lines, rates, also, lambda part: tell(part, "rounds"))


def _line(
    table: Table, line: CastLine, plan: Plan, people: People, rounds: float
) -> round_rows.Line:
    """Prepare one line of players: two groups, one of which starts later."""
    least = max(table.min_player or 0, table.min_bet_usd, line.stake * _DOLLAR)
    rules = table.version.rules
    stake = least * math.ceil(float(PER_DOLLAR.get(line.currency, "1")))
    many = SHOES * (_SHOE if rules.reshuffle == "every_round" else 1)
    seed = line_seed(line, plan.seed)
    if table.is_live:
        size = (_LIVE_SHOES, line.players)
        shoes = live_shoes.play_live_shoes(rules, stake, *size, seed, line.manner)
    elif plan.copied:
        habits = Habits(Worths(rules), line.manner, BREAKS)
        shoes = fair_shoes.play_fair_shoes(rules, stake, many, habits, _rtp(rules), seed)
    else:
        shoes = private_shoes.play_shoes(rules, stake, many // _SAMPLED, seed)
    style = engine_play.PlayStyle(rules, stake, shoes.rounds, BREAKS, line.manner)
    if table.is_live:
        groups = [_group_together(line, plan, people, rounds)]
    else:
        groups = _groups(line, plan, people, rounds, shoes.rounds)
    of = shoes if plan.copied else style
    return round_rows.Line(
        table,
        line.currency,
        of,
        groups,
        0 if table.is_live else GONE,
        _need(shoes, line.purse),
        line.often,
    )


def _groups(
    line: CastLine, plan: Plan, people: People, rounds: float, of_a_shoe: float
) -> list[round_rows.Group]:
    """Split a line: three quarters play from the beginning."""
    since, until = plan.since, plan.until
    late = since + (until - since) * _LATE
    found = []
    for part, begins in ((0.75, since), (0.25, late)):
        count = line.players_of(part) or _count(rounds * part, until - begins, of_a_shoe)
        players = people.players(count, line, begins)
        begin = begins if line.rhythm else begins + min(_EVERY, until - begins) / 4
        each = rounds * part / count
        found.append(round_rows.Group(players, each, begin, until, line.rhythm))
    return found


def _group_together(line: CastLine, plan: Plan, people: People, rounds: float) -> round_rows.Group:
    """Return the players of a live table, who play together from beginning to end."""
    players = people.players(line.players, line, plan.since)
    each = rounds / line.players
    return round_rows.Group(players, each, plan.since, plan.until, line.rhythm)


def _count(rounds: float, span: timedelta, of_a_shoe: float) -> int:
    """Return the number of players needed for these rounds. Nobody opens more than a shoe a day."""
    each = min(max(_SHOE, _SHOE * (span / _EVERY)), of_a_shoe * max(1, span // _DAY - 1))
    return max(1, round(rounds / each))


@lru_cache(maxsize=8)
def _rtp(rules: Rules) -> float:
    return analyse(rules).rtp


def line_seed(line: CastLine, seed: int) -> int:
    """Return a reproducible number of a line."""
    dice = random.Random(f"{line}:{seed}")  # noqa: S311 - not security-relevant
    return int(dice.getrandbits(32))


def _need(shoes: ShoeRows, part: float) -> int:
    """Return 1.5 times the most that any of the shoes needs, times `part`, in multiples of 4.00 of the currency."""
    least = min(int(row[-1] or 0) for row in shoes.movement)
    staked = max(int(row[5]) for row in shoes.movement)
    dollars = math.ceil((staked - least) * 1.5 * part / (4 * _DOLLAR))
    return 4 * _DOLLAR * dollars


def _walks(plan: Plan) -> Walks:
    """Return a random walk of each currency's value from midnight to midnight."""
    dice = random.Random(plan.seed)  # noqa: S311 - not security-relevant
    found: Walks = {code: [] for code in PER_DOLLAR}
    for code, units in PER_DOLLAR.items():
        worth = 1 / Decimal(units)
        for n in range(plan.days + 1):
            found[code].append((plan.since + timedelta(days=n), worth.quantize(Decimal("1e-12"))))
            worth *= Decimal(repr(1 + dice.gauss(0, 0.004)))
    return found


def _see_empty(owner: psycopg.Connection[Any]) -> None:
    if owner.execute(_A_DAY_PASSED).fetchone():
        raise HistoryNotEmpty


def _begin_hours_anew(owner: psycopg.Connection[Any]) -> None:
    """Reopen today's closed hours: the history adds rounds to them."""
    with owner.transaction():
        for table in ("reports_hourofgames", "reports_closedhour", "reports_passed"):
            owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER append_only")
            owner.execute(f"TRUNCATE {table}")
            owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER append_only")


def _months(plan: Plan) -> Iterator[tuple[datetime, datetime]]:
    month = plan.since.replace(day=1) - timedelta(days=1)
    month = month.replace(day=1)
    while month <= plan.until:
        after = (month + timedelta(days=32)).replace(day=1)
        yield month, after
        month = after


def _make_months(owner: psycopg.Connection[Any], plan: Plan) -> None:
    """Create the past partitions of entries and decisions like those of the task that creates coming ones."""
    for month, after in _months(plan):
        for table, guard in _PARTITIONED.items():
            name = f"{table}_{month:%Y_%m}"
            if owner.execute("SELECT to_regclass(%s)", [f"public.{name}"]).fetchone() == (None,):
                bounds = SQL("FOR VALUES FROM ({}) TO ({})").format(Literal(month), Literal(after))
                owner.execute(
                    "SELECT public.journal_attach_part(%s, %s, %s, %s)",
                    [table, name, guard, bounds.as_string(owner)],
                )
