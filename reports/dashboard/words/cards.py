"""Cards of the dashboard: figures of the last days."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext as _

from accounts.roles.values import Role
from accounts.staff.selectors.staff_accounts import count_by_role
from pages.charts import draw_sparkline
from pages.signs import with_percent
from reports.dashboard.words.alerts import stopped_boxes_text
from reports.dashboard.words.usual import (
    UsualRange,
    describe_day,
    find_comparable_days,
    usual_range,
)
from reports.figures import cash, liabilities, overview, play_today, tables_now
from reports.figures.cash import CashLine
from reports.figures.liabilities import Liabilities
from reports.figures.overview import OpenRounds
from reports.figures.play_today import PlayedToday
from reports.figures.tables_now import TableNow
from reports.selectors.period_query import find_last_closed
from reports.values.filters import Filters
from reports.values.period import DAY, Period, day_of, start_of
from reports.values.played_sums import PlayedSums
from reports.values.sheet import Share
from reports.words.cells import brief_text, cell_text
from tables.models import Table
from tables.selectors.switches import is_house_stopped
from tables.selectors.tables import tables_with_rules
from wallet.ledger.models import TransferKind
from wallet.money.values import BASE_CURRENCY, Money

DRAWN: Final = 14  # days in a sparkline, up to yesterday
_WEEK: Final = 7 * DAY


@dataclass(frozen=True, slots=True)
class ValueChange:
    """Change from an earlier value, in per cent or, for shares, in percentage points. `by` is None if undefined."""

    before: str
    by: Decimal | None
    points: bool = False

    @property
    def words(self) -> str:
        """Direction and size."""
        if self.by is None:
            return ""
        sign = "▲" if self.by > 0 else "▼" if self.by < 0 else "="
        size = cell_text(abs(self.by))
        if self.points:
            unit = _("percentage points")
            return f"{sign} {size}\N{NO-BREAK SPACE}{unit}"
        return f"{sign} {with_percent(size)}"


@dataclass(frozen=True, slots=True)
class CardPart:
    """One value of a card with its period and comparison."""

    when: str
    value: str
    against: str
    change: ValueChange


@dataclass(frozen=True, slots=True)
class FigureCard:
    """One figure of the house: yesterday, today so far, the last seven days, and a sparkline."""

    key: str
    title: str
    report: str
    parts: tuple[CardPart, ...]
    line: str
    words: str
    drawn: tuple[date, date]
    usual: UsualRange | None

    @property
    def yesterday(self) -> CardPart:
        """Yesterday's value."""
        return self.parts[0]

    @property
    def today(self) -> CardPart:
        """The value of today so far."""
        return self.parts[1]


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table, its play of today, and its play right now."""

    table: Table
    today: PlayedSums
    now: TableNow
    house_stopped: bool

    @property
    def stopped(self) -> str:
        """Switch that stops an open table, in words; empty if none."""
        if self.table.status != Table.Status.OPEN:
            return ""
        if self.house_stopped:
            return _("all play is stopped")
        if self.table.version.rule_set.stopped:
            return _("its rules are stopped")
        return stopped_boxes_text(self.table) if self.table.stopped_boxes else ""


@dataclass(frozen=True, slots=True)
class DashboardNumbers:
    """Figures for people who may see reports."""

    cards: tuple[FigureCard, ...]
    day: str
    open: OpenRounds
    liabilities: Liabilities
    tables: tuple[TableLine, ...]

    @property
    def is_unusual(self) -> bool:
        """True if a figure of yesterday was outside its usual range."""
        return any(card.usual is not None and card.usual.beyond for card in self.cards)


@dataclass(frozen=True, slots=True)
class _Measure:
    """A figure and the function that computes it for one or several days."""

    key: str
    title: str
    report: str
    of: Callable[[Sequence["_Day"]], Any]
    many: bool = True  # whether a sum over days is meaningful


@dataclass(frozen=True, slots=True)
class _Day:
    played: PlayedSums
    players: int
    deposits: Money
    withdrawals: Money


def load_numbers(now: datetime, *, test: bool) -> DashboardNumbers:
    """Return the dashboard's figures. A fixed number of queries, and two more while a past day is not closed."""
    today, chosen = day_of(now), Filters(test=test)
    until_now = Period(start_of(today), now)
    played = play_today.load_figures(until_now, test=test)
    days = _days(Period.of_days(today - (DRAWN + 1) * DAY, today - DAY), chosen)
    days[today] = _part(until_now, played, chosen)
    since = start_of(today - _WEEK)
    earlier = Period(since, since + (now - until_now.since))
    a_week_ago = _part(earlier, play_today.load_figures(earlier, test=test), chosen)
    shown = tuple(_card(one, days, a_week_ago, today) for one in _measures())
    return DashboardNumbers(
        cards=shown,
        day=describe_day((card.title, card.usual) for card in shown),
        open=overview.sum_open_rounds(chosen),
        liabilities=liabilities.load_figures(Period.day(today), chosen),
        tables=_tables(played.tables, chosen, now),
    )


