"""Finished history of a house: players, deposits and withdrawals, exchanges, rounds in five currencies at rates that moved.

Rounds are written by `tools.history.round_rows`, as people play who know the chart; what they do beside is in `history_sql`, what
follows from it in `history_after`. Every constraint is on, and the reconciliation finds nothing (tests/tools/history/test_seed_history.py).
For an empty house, or one that closed no day yet: as its owner. One without rounds is written without indexes and keys, which
come back at the end and are checked against every row (`bare_tables`).
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
from psycopg.sql import SQL, Identifier, Literal

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
    fairness_log,
    money_statements,
    round_rows,
    shoe_rows,
)
from tools.history.cast import PER_DOLLAR, Cast, Line
from tools.history.history_plan import Plan
from tools.history.people import People, Walks
from tools.history.shoe_rows import Habits, Shoes

SHOES: Final = 24
_SAMPLED: Final = 4
"""Of shoes that are only looked at, for what a player needs, a part of these is enough."""
_EVERY: Final = timedelta(days=6)
"""A player plays so often, about: so many rounds."""
_SHOE: Final = 15
_DAY: Final = timedelta(days=1)
GONE: Final = 197
VOIDS: Final = 1499
BREAKS: Final = 0.002
"""One round in so many is finished by the house, and one that was lost is voided; this share of all is cancelled."""
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
"""What grows with rounds: in this order its indexes and keys come back, the longest work first."""
TRIGGERED: Final = (*round_rows.TRIGGERED, *money_statements.TRIGGERED, *after_rounds.TRIGGERED)
_AFTER: Final = (
    *(after_rounds.BROUGHT, after_rounds.VOIDED, after_rounds.VOIDS, money_statements.MOVED),
    *(after_rounds.CASES, after_rounds.POINTS, after_rounds.JUDGED, after_rounds.HINTS),
    after_rounds.TOLD,
)


@dataclass(frozen=True)
class Written:
    """How many rounds there are now, and who the players of each line are."""

    rounds: int
    players: Mapping[Line, Sequence[int]]


class NotEmpty(Exception):
    """A day of this house is closed already: what came before it would be in no report."""


def write_history(url: str, tables: Sequence[Table], plan: Plan, cast: Cast, tell: Tell) -> Written:
    """Write it. `tell` how much is done and of what."""
    known = {table.slug: table for table in tables}
    lines = [line for line in cast.lines if line.table in known]
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("SELECT pg_advisory_lock(%s)", [LOCK])  # no day or hour is closed meanwhile
        bare_tables.put_back(url)  # of one who was killed
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
            if cast.noted:
                owner.execute(events.WRITTEN, people.given)
                owner.cursor().executemany(money_statements.PAID_AT, list(people.desks()))
            tell(1.0, "the public log")
            fairness_log.chain(url, owner)
            tell(1.0, "indexes, keys and triggers")
        tell(1.0, "statistics")
        owner.execute("VACUUM (ANALYZE)")
        row = owner.execute("SELECT count(*) FROM casino_round").fetchone()
    return Written(int(row[0]) if row else 0, people.of_line)


@contextmanager
def _hands_free(url: str, owner: psycopg.Connection[Any]) -> Iterator[None]:
    """Without triggers, and where nobody played yet without indexes and keys: with some there, it would take longer."""
    played = owner.execute("SELECT 1 FROM casino_round LIMIT 1").fetchone()
    with bare_tables.bare(url, () if played else BARE, TRIGGERED):
        yield


def _rounds(
    url: str,
    lines: Sequence[round_rows.Line],
    rates: Sequence[round_rows.Rate],
    people: People,
    plan: Plan,
    tell: Tell,
) -> None:
    also = round_rows.Also(
        whole=after_rounds.GATHERED,
        tables=f"{money_statements.PURSE}; {after_rounds.TABLES}",
        before=money_statements.BEFORE,
        after=_AFTER,
        now_and_then=[after_rounds.TIERS],
        given={"voids": VOIDS, **people.given},
        key=f"{plan.mark}:{plan.seed}:{plan.since:%Y-%m-%d}",
    )
    round_rows.write_rounds(url, lines, rates, also, lambda part: tell(part, "rounds"))


def _line(table: Table, line: Line, plan: Plan, people: People, rounds: float) -> round_rows.Line:
    """One line of players: two groups, of which one comes late."""
    least = max(table.min_player or 0, table.min_bet_usd, line.stake * _DOLLAR)
    rules = table.version.rules
    stake = least * math.ceil(float(PER_DOLLAR.get(line.currency, "1")))
    many = SHOES * (_SHOE if rules.reshuffle == "every_round" else 1)
    seed = hash_of(line, plan.seed)
    if plan.copied:
        habits = Habits(Worths(rules), line.manner, BREAKS)
        shoes = shoe_rows.play_fair_shoes(rules, stake, many, habits, _rtp(rules), seed)
    else:
        shoes = shoe_rows.played(rules, stake, many // _SAMPLED, seed)
    style = engine_play.Style(rules, stake, shoes.rounds, BREAKS, line.manner)
    groups = _groups(line, plan, people, rounds, shoes.rounds)
    of = shoes if plan.copied else style
    return round_rows.Line(
        table, line.currency, of, groups, GONE, _need(shoes, line.purse), line.often
    )


def _groups(
    line: Line, plan: Plan, people: People, rounds: float, of_a_shoe: float
) -> list[round_rows.Group]:
    """Three quarters are there from the beginning."""
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


def _count(rounds: float, span: timedelta, of_a_shoe: float) -> int:
    """As many players as these rounds need. Nobody opens more than a shoe a day."""
    each = min(max(_SHOE, _SHOE * (span / _EVERY)), of_a_shoe * max(1, span // _DAY - 1))
    return max(1, round(rounds / each))


@lru_cache(maxsize=8)
def _rtp(rules: Rules) -> float:
    return analyse(rules).rtp


def hash_of(line: Line, seed: int) -> int:
    """A number of a line, the same each time."""
    dice = random.Random(f"{line}:{seed}")  # noqa: S311 - no secret
    return int(dice.getrandbits(32))


def _need(shoes: Shoes, part: float) -> int:
    """Of what nobody loses in any of the shoes a part, in whole dozens of units."""
    least = min(int(row[-1] or 0) for row in shoes.movement)
    staked = max(int(row[5]) for row in shoes.movement)
    dollars = math.ceil((staked - least) * 1.5 * part / (4 * _DOLLAR))
    return 4 * _DOLLAR * dollars


def _walks(plan: Plan) -> Walks:
    """What a unit of each currency was worth from each midnight on: a little more or less than the day before."""
    dice = random.Random(plan.seed)  # noqa: S311 - no secret
    found: Walks = {code: [] for code in PER_DOLLAR}
    for code, units in PER_DOLLAR.items():
        worth = 1 / Decimal(units)
        for n in range(plan.days + 1):
            found[code].append((plan.since + timedelta(days=n), worth.quantize(Decimal("1e-12"))))
            worth *= Decimal(repr(1 + dice.gauss(0, 0.004)))
    return found


def _see_empty(owner: psycopg.Connection[Any]) -> None:
    if owner.execute(_A_DAY_PASSED).fetchone():
        raise NotEmpty


def _begin_hours_anew(owner: psycopg.Connection[Any]) -> None:
    """What is written now stands in today's hours too: those that are closed are closed once more."""
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
    """The ledger's partitions of the past, as `wallet_make_partitions` makes those around now."""
    for month, after in _months(plan):
        name = f"wallet_entry_{month:%Y_%m}"
        if owner.execute("SELECT to_regclass(%s)", [f"public.{name}"]).fetchone() != (None,):
            continue
        table = Identifier("public", name)
        with owner.transaction():
            owner.execute(
                SQL(
                    "CREATE TABLE {} (LIKE public.wallet_entry INCLUDING DEFAULTS INCLUDING INDEXES)"
                ).format(table)
            )
            owner.execute(
                SQL(
                    "CREATE TRIGGER whole_table BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON {}"
                    " FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_refuse()"
                ).format(table)
            )
            owner.execute(
                SQL(
                    "ALTER TABLE public.wallet_entry ATTACH PARTITION {} FOR VALUES FROM ({}) TO ({})"
                ).format(table, Literal(month), Literal(after))
            )
