"""What the house is like this morning: the last days in figures, what is open, what is wrong, what waits."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from django.db.models import Count
from django.utils.translation import gettext as _

from accounts.models.users import State, User
from accounts.roles.values import Role
from pages.charts import spark
from reports.dashboard.words.alerts import boxes_stopped
from reports.figures import cash, liabilities, overview, play_today
from reports.figures.cash import CashLine
from reports.figures.liabilities import Liabilities
from reports.figures.overview import OpenRounds
from reports.figures.play_today import PlayedToday
from reports.selectors.period_query import last_closed
from reports.values.filters import Filters
from reports.values.period import DAY, Period, day_of, start_of
from reports.values.played_sums import PlayedSums
from reports.values.sheet import Share
from reports.words.cells import brief_text, cell_text
from tables.models import House, Table
from wallet.ledger.models import Kind
from wallet.money.values import BASE_CURRENCY, Money

DRAWN: Final = 14  # days of a small line, yesterday the last
_WEEK: Final = 7 * DAY


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A value beside an earlier one: how much more it is, in per cent or, of a share, in points. None where that says nothing."""

    before: str
    by: Decimal | None
    points: bool = False

    @property
    def words(self) -> str:
        """Which way, and how much."""
        if self.by is None:
            return ""
        sign = "▲" if self.by > 0 else "▼" if self.by < 0 else "="
        unit = _("percentage points") if self.points else "%"
        return f"{sign} {cell_text(abs(self.by))}\N{NO-BREAK SPACE}{unit}"


@dataclass(frozen=True, slots=True)
class CardPart:
    """One value of a card: of which time, how much, and beside what."""

    when: str
    value: str
    against: str
    change: ValueChange


@dataclass(frozen=True, slots=True)
class FigureCard:
    """One figure of the house: yesterday, today so far, the last seven days, and how it went on the days that are drawn."""

    key: str
    title: str
    report: str
    parts: tuple[CardPart, ...]
    line: str
    words: str
    drawn: tuple[date, date]


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table, and what was played at it today."""

    table: Table
    today: PlayedSums
    house_stopped: bool

    @property
    def stopped(self) -> str:
        """What a switch keeps from taking bets at an open table; nothing where all of it takes them."""
        if self.table.status != Table.Status.OPEN:
            return ""
        if self.house_stopped:
            return _("all play is stopped")
        if self.table.version.rule_set.stopped:
            return _("its rules are stopped")
        return boxes_stopped(self.table) if self.table.stopped_boxes else ""


@dataclass(frozen=True, slots=True)
class DashboardNumbers:
    """Everything that is for who may see reports."""

    cards: tuple[FigureCard, ...]
    open: OpenRounds
    liabilities: Liabilities
    tables: tuple[TableLine, ...]


@dataclass(frozen=True, slots=True)
class _Measure:
    """How a figure is read from a day, and from several together."""

    key: str
    title: str
    report: str
    of: Callable[[Sequence["_Day"]], Any]
    many: bool = True  # whether a sum of days says something


@dataclass(frozen=True, slots=True)
class _Day:
    """One day, or part of one."""

    played: PlayedSums
    players: int
    deposits: Money
    withdrawals: Money


def load_numbers(now: datetime, *, test: bool) -> DashboardNumbers:
    """All of it, in a fixed number of queries: two more where a day is over and not closed."""
    today, chosen = day_of(now), Filters(test=test)
    until_now = Period(start_of(today), now)
    played = play_today.figures(until_now, test=test)
    days = _days(Period.of_days(today - (DRAWN + 1) * DAY, today - DAY), chosen)
    days[today] = _part(until_now, played, chosen)
    since = start_of(today - _WEEK)
    earlier = Period(since, since + (now - until_now.since))
    a_week_ago = _part(earlier, play_today.figures(earlier, test=test), chosen)
    return DashboardNumbers(
        cards=tuple(_card(one, days, a_week_ago, today) for one in _measures()),
        open=overview.open_rounds(chosen),
        liabilities=liabilities.figures(Period.day(today), chosen),
        tables=_tables(played.tables),
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
    """Of days that are not closed yet, as yesterday just after its end, what was played is read by hours."""
    closed = last_closed() or period.first - DAY
    found: dict[date, tuple[PlayedSums, int]] = {}
    if closed < period.last:
        still_open = Period.of_days(max(closed + DAY, period.first), period.last)
        found |= play_today.daily(still_open, test=chosen.test)
    if closed >= period.first:
        whole = Period.of_days(period.first, min(closed, period.last))
        found |= {line.day: (line.played, line.players) for line in overview.daily(whole, chosen)}
    money = cash.figures(period, chosen).days
    return {
        day: _day(*found.get(day, (PlayedSums(), 0)), [one for one in money if one.day == day])
        for day in period.days
    }


def _day(played: PlayedSums, players: int, money: Sequence[CashLine]) -> _Day:
    return _Day(
        played,
        players,
        _sum([one.usd for one in money if one.kind == Kind.DEPOSIT]),
        _sum([-one.usd for one in money if one.kind == Kind.PAY_OUT]),
    )


def _part(period: Period, found: PlayedToday, chosen: Filters) -> _Day:
    moved = cash.figures(period, chosen)
    return _Day(found.total, found.players, moved.usd(Kind.DEPOSIT), -moved.usd(Kind.PAY_OUT))


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
        spark(values),
        _told(drawn),
        (drawn[0][0], drawn[-1][0]),
    )


def _told(drawn: Sequence[tuple[date, Any]]) -> str:
    """The small line in words: its ends."""
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
    """How many members of staff each role has, of those who may come in. One query."""
    people = User.objects.filter(is_staff=True, state=State.ACTIVE, groups__name__in=Role.values)
    counted = dict(people.values_list("groups__name").annotate(people=Count("pk")).order_by())
    return [(str(role.label), counted.get(role.value, 0)) for role in Role]


def _tables(played: Mapping[int, PlayedSums]) -> tuple[TableLine, ...]:
    """Every table, with what was played there. Two queries."""
    stopped = House.objects.filter(stopped=True).exists()
    tables = Table.objects.select_related("version__rule_set").order_by("name")
    return tuple(TableLine(table, played.get(table.pk, PlayedSums()), stopped) for table in tables)
