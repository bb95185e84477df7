"""Charts of a player's results: by day or month, and by starting hand."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from pages.charts import Plot, Series
from reports.results.selectors.results import DealtHands, Results, ResultSums
from reports.sheets.parts import day_names
from reports.values.period import DAY, Period
from reports.values.starting_hands import ACE, HANDS, KINDS, UPCARDS, StartingHand, StartKind
from wallet.money.values import SCALE_DIGITS, Money
from wallet.money.words import format_money

MOST_DAYS: Final = 92
"""Maximum number of days drawn; longer periods are drawn by month."""
_TITLES: Final[Mapping[StartKind, str | Promise]] = {
    StartKind.HARD: gettext_lazy("Hard totals"),
    StartKind.SOFT: gettext_lazy("Soft totals"),
    StartKind.PAIR: gettext_lazy("Pairs"),
}


@dataclass(frozen=True, slots=True)
class DealtCell:
    """Number of deals of a hand against an upcard, and their net result in words."""

    boxes: int
    way: str  # "up", "down" or "even"; "none" if never dealt
    words: str


@dataclass(frozen=True, slots=True)
class DealtRow:
    """A starting hand against each upcard, and in total."""

    head: str
    cells: tuple[DealtCell, ...]
    dealt: DealtHands
    bets: Money
    net: Money


@dataclass(frozen=True, slots=True)
class DealtSheet:
    """All starting hands of one kind."""

    title: str | Promise
    rows: tuple[DealtRow, ...]


def upcard_headings() -> list[str]:
    """Return the column headings."""
    return [_pip(upcard) for upcard in UPCARDS]


def dealt_sheets(found: Results) -> list[DealtSheet]:
    """Return one table per kind of starting hand that was dealt."""
    made = [DealtSheet(_TITLES[kind], tuple(_rows(found, kind))) for kind in KINDS]
    return [sheet for sheet in made if sheet.rows]


def results_chart(found: Results, period: Period) -> Plot:
    """Return the results by day, or by month for long periods, from the first round on.

    Days or months without rounds are empty.
    """
    days = sorted(found.days)
    first = max(period.first, days[0]) if days else period.first
    by_month = (period.last - first).days >= MOST_DAYS
    sums = _by_month(found.days) if by_month else dict(found.days)
    places = _months(first, period.last) if by_month else _days(period.first, period.last)
    nets = tuple(_decimal(sums[place].net) if place in sums else None for place in places)
    return Plot(
        key="results",
        title=_("Net result of each month") if by_month else _("Net result of each day"),
        places=_place_names(places, by_month=by_month),
        series=(Series(found.currency, nets),) if days else (),
        written=lambda value: format_money(found.money(int(value.scaleb(SCALE_DIGITS)))),
    )


def _rows(found: Results, kind: StartKind) -> list[DealtRow]:
    rows = []
    for value in HANDS[kind]:
        each = [
            found.starts.get(StartingHand(kind, value, upcard), DealtHands()) for upcard in UPCARDS
        ]
        dealt = sum(each, DealtHands())
        if dealt.boxes:
            rows.append(
                DealtRow(
                    head=f"{_pip(value)},{_pip(value)}" if kind == StartKind.PAIR else str(value),
                    cells=tuple(_cell(one, found) for one in each),
                    dealt=dealt,
                    bets=found.money(dealt.bets),
                    net=found.money(dealt.net),
                )
            )
    return rows


def _cell(dealt: DealtHands, found: Results) -> DealtCell:
    if not dealt.boxes:
        return DealtCell(0, "none", _("never dealt"))
    way = "up" if dealt.net > 0 else "down" if dealt.net < 0 else "even"
    times = ngettext("dealt once", "dealt %(count)d times", dealt.boxes) % {"count": dealt.boxes}
    net = format_money(found.money(dealt.net), signed=True)
    return DealtCell(dealt.boxes, way, _("%(times)s, net %(net)s") % {"times": times, "net": net})


def _pip(points: int) -> str:
    return "A" if points == ACE else str(points)


def _days(first: date, last: date) -> list[date]:
    return [first + n * DAY for n in range((last - first).days + 1)]


def _months(first: date, last: date) -> list[date]:
    count = 12 * (last.year - first.year) + last.month - first.month + 1
    months = [divmod(12 * first.year + first.month - 1 + n, 12) for n in range(count)]
    return [date(year, month + 1, 1) for year, month in months]


def _place_names(places: Sequence[date], *, by_month: bool) -> tuple[str, ...]:
    return tuple(date_format(one, _("M Y")) for one in places) if by_month else day_names(places)


def _by_month(days: Mapping[date, ResultSums]) -> dict[date, ResultSums]:
    months: defaultdict[date, ResultSums] = defaultdict(ResultSums)
    for day, sums in days.items():
        months[day.replace(day=1)] += sums
    return dict(months)


def _decimal(units: int) -> Decimal:
    return Decimal(units).scaleb(-SCALE_DIGITS)


def sort_tables(found: Results, names: Mapping[int, str]) -> Sequence[tuple[str, ResultSums]]:
    """Return each table's name with its sums, most played first."""
    most_first = sorted(found.tables.items(), key=lambda one: (-one[1].rounds, one[0]))
    return [(names.get(table, str(table)), sums) for table, sums in most_first]
