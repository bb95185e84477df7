"""Report 12: shoes opened, closed and verified; tests of their random numbers."""

from decimal import Decimal

from django.utils.translation import gettext as _, gettext_lazy

from pages.lists import Column
from reports.figures import fairness
from reports.figures.fairness import ShoeCounts
from reports.sheets import draws
from reports.sheets.parts import COUNTS, Body, build_day_chart
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.sheet import Figure, Share, SheetSection

_Row = tuple[object, ShoeCounts]
_SHOES: tuple[Column[_Row], ...] = (
    Column("opened", gettext_lazy("Opened"), lambda row: row[1].opened, numeric=True),
    Column(
        "closed", gettext_lazy("Closed, seed revealed"), lambda row: row[1].closed, numeric=True
    ),
    Column("verified", gettext_lazy("Verified"), lambda row: row[1].verified, numeric=True),
    Column("lost", gettext_lazy("Given up"), lambda row: row[1].lost, numeric=True),
)


def build(period: Period, chosen: Filters) -> Body:
    """Build report 12: shoes by table and by day, and the tests of their draws."""
    found = fairness.load_figures(period, chosen)
    total = found.total
    proved = Share(Decimal(total.verified) / total.closed) if total.closed else None
    figures = [
        Figure(_("Shoes opened"), total.opened),
        Figure(_("Closed, seed revealed"), total.closed),
        Figure(_("Verified"), proved, _("seeds that hash to what was announced")),
        Figure(_("Given up"), total.lost, _("their seed is not revealed")),
    ]
    chart = build_day_chart(
        "shoes",
        _("Shoes by day"),
        period,
        dict(found.days),
        [
            (_("Opened"), lambda shoes: Decimal(shoes.opened)),
            (_("Closed, seed revealed"), lambda shoes: Decimal(shoes.closed)),
        ],
        COUNTS,
    )
    table: Column[_Row] = Column("table", gettext_lazy("Table"), lambda row: row[0])
    day: Column[_Row] = Column("day", gettext_lazy("Day"), lambda row: row[0])
    tested, notes = draws.build_section(period, chosen)
    last = ((_("Total"), total),) if len(found.tables) > 1 else ()
    return Body(
        figures,
        [
            SheetSection(
                _("By table"), (table, *_SHOES), found.tables, totals=last, charts=(chart,)
            ),
            SheetSection(_("By day"), (day, *_SHOES), found.days),
            tested,
        ],
        notes,
    )
