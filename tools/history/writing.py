"""Finished history of a house: players, deposits and withdrawals, exchanges, rounds in five currencies at rates that moved.

Rounds are written by `tools.history.round_rows`, as people play who know the chart; what they do beside is in `history_sql`, what
follows from it in `history_after`. Every constraint is on, and the reconciliation finds nothing (tests/tools/history/test_seed_history.py).
For an empty house, or one that closed no day yet: as its owner. One without rounds is written without indexes and keys, which
come back at the end and are checked against every row (`bare_tables`).
"""

import math
import random
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

import psycopg
from django.db import connections, transaction
from django.db.backends.utils import CursorWrapper
from psycopg.sql import SQL, Identifier, Literal

from accounts.models.users import State, User, VerificationMethod
from blackjack.analysis.result import analyse
from blackjack.analysis.worths import Worths
from blackjack.rules import Rules
from reports.services.closing import LOCK
from tables.models import Table
from tools.history import (
    after_rounds,
    bare_tables,
    engine_play,
    fairness_log,
    money_statements,
    round_rows,
    shoe_rows,
)
from tools.history.history_plan import Plan
from tools.history.shoe_rows import Habits, Shoes

SHOES: Final = 24
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
PER_DOLLAR: Final = {"EUR": "0.86", "COP": "4000", "DOP": "62.5", "VES": "250"}

OWNER: Final = "owner"
NAMES: Final = ("Ana", "Luis", "Eva", "Juan", "Rosa", "José", "Carmen", "Pedro")
FAMILIES: Final = (
    *("Rosario", "Peña", "Marte", "Castillo"),
    *("Abreu", "Medina", "Soto", "Duarte"),
)
COUNTRIES: Final = ("DO", "CO", "VE", "ES", "US")

Tell = Callable[[float, str], None]
Walks = dict[str, list[tuple[datetime, Decimal]]]

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
class Line:
    """Who plays at a table in a currency: their share of all rounds, and their least stake in dollars."""

    table: str
    currency: str
    share: float
    stake: int


LINES: Final = (
    Line("ligalo", "USD", 0.30, 1),
    Line("ligalo", "DOP", 0.15, 1),
    Line("ligalo", "VES", 0.08, 1),
    Line("atlantic-city", "USD", 0.05, 5),
    Line("casino-floor", "EUR", 0.10, 5),
    Line("casino-floor", "USD", 0.06, 20),
    Line("live", "USD", 0.14, 2),
    Line("live", "COP", 0.12, 1),
)


class NotEmpty(Exception):
    """A day of this house is closed already: what came before it would be in no report."""


def write(url: str, tables: Sequence[Table], plan: Plan, tell: Tell) -> int:
    """Write it; return how many rounds there are then. `tell` how much is done and of what."""
    known = {table.slug: table for table in tables}
    lines = [line for line in LINES if line.table in known]
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("SELECT pg_advisory_lock(%s)", [LOCK])  # no day or hour is closed meanwhile
        bare_tables.put_back(url)  # of one who was killed
        _see_empty(owner)
        _begin_hours_anew(owner)
        _make_months(owner, plan)
        people = _People(plan)
        rates = people.rates(_walks(plan))
        total = sum(line.share for line in lines)
        tell(0.0, "shoes")
        played = [
            _line(known[line.table], line, plan, people, plan.rounds * line.share / total)
            for line in lines
        ]
        with _hands_free(url, owner):
            _rounds(url, played, rates, people, tell)
            tell(1.0, "the public log")
            fairness_log.chain(url, owner)
            tell(1.0, "indexes, keys and triggers")
        tell(1.0, "statistics")
        owner.execute("VACUUM (ANALYZE)")
        row = owner.execute("SELECT count(*) FROM casino_round").fetchone()
    return int(row[0]) if row else 0


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
    people: "_People",
    tell: Tell,
) -> None:
    also = round_rows.Also(
        whole=after_rounds.GATHERED,
        tables=f"{money_statements.PURSE}; {after_rounds.TABLES}",
        before=money_statements.BEFORE,
        after=_AFTER,
        now_and_then=[after_rounds.TIERS],
        given={"voids": VOIDS, **people.given},
    )
    round_rows.write(url, lines, rates, also, lambda part: tell(part, "rounds"))


def _line(
    table: Table, line: Line, plan: Plan, people: "_People", rounds: float
) -> round_rows.Line:
    """One line of players: two groups, of which one comes late."""
    least = max(table.min_player or 0, table.min_bet_usd, line.stake * _DOLLAR)
    rules = table.version.rules
    stake = least * math.ceil(float(PER_DOLLAR.get(line.currency, "1")))
    habits = _habits(table.version.rules_hash, rules)
    many = SHOES * (_SHOE if rules.reshuffle == "every_round" else 1)
    shoes = shoe_rows.fair(rules, stake, many, habits, hash_of(line, plan.seed))
    style = engine_play.Style(rules, stake, habits.chart, habits.rtp, shoes.rounds, BREAKS)
    groups = _groups(line, plan, people, rounds, shoes.rounds)
    of = shoes if plan.copied else style
    return round_rows.Line(table, line.currency, of, groups, GONE, _need(shoes))


