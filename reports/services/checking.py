"""Nightly comparison of closed days with the ledger and the rounds; also `manage.py check_reports`."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection, transaction
from django.utils import timezone

from journal.models import EventKind
from journal.services.recording import record
from journal.values.findings import Finding, make_finding
from reports.selectors.fact_tables import GAMES, HOURS, MONEY, FactTable, day_parameters
from reports.selectors.names import load_table_names, load_version_names
from reports.selectors.period_query import (
    SplitPeriod,
    find_closed_until,
    find_last_closed,
    query_split,
    split_by_day,
)
from reports.services.checking_hands import compare_hand_sums, recompute_hands
from reports.services.checking_luck import find_rounds_without_luck
from reports.values.filters import Filters
from reports.values.period import BEGINNING, DAY, MOMENT, Period, day_of, hour_of, start_of
from reports.values.played_sums import SUMMED
from wallet.ledger.models import Account, HouseAccount
from wallet.ledger.selectors.funds import house_balance
from wallet.money.values import Money

LOOKED_AT: Final = 7
"""Closed days recomputed from events each night; all others are checked by their sums."""

_SHOWN: Final = 5
_OF: Final = {
    MONEY.name: "SELECT day, currency, kind, place, sum(transfers)::bigint AS transfers, sum(amount)::bigint AS"
    " amount FROM fact GROUP BY day, currency, kind, place",
    GAMES.name: "SELECT day, table_id, version_id, currency, sum(rounds)::bigint AS rounds, sum(staked)::bigint AS"
    " staked, sum(returned)::bigint AS returned, sum(staked_usd)::bigint AS staked_usd, sum(returned_usd)::bigint"
    " AS returned_usd, sum(voided_house)::bigint AS voided_house FROM fact"
    " GROUP BY day, table_id, version_id, currency",
}
_OF_HOURS: Final = f"SELECT %(day_before)s::date + width_bucket(hour, %(starts)s::timestamptz[]) AS day, table_id, {SUMMED} FROM fact GROUP BY 1, 2"  # noqa: S608 - columns named there
_OF_DAYS: Final = f"SELECT day, table_id, {SUMMED} FROM fact GROUP BY 1, 2"  # noqa: S608 - as above
_PLACES: Final = (
    "SELECT currency, place, sum(amount)::bigint AS amount FROM fact GROUP BY currency, place"
)
# Movements by rounds and voids. The reversal of a suspension is read from the suspense account.
_PLAYED: Final = """
    SELECT currency, sum(CASE WHEN place = 'suspense' THEN -amount ELSE amount END)::bigint AS amount
    FROM fact
    WHERE place = 'game_result' AND kind IN ('settle', 'void', 'owe', 'suspend')
       OR place = 'suspense' AND kind = 'reverse'
    GROUP BY currency
"""
_WON: Final = """
    SELECT currency, sum(staked - returned + voided_house)::bigint AS amount FROM fact GROUP BY currency
"""


Key = tuple[tuple[str, str | int], ...]
"""Key of figures: day as ISO 8601, currency, number of the table, each with its name."""

Sums = dict[Key, dict[str, int]]


@dataclass(frozen=True, slots=True)
class FailedCheck:
    """A failed check of `LINES`: number of differing rows, and the first ones."""

    line: str
    rows: int
    first: tuple[Finding, ...]

    @property
    def finding(self) -> Finding:
        """Finding for the journal."""
        return make_finding(self.line, rows=self.rows, first=list(self.first))


LINES: Final = (
    "days_happened",
    "hours_add_up",
    "hands_add_up",
    "days_tie_to_accounts",
    "days_tie_to_rounds",
    "rounds_have_luck",
)
"""Checks by code; `reports.words.findings` has their texts."""


def check_reports(days: int = LOOKED_AT) -> list[FailedCheck]:
    """Return the checks that fail, and record them in the journal; the last `days` closed days are recomputed.

    Call it outside a transaction: it reads one REPEATABLE READ snapshot.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SET LOCAL statement_timeout = 0")
        found = [
            [*_asked_anew(days), *recompute_hands(days)],
            list(_of_hours()),
            list(compare_hand_sums()),
            list(_against_accounts()),
            list(_against_rounds()),
            list(find_rounds_without_luck(days)),
        ]
    broken = [
        FailedCheck(line, len(rows), tuple(_name_rows(rows[:_SHOWN])))
        for line, rows in zip(LINES, found, strict=True)
        if rows
    ]
    if broken:
        data = {"findings": [one.finding for one in broken]}
        record(EventKind.REPORTS_BROKEN, subject="reports", data=data)
    return broken


