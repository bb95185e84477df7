"""Queries of a page, a bet and a decision: their number, and sequential scans of growing tables.

The application's statements are captured and explained. Queries of PostgreSQL's own functions,
triggers and foreign keys are not visible here, so its counters of sequential scans are read before
and after the play as well.
"""

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models.users import User
from tools.benchmarks.play_client import FormRequest, Play

GROWING: Final = (
    *(
        "casino_place",
        "casino_participant",
        "casino_shoe",
        "casino_deal",
        "casino_round",
        "casino_bet",
        "casino_decision",
    ),
    *("casino_hint", "casino_notice", "casino_logline"),
    *("wallet_account", "wallet_transfer", "wallet_entry"),
    *("wallet_open_stake", "wallet_reversal", "wallet_withdrawal_hold"),
    *("accounts_user", "accounts_statechange", "account_emailaddress"),
    *("django_session", "journal_event"),
)
LARGE: Final = 1000
"""Smaller tables are rightly read by a sequential scan."""

GENERIC: Final = object()
"""Marker instead of values: the statement is prepared with a generic plan."""

_EXPLAINED: Final = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "(")
_HEADERS: Final = {"x-forwarded-proto": "https", "host": "localhost"}
_SCANS: Final = """
SELECT stat.relname, stat.seq_scan FROM pg_stat_user_tables AS stat
     JOIN pg_class ON pg_class.oid = stat.relid
WHERE pg_class.reltuples >= %s
"""
_GONE_SECONDS: Final = 30
Statement = tuple[str, Any]


@dataclass
class SeenQueries:
    """Number of queries by kind of request, and each statement once, with its first values."""

    counts: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    statements: dict[str, Any] = field(default_factory=dict)

    @contextmanager
    def request(self, kind: str) -> Iterator[None]:
        """Record the queries of one request."""
        with CaptureQueriesContext(connection) as captured, connection.execute_wrapper(self._note):
            yield
        self.counts[kind].append(len(captured))
        for query in captured:
            if "$1" in query["sql"]:  # prepared once per connection and planned without values
                self.statements.setdefault(query["sql"], GENERIC)

    def _note(
        self,
        execute: Callable[..., Any],
        sql: str,
        params: Any,
        many: bool,  # noqa: FBT001  # Django's signature
        context: Any,
    ) -> Any:
        self.statements.setdefault(sql, params)
        return execute(sql, params, many, context)


def measure_queries(player: User, table: str, rounds: int) -> dict[str, Any]:
    """Play this many rounds; return the mean and maximum of queries per kind, and the sequential scans."""
    before = _scans()
    seen = record_queries(player, table, rounds)
    _close()
    after = _scans()
    scanned = [
        f"{name}: read as a whole {after[name] - before.get(name, 0)} times by functions, triggers or keys"
        for name in sorted(after)
        if after[name] > before.get(name, 0) and grows_with_play(name)
    ]
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE reltuples >= %s", [LARGE])
        large = {row[0] for row in cursor.fetchall()}
    reads = find_sequential_scans(seen, lambda name: grows_with_play(name) and name in large)
    return {"queries": summarise_queries(seen), "scans": [*reads, *scanned]}


def record_queries(player: User, table: str, rounds: int) -> SeenQueries:
    """Play rounds without a network and record every query."""
    seen, client, way = SeenQueries(), Client(headers=_HEADERS), Play(table, seed=0)
    client.force_login(player)
    with seen.request("page"):
        text = _read(client.get(way.page, secure=True))
    played = 0
    while True:
        asked = way.next(text)
        played += asked.kind == "bet"
        if played > rounds:
            return seen
        with seen.request(asked.kind):
            text = _sent(client, asked)


def _sent(client: Client, asked: FormRequest) -> str:
    return _read(client.post(asked.path, asked.fields, secure=True, headers={"hx-request": "true"}))


def _read(answer: Any) -> str:
    if answer.status_code != 200:  # noqa: PLR2004  # OK
        raise RuntimeError(f"{answer.status_code}: {answer.text[:500]}")
    text: str = answer.text
    return text


def summarise_queries(seen: SeenQueries) -> dict[str, str]:
    """Return the mean and maximum number of queries by kind."""
    return {
        kind: f"{sum(counts) / len(counts):.1f}, at most {max(counts)}"
        for kind, counts in seen.counts.items()
    }


def find_sequential_scans(seen: SeenQueries, grows: Callable[[str], bool]) -> list[str]:
    """Return the statements whose plan has a sequential scan of a table that `grows`."""
    found = []
    for sql, params in seen.statements.items():
        if sql.lstrip().upper().startswith(_EXPLAINED):
            tables = sorted({name for name in _read_whole(_plan(sql, params)) if grows(name)})
            found += [f"{name}: read as a whole by {sql}" for name in tables]
    return found


def grows_with_play(name: str) -> bool:
    """Return whether a table, or a partition of one, grows with every round."""
    return name in GROWING or name.startswith("wallet_entry_")


def _plan(sql: str, params: Any) -> dict[str, Any]:
    with connection.cursor() as cursor:
        if params is GENERIC:
            cursor.execute(f"EXPLAIN (GENERIC_PLAN, FORMAT JSON) {sql}")
        else:
            cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
        told = cursor.fetchone()[0]
    plan: dict[str, Any] = (json.loads(told) if isinstance(told, str) else told)[0]["Plan"]
    return plan


def _read_whole(plan: dict[str, Any]) -> Iterator[str]:
    if plan["Node Type"] == "Seq Scan":
        yield plan["Relation Name"]
    for below in plan.get("Plans", ()):
        yield from _read_whole(below)


def _scans() -> dict[str, int]:
    with connections["owner"].cursor() as cursor:
        cursor.execute(_SCANS, [LARGE])
        return dict(cursor.fetchall())


def _close() -> None:
    """Close the application's connections: a server process reports its counters when it ends, at the latest."""
    role = connection.settings_dict["USER"]
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's connections have this method
    limit = time.monotonic() + _GONE_SECONDS
    while _connected(role):
        if time.monotonic() > limit:
            raise TimeoutError(f"somebody else is connected as {role}")
        time.sleep(0.05)  # wait for the server's processes to end
    connections["owner"].close()  # discard its snapshot of the counters


def _connected(role: str) -> bool:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE usename = %s", [role])
        return bool(cursor.fetchone()[0])