def _groups(
    line: Line, plan: Plan, people: "_People", rounds: float, of_a_shoe: float
) -> list[round_rows.Group]:
    """Three quarters are there from the beginning. Nobody opens more than a shoe a day."""
    since, until = plan.since, plan.until
    late = since + (until - since) * _LATE
    found = []
    for part, begins in ((0.75, since), (0.25, late)):
        span = until - begins
        each = min(max(_SHOE, _SHOE * (span / _EVERY)), of_a_shoe * max(1, span // _DAY - 1))
        count = max(1, round(rounds * part / each))
        players = people.players(count, line, begins)
        begin = begins + min(_EVERY, until - begins) / 4
        found.append(round_rows.Group(players, rounds * part / count, begin, until))
    return found


class _People:
    """Players and two of the staff, who are there for the history alone and cannot sign in."""

    def __init__(self, plan: Plan) -> None:
        self.mark, self._count = secrets.token_hex(4), 0
        staff = [
            User(
                email=f"{self.mark}-staff-{n}@history.example",
                full_name=name,
                is_staff=True,
                state=State.ACTIVE,
                created_at=plan.since,
                password="!",  # noqa: S106 - nobody's
            )
            for n, name in enumerate(("Celia Vargas", "Mario Luna"))
        ]
        first, second = self._made(staff)
        self.given: Mapping[str, Any] = {"first": first, "second": second}

    def rates(self, walks: Walks) -> list[round_rows.Rate]:
        """Enter them; return what each currency is worth by day."""
        found = []
        with _unwatched("wallet_rate", "wallet_rate_decision") as cursor:
            cursor.execute(money_statements.RATES_NOTED)
            for currency, steps in walks.items():
                for at, rate in steps:
                    given = {"currency": currency, "rate": rate, "at": at, **self.given}
                    cursor.execute(money_statements.RATE, given)
                    (row,) = cursor.fetchone() or (0,)
                    found.append(round_rows.Rate(currency, at.date(), rate, row, at))
        return found

    def players(self, count: int, line: Line, since: datetime) -> list[int]:
        """So many new players of a line, each with an empty account, and one of points."""
        self._count += 1
        people = [
            User(
                email=f"{self.mark}-{self._count}-{n}@history.example",
                full_name=f"{NAMES[n % 8]} {FAMILIES[n // 8 % 8]}",
                birth_date=date(1960, 1, 1) + timedelta(days=n * 37 % 16000),
                country=COUNTRIES[n % 5],
                display_currency=line.currency,
                state=State.ACTIVE,
                verified_at=since,
                verification_method=VerificationMethod.DEMO,
                created_at=since - timedelta(days=1) + timedelta(seconds=n),
                password="!",  # noqa: S106 - nobody's
            )
            for n in range(count)
        ]
        players = self._made(people)
        with _unwatched("wallet_account", "loyalty_account") as cursor:
            cursor.execute(
                money_statements.ACCOUNTS, {"players": players, "currency": line.currency}
            )
            cursor.execute(money_statements.POINTS, {"players": players})
        return players

    def _made(self, people: list[User]) -> list[int]:
        made = User.objects.using(OWNER).bulk_create(people, batch_size=1000)
        return [one.pk for one in made]  # with the beginning of each in the history of changes


@contextmanager
def _unwatched(*tables: str) -> Iterator[CursorWrapper]:
    """As the owner, without the triggers of these tables, which would take the past for now."""
    with transaction.atomic(using=OWNER), connections[OWNER].cursor() as cursor:
        for name in tables:
            cursor.execute(f"ALTER TABLE {name} DISABLE TRIGGER USER")
        yield cursor
        for name in tables:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(f"ALTER TABLE {name} ENABLE TRIGGER USER")


def hash_of(line: Line, seed: int) -> int:
    """A number of a line, the same each time."""
    dice = random.Random(f"{line}:{seed}")  # noqa: S311 - no secret
    return int(dice.getrandbits(32))


@lru_cache(maxsize=8)
def _habits(_digest: str, rules: Rules) -> Habits:
    found = analyse(rules)
    return Habits(found.chart, Worths(rules), found.rtp, breaks=BREAKS)


def _need(shoes: Shoes) -> int:
    """What nobody loses in any of the shoes, in whole dozens of units."""
    least = min(int(row[-1] or 0) for row in shoes.movement)
    staked = max(int(row[5]) for row in shoes.movement)
    dollars = math.ceil((staked - least) * 1.5 / (4 * _DOLLAR))
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
