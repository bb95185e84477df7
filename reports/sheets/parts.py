"""Building blocks of report sheets."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from operator import attrgetter
from typing import Any, Final, TypeVar

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy

from pages.charts import Plot, PlotShape, Series
from pages.lists import Column
from pages.page_links import PageLink
from reports.values.filters import Filters
from reports.values.period import Period, day_of
from reports.values.played_sums import PlayedSums
from reports.values.sheet import Figure, Share, SheetSection
from reports.words.cells import cell_text, file_text
from wallet.money.values import BASE_CURRENCY, SCALE_DIGITS, Money

Of = TypeVar("Of")
_MOST_BARS: Final = 92
_MOST_DAYS: Final = 1000


@dataclass(frozen=True, slots=True)
class Body:
    """A report's content without the common head."""

    figures: Sequence[Figure]
    sections: Sequence[SheetSection]
    notes: Sequence[str] = ()


Build = Callable[[Period, Filters], Body]


def usd(units: int) -> Money:
    """Return units of 10^-4 as dollars."""
    return Money(units, BASE_CURRENCY)


def to_points(hundredths: int) -> Decimal:
    """Convert hundredths of a point to points."""
    return (Decimal(hundredths) / 100).quantize(Decimal("0.01"))


def to_share(of: float | None) -> Share | None:
    """Convert a float to a share."""
    return None if of is None else Share(Decimal(repr(of)))


def to_chart_share(of: float | None) -> Decimal | None:
    """Convert a float to a decimal for a chart."""
    return None if of is None else Decimal(repr(of))


def format_usd(value: Decimal) -> str:
    """Format an amount on a chart."""
    return cell_text(_to_usd(value))


def usd_in_files(value: Decimal) -> str:
    """Format an amount on a chart in a file, with its code."""
    return file_text(_to_usd(value))


def _to_usd(value: Decimal) -> Money:
    return usd(int(value.scaleb(SCALE_DIGITS)))


def _in_percent(value: Decimal) -> str:
    return cell_text(Share(value))


def _in_whole(value: Decimal) -> str:
    return cell_text(int(value)) if value == int(value) else cell_text(value.normalize())


@dataclass(frozen=True, slots=True)
class ChartScale:
    """Format of a chart's values, the value of a day without a row, and the format in files if it differs."""

    written: Callable[[Decimal], str]
    nothing: Decimal | None
    in_files: Callable[[Decimal], str] | None = None


FLOWS: Final = ChartScale(format_usd, Decimal(0), usd_in_files)
STANDS: Final = ChartScale(format_usd, None, usd_in_files)
SHARES: Final = ChartScale(_in_percent, None)
COUNTS: Final = ChartScale(_in_whole, Decimal(0))


def day_names(days: Sequence[date]) -> tuple[str, ...]:
    """Return the labels of days below a chart, with the year if they span several."""
    way = _("j M") if len({day.year for day in days}) <= 1 else _("j M Y")
    return tuple(date_format(day, way) for day in days)


def build_day_chart(
    key: str,
    title: str,
    period: Period,
    rows: Mapping[date, Of],
    values: Iterable[tuple[str, Callable[[Of], Decimal | None]]],
    scale: ChartScale,
) -> Plot:
    """Return a chart over days: bars for sums over few days, otherwise lines.

    Over very many days only those with rows are drawn. Future days are left out.
    """
    days = [day for day in period.days if day <= day_of(timezone.now())]
    bars = scale.nothing is not None and len(days) <= _MOST_BARS
    if len(days) > _MOST_DAYS:
        days = sorted(rows)
    whole = max((days[-1] - days[0]).days, 1) if days else 1
    return Plot(
        key=key,
        title=title,
        places=day_names(days),
        at=tuple((day - days[0]).days / whole for day in days),
        series=tuple(
            Series(label, tuple(of(rows[day]) if day in rows else scale.nothing for day in days))
            for label, of in values
        )
        if rows
        else (),
        written=scale.written,
        in_files=scale.in_files,
        shape=PlotShape.BARS if bars else PlotShape.LINE,
    )


def count_chart(
    key: str, title: str, period: Period, series: Mapping[str, Iterable[datetime]]
) -> Plot:
    """Return a chart of how often something happened each day, from the moments of each series."""
    days: dict[date, Counter[str]] = {}
    for label, moments in series.items():
        for at in moments:
            days.setdefault(day_of(at), Counter())[label] += 1
    values = [(label, _count_of(label)) for label in series]
    return build_day_chart(key, title, period, days, values, COUNTS)


def _count_of(label: str) -> Callable[[Counter[str]], Decimal]:
    return lambda row: Decimal(row[label])


def cut_note(count: int, lines: Sequence[object]) -> str:
    """Return the note that a list is truncated; empty if it is complete."""
    if count <= len(lines):
        return ""
    told = {"shown": cell_text(len(lines)), "all": cell_text(count)}
    return _("The first %(shown)s of %(all)s; CSV and workbook have all of them.") % told


def link_column(
    columns: Sequence[Column[Of]], key: str, link: Callable[[Of], PageLink]
) -> tuple[Column[Of], ...]:
    """Return the columns, with `link` added to the one named `key`."""
    return tuple(replace(one, link=link) if one.key == key else one for one in columns)


def played_columns(of: Callable[[Any], PlayedSums]) -> tuple[Column[Any], ...]:
    return (
        Column("rounds", gettext_lazy("Rounds"), lambda row: of(row).rounds, numeric=True),
        Column("hands", gettext_lazy("Hands"), lambda row: of(row).hands, numeric=True),
        Column("staked", gettext_lazy("Staked"), lambda row: of(row).staked_money, money=True),
        Column("paid", gettext_lazy("Paid"), lambda row: of(row).returned_money, money=True),
        Column(
            "voids", gettext_lazy("By voids"), lambda row: usd(of(row).voided_house_usd), money=True
        ),
        Column("ggr", gettext_lazy("GGR"), lambda row: of(row).won_usd, money=True),
        Column("hold", gettext_lazy("Hold"), lambda row: to_share(of(row).hold), numeric=True),
        Column("rtp", gettext_lazy("RTP"), lambda row: to_share(of(row).rtp), numeric=True),
    )


def round_column(
    number: Callable[[Any], str | None] = attrgetter("round_number"),
    reference: Callable[[Any], object] = attrgetter("round"),
) -> Column[Any]:
    """Return the column of a row's round: shows its number, links by its reference. Empty without a number."""
    return Column(
        "round",
        gettext_lazy("Round"),
        number,
        link=lambda row: PageLink("hands:hand", (reference(row),)) if number(row) else None,
    )


def case_column() -> Column[Any]:
    return Column(
        "case",
        gettext_lazy("Case"),
        lambda row: str(row.case),
        link=lambda row: PageLink("voids:case", (row.case,)),
    )


def player_column(
    email: Callable[[Any], str] = attrgetter("email"),
    number: Callable[[Any], int] = attrgetter("player_id"),
) -> Column[Any]:
    """Return the column of a row's player, by email address unless another getter is given."""
    return Column(
        "player",
        gettext_lazy("Player"),
        email,
        link=lambda row: PageLink("players:player", (number(row),)),
        player=number,
    )