def _asked_anew(days: int) -> Iterator[Finding]:
    last = find_last_closed()
    if last is None:
        return
    period = Period.last_days(days, last)
    for fact in (MONEY, GAMES):
        kept = _both(fact, SplitPeriod((period.first, last), ()), _OF[fact.name])
        now = _both(fact, SplitPeriod(None, (period,)), _OF[fact.name])
        for key in sorted(kept.keys() | now.keys(), key=str):
            if kept.get(key) != now.get(key):
                told = {"kept": kept.get(key), "found": now.get(key)}
                yield make_finding(f"day_of_{fact.name}", of=dict(key), **told)


def _of_hours() -> Iterator[Finding]:
    """Yield differences between all closed days and their closed hours."""
    last, until = find_last_closed(), find_closed_until()
    if last is None or until is None:
        return
    whole = min(last + DAY, day_of(until))
    days = day_parameters(Period(BEGINNING, start_of(whole)))
    of_hours = _both(
        HOURS, SplitPeriod((BEGINNING, hour_of(start_of(whole) - MOMENT)), ()), _OF_HOURS, days
    )
    of_days = _both(GAMES, SplitPeriod((day_of(BEGINNING), whole - DAY), ()), _OF_DAYS)
    for key in sorted(of_hours.keys() | of_days.keys(), key=str):
        if of_hours.get(key) != of_days.get(key):
            told = {"day": of_days.get(key), "hours": of_hours.get(key)}
            yield make_finding("day_of_hours", of=dict(key), **told)


def _both(
    fact: FactTable, span: SplitPeriod, question: str, given: Mapping[str, Any] | None = None
) -> Sums:
    """Return sums by key columns, real and test accounts together.

    An account may have become a test account, or stopped being one, since the day was closed.
    """
    sums: defaultdict[Key, Counter[str]] = defaultdict(Counter)
    for test in (False, True):
        for one in query_split(fact, span, Filters(test=test), question, given):
            key = tuple((name, _plain(value)) for name, value in one.items() if name in _KEYS)
            sums[key].update({name: int(value) for name, value in one.items() if name not in _KEYS})
    return {key: dict(figures) for key, figures in sums.items() if any(figures.values())}


def _plain(value: object) -> str | int:
    return value if isinstance(value, int) else str(value)


_KEYS: Final = frozenset({"day", "currency", "kind", "place", "table_id", "version_id"})


def _everything() -> SplitPeriod:
    """Return all closed days and the time since."""
    return split_by_day(Period(BEGINNING, start_of(day_of(timezone.now()) + 2 * DAY)))


def _against_accounts() -> Iterator[Finding]:
    yield from _apart("account", "days", _both(MONEY, _everything(), _PLACES), _ledger_balances())


def _ledger_balances() -> Sums:
    """Return the ledger's current real-money balances."""
    found: Counter[tuple[str, str]] = Counter()
    players = Account.objects.filter(player__isnull=False, balance__gt=0).exclude(currency="PLY")
    for currency, balance in players.values_list("currency_id", "balance").iterator():
        found[str(currency), "player"] += balance
    houses = Account.objects.filter(house_code__isnull=False).exclude(currency="PLY")
    for code, currency in houses.values_list("house_code", "currency_id"):
        held: Money = house_balance(HouseAccount(str(code)), currency)
        found[str(currency), str(code)] = held.units
    return {
        (("currency", currency), ("place", place)): {"amount": amount}
        for (currency, place), amount in found.items()
        if amount
    }


def _against_rounds() -> Iterator[Finding]:
    span = _everything()
    yield from _apart("result", "rounds", _both(GAMES, span, _WON), _both(MONEY, span, _PLAYED))


def _apart(code: str, name: str, said: Sums, ledger: Sums) -> Iterator[Finding]:
    """Yield the differences between our sums and the ledger's."""
    for key in sorted(said.keys() | ledger.keys(), key=str):
        if said.get(key) != ledger.get(key):
            told = {name: said.get(key), "ledger": ledger.get(key)}
            yield make_finding(code, of=dict(key), **told)


def _name_rows(rows: list[Finding]) -> Iterator[Finding]:
    """Yield the rows with names of tables and versions instead of ids."""
    tables, versions = load_table_names(), load_version_names()
    for row in rows:
        of = dict(row["of"])
        if "table_id" in of:
            of["table"] = tables[of.pop("table_id")]
        if "version_id" in of:
            of["version"] = versions[of.pop("version_id")]
        yield {**row, "of": of}