def _measures() -> tuple[_Measure, ...]:
    return (
        _Measure("ggr", _("GGR"), "overview", lambda days: _usd(days, lambda one: one.won_usd)),
        _Measure(
            "staked", _("Staked"), "overview", lambda days: _usd(days, lambda one: one.staked_money)
        ),
        _Measure("rtp", _("RTP"), "performance", _rtp),
        _Measure(
            "rounds", _("Rounds"), "overview", lambda days: sum(d.played.rounds for d in days)
        ),
        _Measure(
            "players",
            _("Players"),
            "players",
            lambda days: sum(d.players for d in days),
            many=False,
        ),
        _Measure("deposits", _("Deposits"), "cash", lambda days: _sum([d.deposits for d in days])),
        _Measure(
            "withdrawals",
            _("Withdrawals paid"),
            "cash",
            lambda days: _sum([d.withdrawals for d in days]),
        ),
    )


def _days(period: Period, chosen: Filters) -> dict[date, _Day]:
    """Return each day of the period; days that are over and not closed are summed from hours."""
    closed = find_last_closed() or period.first - DAY
    found: dict[date, tuple[PlayedSums, int]] = {}
    if closed < period.last:
        still_open = Period.of_days(max(closed + DAY, period.first), period.last)
        found |= play_today.load_daily_sums(still_open, test=chosen.test)
    if closed >= period.first:
        whole = Period.of_days(period.first, min(closed, period.last))
        found |= {
            line.day: (line.played, line.players)
            for line in overview.load_daily_sums(whole, chosen)
        }
    money = cash.load_figures(period, chosen).days
    return {
        day: _day(*found.get(day, (PlayedSums(), 0)), [one for one in money if one.day == day])
        for day in period.days
    }


def _day(played: PlayedSums, players: int, money: Sequence[CashLine]) -> _Day:
    return _Day(
        played,
        players,
        _sum([one.usd for one in money if one.kind == TransferKind.DEPOSIT]),
        _sum([-one.usd for one in money if one.kind == TransferKind.PAY_OUT]),
    )


def _part(period: Period, found: PlayedToday, chosen: Filters) -> _Day:
    moved = cash.load_figures(period, chosen)
    return _Day(
        found.total,
        found.players,
        moved.usd(TransferKind.DEPOSIT),
        -moved.usd(TransferKind.PAY_OUT),
    )


def _card(
    measure: _Measure, days: Mapping[date, _Day], a_week_ago: _Day, today: date
) -> FigureCard:
    def between(first: int, last: int) -> list[_Day]:
        return [days[today - n * DAY] for n in range(last, first + 1) if today - n * DAY in days]

    of = measure.of
    parts = [
        _beside(_("Yesterday"), of(between(1, 1)), of(between(8, 8)), _("a week before")),
        _beside(
            _("Today so far"), of([days[today]]), of([a_week_ago]), _("until this hour a week ago")
        ),
    ]
    if measure.many:
        parts.append(
            _beside(_("Last 7 days"), of(between(7, 1)), of(between(14, 8)), _("the 7 days before"))
        )
    drawn = [(day, of([days[day]])) for day in sorted(days) if day < today][-DRAWN:]
    values = [_number(value) for _day, value in drawn]
    return FigureCard(
        measure.key,
        measure.title,
        measure.report,
        tuple(parts),
        draw_sparkline(values),
        _chart_text(drawn),
        (drawn[0][0], drawn[-1][0]),
        usual_range(_comparable(drawn[:-1], days), values[-1]),
    )


def _comparable(
    earlier: Sequence[tuple[date, Any]], days: Mapping[date, _Day]
) -> list[tuple[Any, Decimal | None]]:
    """Return the values, each with its number, of the days that count for the usual range."""
    counted = find_comparable_days({day: days[day].played.rounds for day, _value in earlier})
    return [(value, _number(value)) for day, value in earlier if day in counted]


def _chart_text(drawn: Sequence[tuple[date, Any]]) -> str:
    """Return a text alternative for the sparkline: its minimum and maximum."""
    known = [(value, day) for day, value in drawn if _number(value) is not None]
    if len(known) < 2:  # noqa: PLR2004  no line
        return ""
    least = min(known, key=lambda pair: _number(pair[0]) or Decimal(0))
    most = max(known, key=lambda pair: _number(pair[0]) or Decimal(0))
    return _("%(days)s days: lowest %(least)s (%(low)s), highest %(most)s (%(high)s)") % {
        "days": len(drawn),
        "least": brief_text(least[0]),
        "low": cell_text(least[1]),
        "most": brief_text(most[0]),
        "high": cell_text(most[1]),
    }


def _beside(when: str, value: Any, before: Any, what: str) -> CardPart:
    new, old = _number(value), _number(before)
    is_share = isinstance(value, Share) or isinstance(before, Share)
    by = None
    if new is not None and old is not None:
        if is_share:
            by = ((new - old) * 100).quantize(Decimal("0.01"))
        elif old:
            by = ((new - old) / abs(old) * 100).quantize(Decimal(1))
    return CardPart(
        when, brief_text(value), what, ValueChange(brief_text(before), by, points=is_share)
    )


def _number(value: Any) -> Decimal | None:
    if value is None:
        return None
    if isinstance(value, Money):
        return value.decimal
    return value.value if isinstance(value, Share) else Decimal(value)


def _rtp(days: Sequence[_Day]) -> Share | None:
    staked = sum(day.played.staked_usd for day in days)
    won = sum(day.played.won_usd.units for day in days)
    return Share(1 - Decimal(won) / staked) if staked else None


def _usd(days: Sequence[_Day], of: Callable[[PlayedSums], Money]) -> Money:
    return _sum([of(day.played) for day in days])


def _sum(amounts: Sequence[Money]) -> Money:
    return sum(amounts, Money.zero(BASE_CURRENCY))


def staff_by_role() -> list[tuple[str, int]]:
    """Return the number of active staff per role. One query."""
    counted = count_by_role()
    return [(str(role.label), counted.get(role.value, 0)) for role in Role]


def _tables(
    played: Mapping[int, PlayedSums], chosen: Filters, now: datetime
) -> tuple[TableLine, ...]:
    """Return every table with its play, open ones first. Five queries."""
    stopped, tables = is_house_stopped(), tables_with_rules()
    present = tables_now.load_figures(tables, chosen, now)
    tables.sort(key=lambda table: table.status != Table.Status.OPEN)
    return tuple(
        TableLine(table, played.get(table.pk, PlayedSums()), present[table.pk], stopped)
        for table in tables
    )
